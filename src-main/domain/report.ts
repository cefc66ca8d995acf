import type { CivilDate } from './civil-date.ts';
import type { Conciliacion, Disposition } from './conciliacion.ts';
import type { Cupon } from './cupon.ts';
import type { ColumnsUsed, RowNotice, RowError, InFile } from './finding.ts';
import type { Cause } from './matching/explain/causes.ts';
import type { TillBridge } from './till-bridge.ts';

/** One coupon and its disposition: a row of the report. */
export interface ReportCupon {
  /** null for a coupon that somebody else uploaded: no file of ours has its row. */
  readonly archivo: string | null;
  /** null for a text file; absent where the sheet is not known. */
  readonly hoja?: string | null;
  readonly fila: number | null;
  readonly cupon: Cupon;
  readonly disposicion: Disposition;
  readonly modo: string | null;
  readonly nroLiquidacion: string | null;
  readonly fechaLiq: CivilDate | null;
  /** Why it did not match, by its short name; absent where that is not known. */
  readonly motivo?: string;
}

/** A key of a coupon's place. Two sheets of a file have the same row numbers: the coupon's text tells the rows apart. */
export const placeKeyOf = ({
  archivo,
  fila,
  cupon: { comprobante, importe },
}: Pick<ReportCupon, 'archivo' | 'fila' | 'cupon'>): string =>
  [archivo ?? '', String(fila), comprobante ?? '', importe ?? ''].join('\u{1f}');

/** Why a coupon did not match, as the report says it. */
export interface ReportExplanation {
  readonly archivo: string | null;
  /** Null for a text file; absent where the sheet is not known. */
  readonly hoja?: string | null;
  readonly fila: number | null;
  readonly cupon: Cupon;
  readonly motivo: string;
  readonly certeza: string;
  readonly texto: string;
  readonly hacer: string;
  /** The most likely operation of the coupon. */
  readonly operacion: ReportOperacion | null;
  /** Identifiers of the other operations that it may be. */
  readonly otras: readonly string[];
  /** Coupon less operation, decimal text. A link of several says its difference once, with the first of its coupons; null with the others. */
  readonly diferencia: string | null;
  readonly decision: string | null;
}

export interface ReportOperacion {
  readonly id: string;
  /** From 0 to 1. */
  readonly probabilidad: number;
  readonly fechaVenta: string;
  /** Decimal text with a dot. */
  readonly importe: string;
  readonly tarjeta: string | null;
  readonly comprobante: string | null;
  readonly tarjetaNro: string | null;
  readonly terminal: string | null;
  readonly lote: string | null;
  readonly autorizacion: string | null;
}

/** A cause that many coupons share. */
export interface ReportCause extends Pick<Cause, 'conAtributo' | 'conciliadosConAtributo'> {
  readonly texto: string;
  readonly hacer: string;
  readonly cupones: number;
  /** Decimal text with a dot. */
  readonly importe: string;
}

export interface ReportExplanations {
  /** One for each coupon that did not match, in the order of the report. */
  readonly cupones: readonly ReportExplanation[];
  readonly causas: readonly ReportCause[];
  /** Notes about the sheets: our measured error, what was downloaded. */
  readonly notas: readonly string[];
  /** Why there are no explanations, where they could not be made. */
  readonly fallo?: string;
}

/** The source of a report. Rows are read one at a time from storage and never held together; each call starts a new pass. */
export interface ReportSource {
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly carga: string;
  readonly conciliacion: Conciliacion | null;
  /** The name that a person gave the reconciliation on this PC; absent where it had none when the report was written. */
  readonly nombre?: string | undefined;
  /** Which columns of the files were used; absent where the report is not written in the run that read them. */
  readonly columnas?: readonly InFile<ColumnsUsed>[] | undefined;
  /** When the result was read, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  /** The civil date on which ages are counted. */
  readonly hoy: CivilDate;
  readonly completo: boolean;
  cupones(dispositions: readonly Disposition[]): Iterable<ReportCupon>;
  /** Absent where explanations were not asked for. */
  readonly explicaciones?: ReportExplanations;
  readErrors(): Iterable<InFile<RowError>>;
  readNotices(): Iterable<InFile<RowNotice>>;
  /** The bridge from the files to what was sent; absent for a reconciliation that somebody else made. */
  bridge?(): TillBridge;
}
