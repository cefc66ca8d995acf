/** The source of a report. */
import type { ExplainedCupon, StatedCause } from '#contract/explanations.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Conciliacion, Disposition } from '#domain/conciliacion.ts';
import type { ColumnsUsed, InFile, RowError, RowNotice } from '#domain/finding.ts';
import type { ReportCupon } from '#domain/report.ts';
import type { Bridge } from '#domain/till-bridge.ts';

/** A row of *Por qué*. */
export interface ReportExplanation extends Omit<ExplainedCupon, 'motivo' | 'estado' | 'campos' | 'causa' | 'otro'> {
  /** Null for a text file; absent where unknown. */
  readonly hoja?: string | null;
  /** Coupon less operation, decimal text. A link of several coupons has it at its first coupon; null at the others. */
  readonly diferencia: string | null;
}

export interface ReportExplanations {
  /** One entry per unmatched coupon, in the order of the report. */
  readonly cupones: readonly ReportExplanation[];
  readonly causas: readonly Pick<
    StatedCause,
    'texto' | 'hacer' | 'cupones' | 'importe' | 'conAtributo' | 'conciliadosConAtributo'
  >[];
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
  /** The used columns of the files; absent unless the same run read them. */
  readonly columnas?: readonly InFile<ColumnsUsed>[] | undefined;
  /** When the result was read, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  /** The civil date from which ages are counted. */
  readonly hoy: CivilDate;
  readonly completo: boolean;
  cupones(dispositions: readonly Disposition[]): Iterable<ReportCupon>;
  /** Absent without explanations in the report. */
  readonly explanations?: ReportExplanations;
  readErrors(): Iterable<InFile<RowError>>;
  readNotices(): Iterable<InFile<RowNotice>>;
  /** The bridge from the files to the sent coupons; absent for a reconciliation made elsewhere. */
  bridge?(): Bridge;
}
