import type { ResultGrouping, ResultRow, ResultGroup, ResultOrder, RowProblem } from '#domain/result-rows.ts';
import type { RowPlace, ResultOperacion } from '#domain/result-rows.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Conciliacion, Disposition } from '#domain/conciliacion.ts';

/** A coupon of a result as it is kept. */
export interface StoredCupon {
  readonly operacion: ResultOperacion;
  readonly disposicion: Disposition | 'error';
  readonly archivo: string | null;
  readonly mensaje: string | null;
  readonly problema?: RowProblem;
  /** All of them, where there are several. */
  readonly problemas?: readonly RowProblem[];
}

/** What a reading is of. */
export interface ReadingHeader {
  readonly encabezado: Conciliacion;
  /** Our upload, when it was ours. */
  readonly carga: string | null;
  readonly archivos: readonly string[];
  /** The upload itself read it, while it verified what it had sent. */
  readonly isOfUpload?: boolean;
}

/** A reading that is being written: nobody sees it until `end`, and nothing of it is left after `discard`. */
export interface ReadingInProgress {
  /** The number of the first of them; the others follow it. */
  add(cupones: readonly StoredCupon[]): number;
  /** Takes some out again, by their numbers. */
  remove(ns: readonly number[]): void;
  /** Takes the place of the reading before; what matched since then is marked. */
  finish(encabezado: ReadingHeader, leido: Instant): void;
  discard(): void;
}

interface Sum {
  readonly cupones: number;
  /** Decimal text with a dot. */
  readonly importe: string;
}

/** A whole reading, added up. */
export interface StoredReading extends ReadingHeader {
  /** Names the reading in the other calls. */
  readonly lectura: number;
  readonly leido: Instant;
  readonly grupos: Readonly<Record<ResultGroup, Sum>>;
  /** What matched since the reading at `desde`; null when nothing did, or there was none. */
  readonly novedades: (Sum & { readonly desde: Instant }) | null;
  /** Coupons that were refused, and where the first of them stand; null when there are none. */
  readonly noAceptados: (Sum & { readonly filas: readonly RowPlace[] }) | null;
  /** The first and the last day of sale, `YYYY-MM-DD`; null where no coupon has one. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
  readonly tarjetas: readonly { readonly clave: string; readonly cupones: number }[];
  readonly comercios: readonly { readonly clave: string; readonly cupones: number }[];
}

/** The coupons that matched and those that did not, in a kept reading. */
export interface SummedReading {
  readonly encabezado: Conciliacion;
  readonly archivos: readonly string[];
  readonly carga: string | null;
  readonly leido: Instant;
  readonly conciliados: Sum;
  readonly sinConciliar: Sum;
  /** The first and the last day of sale, `YYYY-MM-DD`; null where no coupon has one. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
}

/** Which coupons of a reading, and in what order. */
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

export interface Page extends Sum {
  /** Rows to show, headings included. */
  readonly total: number;
  readonly filas: readonly ResultRow[];
}

/** The results of reconciliations that were read, one each: the last whole reading. */
export interface Results {
  begin(id: string): ReadingInProgress;
  show(id: string): StoredReading | undefined;
  /** What every kept reading adds up to, by reconciliation. */
  listReadings(): ReadonlyMap<string, SummedReading>;
  readPage(
    lectura: number,
    query: ResultQuery,
    range: { readonly desde: number; readonly limite: number; readonly hoy: CivilDate },
  ): Page;
  /** Coupons of a reading with one of those dispositions, in the order in which they were read. */
  cupones(lectura: number, dispositions: readonly string[]): Iterable<StoredCupon>;
  /** Matched coupons of every kept reading that name a settlement, by its identifier or by its number. */
  deLiquidacion(liquidacion: {
    readonly id: string;
    readonly numero: string;
  }): readonly (StoredCupon & { readonly conciliacion: string })[];
  /** It was deleted from the service at that moment: its reading goes, and that it was stays. */
  remove(id: string, cuando: Instant): void;
  /** When each reconciliation was deleted from here; one whose number was given again and read is not among them. */
  readDeleted(): ReadonlyMap<string, Instant>;
  /** The service was asked for it at that moment, and it has it not; its reading stays. A later reading takes it back. */
  markMissing(id: string, cuando: Instant): void;
  /** The service has it again. */
  reappear(id: string): void;
  /** When the service said of each that it does not have it. */
  readMissing(): ReadonlyMap<string, Instant>;
  close(): void;
}
