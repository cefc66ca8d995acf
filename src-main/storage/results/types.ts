import type {
  CuponSum,
  ReadCupon,
  ResultGroup,
  ResultGrouping,
  ResultOrder,
  ResultRow,
  RowPlace,
} from '#domain/result-rows.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';

/** A coupon of a result as it is kept. */
export type StoredCupon = Pick<
  ReadCupon,
  'operacion' | 'disposicion' | 'archivo' | 'mensaje' | 'problema' | 'problemas'
>;

/** A coupon of a reading, by its place in it. */
export interface ReadingCupon extends StoredCupon {
  readonly n: number;
}

/** The header of a reading. */
export interface ReadingHeader {
  readonly encabezado: Conciliacion;
  /** Our upload, when it was ours. */
  readonly carga: string | null;
  readonly archivos: readonly string[];
  /** The upload itself made this reading, while it verified what it had sent. */
  readonly isOfUpload?: boolean;
  /** Rows that came and could not be understood; absent where there are none. */
  readonly cuarentena?: number;
}

/** A reading that is being written. Readers see it from `finish` on, and nothing of it is left after `discard`. */
export interface ReadingInProgress {
  add(cupones: readonly StoredCupon[]): void;
  /** Replaces the reading before, and marks what matched since then. */
  finish(header: ReadingHeader, reading: Instant): void;
  discard(): void;
}

/** What changes the results. Throws `GUARDADO_ILEGIBLE` where the cache cannot be written: the result is then read again when it is shown. */
export interface ResultWrites {
  begin(id: string): ReadingInProgress;
  /** Deletes the reading of a reconciliation. */
  remove(id: string): void;
  /** Notes that the service did not have a reconciliation at that moment. Its reading stays. A later reading takes the note back. */
  markMissing(id: string, when: Instant): void;
  /** Takes that note back: the service has it again. */
  reappear(id: string): void;
}

/** A whole reading with its sums. */
export interface StoredReading extends ReadingHeader {
  /** Its number, which the other calls take. */
  readonly lectura: number;
  readonly leido: Instant;
  readonly grupos: Readonly<Record<ResultGroup, CuponSum>>;
  /** What matched since the reading at `desde`; null when nothing did, or there was no reading before. */
  readonly novedades: (CuponSum & { readonly desde: Instant }) | null;
  /** Coupons that were refused, and the rows of the first of them; null when there are none. */
  readonly noAceptados: (CuponSum & { readonly filas: readonly RowPlace[] }) | null;
  /** The first and the last day of sale, `YYYY-MM-DD`; null where no coupon has one. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
  readonly tarjetas: readonly { readonly clave: string; readonly cupones: number }[];
  readonly comercios: readonly { readonly clave: string; readonly cupones: number }[];
}

/** The coupons of a kept reading that matched, and those that did not. */
export interface SummedReading {
  /** Its number, which other calls take. */
  readonly lectura: number;
  readonly encabezado: Conciliacion;
  readonly leido: Instant;
  readonly conciliados: CuponSum;
  readonly sinConciliar: CuponSum;
  /** The first and the last day of sale, `YYYY-MM-DD`; null where no coupon has one. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
}

/** Selects and orders the coupons of a reading. */
export interface ResultQuery {
  readonly grupo: ResultGroup;
  readonly texto?: string | undefined;
  readonly tarjeta?: string | undefined;
  readonly comercio?: string | undefined;
  readonly ventaDesde?: CivilDate | undefined;
  readonly ventaHasta?: CivilDate | undefined;
  readonly nuevos?: boolean | undefined;
  readonly fila?: number | undefined;
  readonly archivo?: string | undefined;
  readonly ns?: readonly number[] | undefined;
  readonly orden?: { readonly campo: ResultOrder; readonly desc: boolean } | undefined;
  readonly agrupar?: ResultGrouping | undefined;
  readonly cerrados?: readonly string[] | undefined;
}

export interface ResultRowsPage extends CuponSum {
  /** How many rows to show, headings included. */
  readonly total: number;
  readonly filas: readonly ResultRow[];
}

/** The results that were read, one for each reconciliation: its last whole reading. */
export interface Results extends ResultWrites {
  show(id: string): StoredReading | undefined;
  /** The sums of every kept reading, by reconciliation. */
  listReadings(): ReadonlyMap<string, SummedReading>;
  readPage(
    reading: number,
    query: ResultQuery,
    range: { readonly desde: number; readonly limite: number; readonly hoy: CivilDate },
  ): ResultRowsPage;
  /** Coupons of a reading with one of those dispositions, in the order in which they were read. */
  cupones(reading: number, dispositions: readonly string[]): Iterable<ReadingCupon>;
  /** Matched coupons of every kept reading that may be the sale of this one: of its day, amount (centavos), voucher and authorisation. */
  listMatchedLike(cupon: Cupon, importe: number): readonly (ReadingCupon & { readonly lectura: number })[];
  /** Matched coupons of every kept reading that name a settlement, by its identifier or by its number. */
  listOfLiquidacion(liquidacion: {
    readonly id: string;
    readonly numero: string;
  }): readonly (StoredCupon & { readonly conciliacion: string })[];
  /** When the service said of each reconciliation that it does not have it. */
  readMissing(): ReadonlyMap<string, Instant>;
  close(): void;
}
