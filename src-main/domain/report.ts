import type { CivilDate } from './civil-date.ts';
import type { Conciliacion, Disposition } from './conciliacion.ts';
import type { Cupon } from './cupon.ts';
import type { ColumnsUsed, RowNotice, RowError, InFile } from './finding.ts';
import type { Cause } from './matching/explain/causes.ts';
import type { Bridge } from './till-bridge.ts';

/** One coupon and its disposition: a row of the report. */
export interface ReportCupon {
  /** null for a coupon of an upload made elsewhere. */
  readonly archivo: string | null;
  /** null for a text file; absent where unknown. */
  readonly hoja?: string | null;
  readonly fila: number | null;
  readonly cupon: Cupon;
  readonly disposicion: Disposition;
  readonly modo: string | null;
  readonly nroLiquidacion: string | null;
  readonly fechaLiq: CivilDate | null;
  /** Why it did not match, by its short name; absent where unknown. */
  readonly motivo?: string;
}

/** Two sheets of a file have the same row numbers: the coupon's text tells the rows apart. */
export const placeKeyOf = ({
  archivo,
  fila,
  cupon: { comprobante, importe },
}: Pick<ReportCupon, 'archivo' | 'fila' | 'cupon'>): string =>
  [archivo ?? '', String(fila), comprobante ?? '', importe ?? ''].join('\u{1f}');

export interface ReportExplanation {
  readonly archivo: string | null;
  /** Null for a text file; absent where unknown. */
  readonly hoja?: string | null;
  readonly fila: number | null;
  readonly cupon: Cupon;
  readonly motivo: string;
  readonly certeza: string;
  readonly texto: string;
  readonly hacer: string;
  /** The coupon's most likely operation. */
  readonly operacion: ReportOperacion | null;
  /** Identifiers of other possible operations. */
  readonly otras: readonly string[];
  /** Coupon less operation, decimal text. A link of several has it once, with the first of its coupons; null with the others. */
  readonly diferencia: string | null;
  readonly decision: string | null;
  /** What names the coupon when the workbook comes back (`decisions/queue-workbook.ts`); null where nothing does. */
  readonly nombre: string | null;
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
  /** Why explanations are missing. */
  readonly fallo?: string;
}

/** The source of a report. Reads rows one at a time from storage; each call starts a new pass. */
export interface ReportSource {
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly carga: string;
  readonly conciliacion: Conciliacion | null;
  /** The name of the reconciliation on this PC when the report was written. */
  readonly nombre?: string | undefined;
  /** Which columns of the files were used; absent unless the same run read them. */
  readonly columnas?: readonly InFile<ColumnsUsed>[] | undefined;
  /** When the result was read, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  /** The civil date on which ages are counted. */
  readonly hoy: CivilDate;
  readonly completo: boolean;
  cupones(dispositions: readonly Disposition[]): Iterable<ReportCupon>;
  /** Absent without explanations in the report. */
  readonly explicaciones?: ReportExplanations;
  readErrors(): Iterable<InFile<RowError>>;
  readNotices(): Iterable<InFile<RowNotice>>;
  /** The bridge from the files to what was sent; absent for a reconciliation made elsewhere. */
  bridge?(): Bridge;
}
