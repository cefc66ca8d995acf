import type { CivilDate } from './civil-date.ts';
import type { Conciliacion, Disposicion } from './conciliacion.ts';
import type { Cupon } from './cupon.ts';
import type { FilaAviso, FilaError, InFile } from './hallazgo.ts';
import type { TillBridge } from './till-bridge.ts';

/** One of our coupons with where it ended: a row of the report. */
export interface CuponInforme {
  /** null in a coupon that somebody else uploaded: its row is in no file of ours. */
  readonly archivo: string | null;
  /** null in a text file; not there where it is not known. */
  readonly hoja?: string | null;
  readonly fila: number | null;
  readonly cupon: Cupon;
  readonly disposicion: Disposicion;
  readonly modo: string | null;
  readonly nroLiquidacion: string | null;
  readonly fechaLiq: CivilDate | null;
}

/**
 * What the report is written from. Rows are read one at a time from where they are stored, never held together; each call starts a
 * new pass.
 */
export interface InformeFuente {
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly carga: string;
  readonly conciliacion: Conciliacion | null;
  /** When the result was read, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  /** The civil date on which ages are counted. */
  readonly hoy: CivilDate;
  readonly completo: boolean;
  cupones(disposiciones: readonly Disposicion[]): Iterable<CuponInforme>;
  errores(): Iterable<InFile<FilaError>>;
  avisos(): Iterable<InFile<FilaAviso>>;
  /** From the files to what was sent; not there in a reconciliation that somebody else made. */
  bridge?(): TillBridge;
}
