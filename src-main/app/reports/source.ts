/** What a report is written from. */
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
  /** Coupon less operation, decimal text. A link of several has it once, with the first of its coupons; null with the others. */
  readonly diferencia: string | null;
}

export interface ReportExplanations {
  /** One for each coupon that did not match, in the order of the report. */
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
  /** Which columns of the files were used; absent unless the same run read them. */
  readonly columnas?: readonly InFile<ColumnsUsed>[] | undefined;
  /** When the result was read, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  /** The civil date on which ages are counted. */
  readonly hoy: CivilDate;
  readonly completo: boolean;
  cupones(dispositions: readonly Disposition[]): Iterable<ReportCupon>;
  /** Absent without explanations in the report. */
  readonly explanations?: ReportExplanations;
  readErrors(): Iterable<InFile<RowError>>;
  readNotices(): Iterable<InFile<RowNotice>>;
  /** The bridge from the files to what was sent; absent for a reconciliation made elsewhere. */
  bridge?(): Bridge;
}
