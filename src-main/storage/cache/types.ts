import type { NamedBy, Stretch } from '#domain/checks.ts';
import type { CivilDate, DateWindow } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { ShapeProblem } from '#domain/row.ts';
import type { FilterOperator } from '#domain/views/filter-values.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { ServiceRow, FlatRows, Value } from './row.ts';

export type { Stretch };

/**
 * A filter on a field: it has one of the values (`igual`, the default), has none of them (`distinto`), or compares with the only one, which for
 * `contiene` is folded (`domain/fold-text.ts`).
 */
export interface Filter {
  readonly campo: string;
  readonly op?: FilterOperator | undefined;
  /** null is what has no value. */
  readonly valores: readonly Value[];
}

/** A question about a view. The caller checks the field names: an unknown one is a bug here. */
export interface Query {
  readonly metodo: ServiceMethod;
  /** Days of `campoFecha`, both included. */
  readonly desde?: CivilDate | undefined;
  readonly hasta?: CivilDate | undefined;
  /** The view's own date when absent. */
  readonly campoFecha?: string | undefined;
  readonly filtros?: readonly Filter[];
  /** What somebody typed: every word has to be in one of the view's searched fields, or be one of the amounts. */
  readonly texto?: string | undefined;
  /** Only rows that name one of these: a store and an establishment. */
  readonly places?: readonly (readonly [comercio: string | null, establecimiento: string | null])[] | undefined;
  /** The view's date, ascending, when absent. */
  readonly orden?: { readonly campo: string; readonly desc: boolean } | undefined;
  /** Also the rows that the service no longer gives. */
  readonly retiradas?: boolean;
  /** Only the rows that a complete reading lacked and that were not given up. For counts and sums. */
  readonly enDuda?: true;
}

/** A row by column: a `fechaHora` as two, `detalle` as JSON text, `retirada` and `en_duda` as instants. */
export type ReadRow = Readonly<Record<string, Value>>;

export interface Quarantined {
  readonly metodo: string;
  /** The days that were being read, `desde..hasta`; null where that was not noted. */
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
  /** How many rows lack it, in the same order. */
  readonly faltan: readonly number[];
}

/** A settlement beside its operations. Amounts in centavos; null: the service does not say it. */
export interface CrossCheck {
  readonly id: string;
  readonly numero: string | null;
  readonly fecha: string;
  readonly marca: string | null;
  readonly tarjeta: string | null;
  readonly total_facturado: bigint | null;
  readonly total_descontado: bigint | null;
  readonly total_acreditado: bigint | null;
  /** The sums of the known `facturado_*` and `descontado_*` amounts, and how many of each are unknown. */
  readonly facturado_partes: bigint;
  readonly facturado_faltan: number;
  readonly descontado_partes: bigint;
  readonly descontado_faltan: number;
  /** Its operations in the cache, and their sum; null when there are none. */
  readonly operaciones: number;
  readonly importe: bigint | null;
  /** The day of the first of those sales. */
  readonly primera_venta: string | null;
  /** Whether the bank feed shows it; null where there is no bank feed. */
  readonly acreditada: boolean | null;
  /** The day it was or will be paid; null when nothing says. */
  readonly pago: string | null;
  /** How many operations the service says it has; null when that was not read. */
  readonly conocidas: number | null;
}

/** A settlement or tax record that was not read although other records name it. Centavos; null: none of them says it. */
export interface MissingRecord {
  readonly id: string;
  readonly numero: string | null;
  readonly tarjeta: string | null;
  readonly nombradaPor: readonly NamedBy[];
  readonly importes: Readonly<Record<'total_facturado' | 'total_descontado' | 'total_acreditado', bigint | null>>;
}

/** What is to be credited on a day. Centavos. */
export interface UpcomingCredit {
  readonly fecha: string;
  readonly liquidaciones: number;
  readonly operaciones: number;
  /** From settlements: exact. */
  readonly liquidado: bigint;
  /** From operations not settled yet, or whose settlement lacks the amount: the taxes that the settlement will deduct are still in it. */
  readonly estimado: bigint;
}

