import type { ExplainedCupon, StatedCause } from '#contract/explanations.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Conciliacion, Disposition } from '#domain/conciliacion.ts';
import type { ColumnsUsed, InFile, RowError, RowNotice } from '#domain/finding.ts';
import type { ReportCupon } from '#domain/report.ts';
import type { Bridge } from '#domain/till-bridge.ts';

export interface ReportExplanation extends Omit<ExplainedCupon, 'motivo' | 'estado' | 'campos' | 'causa' | 'otro'> {
  /** Null for a text file; absent if unknown. */
  readonly hoja?: string | null;
  /** The coupon's amount minus its operation's, decimal text. The first coupon of a link has the difference of the whole link; its other coupons have null. */
  readonly diferencia: string | null;
}

export interface ReportExplanations {
  /** An explanation for each unmatched coupon, in the order of the report. */
  readonly cupones: readonly ReportExplanation[];
  readonly causas: readonly Pick<
    StatedCause,
    'texto' | 'hacer' | 'cupones' | 'importe' | 'conAtributo' | 'conciliadosConAtributo'
  >[];
  /** Lines above *Por qué*: for how many coupons unlikely operations were left out, and which days were downloaded; or why nothing was explained. */
  readonly notas: readonly string[];
  readonly fallo?: string;
}

/** The data of a report. Rows are read from storage one at a time; each call starts from the first row. */
export interface ReportSource {
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly carga: string;
  readonly conciliacion: Conciliacion | null;
  /** The name of the reconciliation on this PC when the report was written. */
  readonly nombre?: string | undefined;
  /** The columns that were used; absent if this run did not read the files. */
  readonly columnas?: readonly InFile<ColumnsUsed>[] | undefined;
  /** When the result was read, or the present time without a result, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  /** The day up to which the days since a sale are counted. */
  readonly hoy: CivilDate;
  readonly completo: boolean;
  cupones(dispositions: readonly Disposition[]): Iterable<ReportCupon>;
  readonly explanations?: ReportExplanations;
  readErrors(): Iterable<InFile<RowError>>;
  readNotices(): Iterable<InFile<RowNotice>>;
  /** The bridge from the files to the sent coupons; absent for a reconciliation of another PC. */
  bridge?(): Bridge;
}
