import type { NamedBy, Stretch } from '#domain/checks.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { ShapeProblem } from '#domain/row.ts';
import type { FilterOperator } from '#domain/views/filter-values.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { ServiceRow, FlatRows, Value } from './row.ts';

export type { Stretch };

/**
 * A filter on a field: it has one of the values (`igual`, the default), has none of them (`distinto`), or compares with the only value. For
 * `contiene` the value is folded (`domain/fold-text.ts`).
 */
export interface Filter {
  readonly campo: string;
  readonly op?: FilterOperator | undefined;
  /** null stands for rows without a value. */
  readonly valores: readonly Value[];
}

/** A query of a view. The caller checks the field names: an unknown one is a bug here. */
export interface Query {
  readonly metodo: ServiceMethod;
  /** Days of `campoFecha`, both included. */
  readonly desde?: CivilDate | undefined;
  readonly hasta?: CivilDate | undefined;
  /** By default the view's own date. */
  readonly campoFecha?: string | undefined;
  readonly filtros?: readonly Filter[];
  /** A typed text: each word has to be in one of the view's searched fields, or be one of the amounts. */
  readonly texto?: string | undefined;
  /** Only rows of one of these stores and establishments. */
  readonly places?: readonly (readonly [comercio: string | null, establecimiento: string | null])[] | undefined;
  /** By default the view's date, ascending. */
  readonly orden?: { readonly campo: string; readonly desc: boolean } | undefined;
  /** Includes withdrawn rows. */
  readonly retiradas?: boolean;
  /** Only rows in doubt: a complete reading lacked them, and they were not withdrawn. For counts and sums. */
  readonly enDuda?: true;
}

/** A row by column: a `fechaHora` as two, `detalle` as JSON text, `retirada` and `en_duda` as instants. */
export type ReadRow = Readonly<Record<string, Value>>;

export interface Quarantined {
  readonly metodo: ServiceMethod;
  /** The days of the reading, `desde..hasta`; null if unknown. */
  readonly ventana: string | null;
  /** The raw text as it came, card numbers covered. */
  readonly crudo: string;
  readonly problemas: readonly ShapeProblem[];
  readonly primera: Instant;
  readonly ultima: Instant;
}

/** How rows are added up: grouped by fields (a date whole or by its month), and which amounts. */
export interface Grouping {
  readonly por: readonly { readonly campo: string; readonly mes?: boolean }[];
  readonly sumas: readonly string[];
}

export interface Group {
  /** In the order of `por`; a month is `YYYY-MM`. */
  readonly keys: readonly (string | null)[];
  readonly n: number;
  /** Centavos, in the order of `sumas`, over the rows that have the amount. */
  readonly sumas: readonly bigint[];
  /** The number of rows without the amount, in the same order. */
  readonly faltan: readonly number[];
}

/** A settlement or tax record that other records name and that was not read. Centavos; null: none of them has the amount. */
export interface MissingRecord {
  readonly id: string;
  readonly numero: string | null;
  readonly tarjeta: string | null;
  readonly nombradaPor: readonly NamedBy[];
  readonly importes: Readonly<Record<'total_facturado' | 'total_descontado' | 'total_acreditado', bigint | null>>;
}

/** All rows of a stretch of days, read whole. */
export interface ReadRows {
  readonly metodo: ServiceMethod;
  /** The date by which the service filtered; null if rows do not carry it (learnt: docs/gaps.md, `fecha_filtro`). */
  readonly campo: string | null;
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  readonly filas: readonly { readonly id: string; readonly fila: ServiceRow }[];
  /** `inestable`: keeps the rows that came and concludes nothing about missing rows. */
  readonly estado: 'completa' | 'inestable';
  readonly contratado: boolean;
  /** When the reading began. */
  readonly leido: Instant;
  /** Some rows were set aside without an id, so missing rows prove nothing. */
  readonly hasNameless?: boolean;
}

/** A page of the service that holds all rows between two moments: seconds of civil time since 1970, the end not included. */
export interface ReadPage {
  readonly desde: number;
  readonly hasta: number;
  readonly filas: number;
  /** The digest of the answer's bytes. */
  readonly huella: string;
}

/** A reading with flat rows, to pass between threads, in as many parts as it was read. */
export interface FlatRead extends Omit<ReadRows, 'filas'> {
  readonly flatRows: readonly FlatRows[];
  /** The pages of the reading, if every row of each was readable. */
  readonly pages?: readonly ReadPage[];
}

/** A stretch of days whose pages all came unchanged: none of its rows changed. */
export type SameRead = Pick<ReadRows, 'metodo' | 'desde' | 'hasta' | 'leido'> & { readonly campo: string };

export interface Written {
  readonly nuevos: number;
  readonly cambiados: number;
  readonly iguales: number;
  /** Withdrawn rows: two whole readings by their own date, at least an hour apart, lacked them. */
  readonly bajas: number;
  /** Rows that were missing all at once, too many to believe: they stay in doubt. */
  readonly retenidas: number;
}