/** The questions to the cache, none of which changes it. */
export interface ReadableCache {
  /** Every row, or the first ones, one at a time, as the data is now: later writes are not seen. */
  readAll(query: Query, limit?: number): IterableIterator<ReadRow>;
  count(query: Query): number;
  /** Rows of the filter added up by groups, ordered by them. */
  group(query: Query, grouping: Grouping): readonly Group[];
  /** The settlements dated between two days, both included, beside their operations. */
  crossCheck(from: CivilDate, to: CivilDate): readonly CrossCheck[];
  /** What is to be credited after a day, by date. */
  getUpcomingCredits(afterDay: CivilDate): readonly UpcomingCredit[];
  /** Records that other records of a period name and that were not read. `leido`: the last day for which settlements were read. */
  missing(
    de: 'liquidaciones' | 'impuestos',
    period: { readonly desde: CivilDate; readonly hasta: CivilDate; readonly leido: CivilDate },
  ): readonly MissingRecord[];
  /** The stretches of a view that were read by a date, in order of days, not overlapping. */
  readStretches(method: ServiceMethod, field: string): readonly Stretch[];
  /** The oldest and the newest reading of what is covered; undefined when nothing was read. */
  getReadings(): { readonly primera: Instant; readonly ultima: Instant } | undefined;
  /** Quarantined rows in the order in which they came; of all methods when none is given. */
  listQuarantined(
    method?: ServiceMethod,
    place?: { readonly desdeFila?: number; readonly filas?: number },
  ): readonly Quarantined[];
  /**
   * Whether between two days, both included, there are days of which rows came and none was understood: then the cache keeps nothing of what the
   * service has there. For a view without dates, the whole view. Rows that last came before `leido` do not count.
   */
  hasNotUnderstood(
    method: ServiceMethod,
    between: {
      readonly desde?: CivilDate | undefined;
      readonly hasta?: CivilDate | undefined;
      readonly leido: Instant;
    },
  ): boolean;
  /** How many quarantined rows came in windows that touch the days between two, both included: those days may lack so many rows. `leido` as above. */
  countSetAsideIn(method: ServiceMethod, between: Parameters<ReadableCache['hasNotUnderstood']>[1]): number;
  /** How many rows of each method are set aside. */
  countSetAside(): ReadonlyMap<string, number>;
  readFact(key: string): string | undefined;
  /** The pages between two moments in which the kept rows were read, in order. */
  readPages(method: ServiceMethod, field: string, between: Pick<ReadPage, 'desde' | 'hasta'>): readonly ReadPage[];
}

/** All rows of a stretch of days, read whole. */
export interface ReadRows {
  readonly metodo: ServiceMethod;
  /** The date by which the service filtered; null when rows do not carry it (learnt: docs/gaps.md, `fecha_filtro`). */
  readonly campo: string | null;
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  readonly filas: readonly { readonly id: string; readonly fila: ServiceRow }[];
  /** `inestable`: the rows that came are kept, and nothing is concluded about the ones that did not. */
  readonly estado: 'completa' | 'inestable';
  readonly contratado: boolean;
  /** When the reading began. */
  readonly leido: Instant;
  /** Rows were set aside and do not tell which ones they are: nothing is concluded about the rows that did not come. */
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

/** A reading whose rows are flat, to go between threads, in as many parts as they were read. */
export interface FlatRead extends Omit<ReadRows, 'filas'> {
  readonly flatRows: readonly FlatRows[];
  /** The pages of the reading, when every row of each was understood. */
  readonly pages?: readonly ReadPage[];
}

/** A stretch of days whose pages all came unchanged: none of its rows changed. */
export type SameRead = Pick<ReadRows, 'metodo' | 'desde' | 'hasta' | 'leido'> & { readonly campo: string };

export interface Written {
  readonly nuevos: number;
  readonly cambiados: number;
  readonly iguales: number;
  /** Rows given up: missing from two whole readings by their own date, at least an hour apart. */
  readonly bajas: number;
  /** Rows that vanished all at once, too many to be believed: they stay, in doubt. */
  readonly retenidas: number;
}

/** The changes to the cache. Each can be called by name from another thread (`writer.ts`). */
export interface CacheWrites {
  /** Writes a stretch and its coverage in one transaction: all of it or nothing. */
  write(reading: ReadRows): Written;
  writeFlat(reading: FlatRead): Written;
  /** Notes that a stretch was read again and did not change. */
  touch(reading: SameRead): void;
  /** Keeps a row that did not parse; true when it is new. */
  setAside(row: {
    readonly metodo: ServiceMethod;
    readonly crudo: string;
    readonly problemas: readonly ShapeProblem[];
    readonly cuando: Instant;
    /** The days that were being read. */
    readonly ventana?: DateWindow | undefined;
  }): boolean;
  /** The readings noted under this date were really filtered by one that rows do not carry. */
  changeField(method: ServiceMethod, field: string): void;
  learn(key: string, value: string): void;
  /**
   * Begins a run, or continues an unfinished one of the same request that began at `desde` or later; gives when that one began, undefined for a new
   * run.
   */
  beginRun(request: string, options: { readonly ahora: Instant; readonly desde: Instant }): Instant | undefined;
  finishRun(request: string, now: Instant): void;
  /** Turns ingesting on or off: a large page cache, and empty tables without most of their indexes (docs/storage.md); back to normal when it ends. */
  setIngest(isActive: boolean): void;
  /** Makes the missing indexes, before a reading that needs them. */
  makeIndexes(): void;
}

export interface WritableCache extends ReadableCache, CacheWrites {
  close(): void;
}
