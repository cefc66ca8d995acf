import type { NamedBy, Stretch } from '#domain/checks.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { ShapeProblem } from '#domain/row.ts';
import type { FilterOperator } from '#domain/views/filter-values.ts';
import type { ServiceMethod, Vista } from '#domain/views/index.ts';
import type { ServiceRow, FlatRows, Value } from './row.ts';

export type { Stretch };

/** A filter on a field: its value is one of `valores` (`igual`, the default), is none (`distinto`), or `op` holds for each. `contiene` takes folded values. */
export interface Filter {
  readonly campo: string;
  readonly op?: FilterOperator | undefined;
  readonly valores: readonly Value[];
}

/** A query of a view. Callers check the field names first: an unknown one is a bug. */
export interface Query<M extends Vista = ServiceMethod> {
  readonly metodo: M;
  /** The period, by `campoFecha`, both days included. */
  readonly desde?: CivilDate | undefined;
  readonly hasta?: CivilDate | undefined;
  readonly campoFecha?: string | undefined;
  readonly filtros?: readonly Filter[];
  /** Typed text: each word must be in one of the view's searched fields or be one of its amounts. */
  readonly texto?: string | undefined;
  readonly places?: readonly (readonly [comercio: string | null, establecimiento: string | null])[] | undefined;
  readonly orden?: { readonly campo: string; readonly desc: boolean } | undefined;
  readonly retiradas?: boolean;
  /** Only rows in doubt: the last complete reading lacked them, and they are not withdrawn. For counts and sums. */
  readonly enDuda?: true;
  /** A settlement counts as credited also when only the bank shows it (`PAID_IN_BANK`). */
  readonly byBank?: boolean;
}

export type ViewQuery = Query<Vista>;

/** A row by column: a `fechaHora` takes two columns; `detalle` is JSON; `retirada` and `en_duda` are times. */
export type ReadRow = Readonly<Record<string, Value>>;

export interface Quarantined {
  readonly crudo: string;
  readonly problemas: readonly ShapeProblem[];
  readonly primera: Instant;
  readonly ultima: Instant;
}

/** What to add up: by which fields (or months of a date) rows are grouped, and which amounts are summed. */
export interface Grouping {
  readonly por: readonly { readonly campo: string; readonly mes?: boolean }[];
  readonly sumas: readonly string[];
}

export interface Group {
  /** The values of the fields in `por`; a month is `YYYY-MM`. */
  readonly keys: readonly (string | null)[];
  readonly n: number;
  /** Centavos, in the order of `Grouping.sumas`; rows without the amount are left out. */
  readonly sumas: readonly bigint[];
  /** How many rows lack the amount, in the same order. */
  readonly faltan: readonly number[];
}

/** A settlement or tax record that other records name but the cache lacks. Centavos; null: none of these records has the amount. */
export interface MissingRecord {
  readonly id: string;
  readonly numero: string | null;
  readonly tarjeta: string | null;
  readonly nombradaPor: readonly NamedBy[];
  readonly importes: Readonly<Record<'total_facturado' | 'total_descontado' | 'total_acreditado', bigint | null>>;
}

export interface ReadRows {
  readonly metodo: ServiceMethod;
  /** The date by which the service filtered; null if rows do not show it (docs/gaps.md, `fecha_filtro`). */
  readonly campo: string | null;
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  readonly filas: readonly { readonly id: string; readonly fila: ServiceRow }[];
  /** `inestable`: the list changed while it was read. Its rows are kept, but absent ones do not count as missing. */
  readonly estado: 'completa' | 'inestable';
  readonly contratado: boolean;
  readonly leido: Instant;
  /** Whether the reading had an unreadable row without an id. That row may be the one that seems missing, so no row counts as missing. */
  readonly hasNameless?: boolean;
}

/** A page of the service: all rows between two moments, in seconds of civil time since 1970, the end excluded. */
export interface ReadPage {
  readonly desde: number;
  readonly hasta: number;
  readonly filas: number;
  readonly huella: string;
}

/** A reading with flat rows, to pass it to a thread: one entry of `flatRows` for each page, or one for all. */
export interface FlatRead extends Omit<ReadRows, 'filas'> {
  readonly flatRows: readonly FlatRows[];
  /** The pages of the reading, if all their rows could be read. */
  readonly pages?: readonly ReadPage[];
}

/** A stretch of days whose pages all came unchanged. */
export type SameRead = Pick<ReadRows, 'metodo' | 'desde' | 'hasta' | 'leido'> & { readonly campo: string };

export interface Written {
  readonly nuevos: number;
  readonly cambiados: number;
  readonly iguales: number;
  /** How many rows were withdrawn: two complete readings by the view's own date, at least an hour apart, lacked them. */
  readonly bajas: number;
  /** How many rows were missing at once and stay in doubt, because so many are more likely an error of the service. */
  readonly retenidas: number;
}
