import type { CivilDate } from './civil-date.ts';
import type { Conciliacion, Disposition } from './conciliacion.ts';
import type { Cupon } from './cupon.ts';
import type { RowNotice, RowError, InFile } from './finding.ts';
import type { TillBridge } from './till-bridge.ts';

/** One of our coupons with where it ended: a row of the report. */
export interface ReportCupon {
  /** null in a coupon that somebody else uploaded: its row is in no file of ours. */
  readonly archivo: string | null;
  /** null in a text file; not there where it is not known. */
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

/** Why a coupon did not match, as the report says it. */
export interface ReportExplanation {
  readonly archivo: string | null;
  readonly fila: number | null;
  readonly cupon: Cupon;
  readonly motivo: string;
  readonly certeza: string;
  readonly texto: string;
  readonly hacer: string;
  /** The operation that it most likely is. */
  readonly operacion: ReportOperacion | null;
  /** Identifiers of the others that it may be. */
  readonly otras: readonly string[];
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

/** What many coupons have in common. */
export interface ReportCause {
  readonly texto: string;
  readonly hacer: string;
  readonly cupones: number;
  /** Decimal text with a dot. */
  readonly importe: string;
  readonly conAtributo: number;
  readonly conciliadosConAtributo: number;
  readonly sinAtributo: number;
  readonly mismoMotivoSinAtributo: number;
}

export interface ReportExplanations {
  /** Of each coupon that did not match, in the order of the report. */
  readonly cupones: readonly ReportExplanation[];
  readonly causas: readonly ReportCause[];
  /** What the sheets say of themselves: our own error, what was downloaded. */
  readonly notas: readonly string[];
  /** Why there are no reasons, where they could not be found out. */
  readonly fallo?: string;
}

/**
 * What the report is written from. Rows are read one at a time from where they are stored, never held together; each call starts a
 * new pass.
 */
export interface ReportSource {
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly carga: string;
  readonly conciliacion: Conciliacion | null;
  /** As a person named it on this PC; absent where nobody did before this was written. */
  readonly nombre?: string | undefined;
  /** When the result was read, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  /** The civil date on which ages are counted. */
  readonly hoy: CivilDate;
  readonly completo: boolean;
  cupones(dispositions: readonly Disposition[]): Iterable<ReportCupon>;
  /** Absent where nobody looked for why coupons did not match. */
  readonly explicaciones?: ReportExplanations;
  readErrors(): Iterable<InFile<RowError>>;
  readNotices(): Iterable<InFile<RowNotice>>;
  /** From the files to what was sent; not there in a reconciliation that somebody else made. */
  bridge?(): TillBridge;
}
