import type { CivilDate } from '#domain/civil-date.ts';
import type { CuponField } from '#domain/cupon.ts';
import type { ColumnReport } from '#domain/cupones/prepare-sheet.ts';
import type { RequestedMapping } from '#domain/cupones/map-columns.ts';
import type { Template } from '#domain/cupones/template.ts';
import type { Doubt, DoubtAnswers } from '#domain/doubt.ts';
import type { Totals } from '#domain/cupones/totals.ts';
import type { RejectedRow } from '#domain/cupones/validation.ts';
import type { OpenDates, UnreadableFile, ValidationSummary } from '#domain/finding.ts';
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';

/** The worker's job: one file and what to do with it. */
export interface ImportJob {
  readonly archivo: string;
  readonly hoy: CivilDate;
  readonly hoja?: string | undefined;
  readonly encabezado?: number | undefined;
  readonly mapear?: RequestedMapping | undefined;
  readonly plantilla?: Template | undefined;
  readonly plantillas?: readonly Template[] | undefined;
  readonly ordenFechas?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  /** How to read dates that nothing decides, also the doubtful ones of a column that uses both orders, in columns that `ordenFechas` does not name. */
  readonly ordenFecha?: 'dia' | 'mes' | undefined;
  /** Answers to doubts. They go before those of the template. */
  readonly respuestas?: DoubtAnswers | undefined;
  /** Send the valid coupons back; otherwise they are validated and forgotten. */
  readonly conCupones: boolean;
  /** Send the rows with errors back too. */
  readonly withRejected?: boolean | undefined;
  /** Also write the cells, without card numbers, to a new file of this name. */
  readonly copyTo?: string | undefined;
  /** Stop after the columns: the wizard's second step. */
  readonly onlyColumns?: boolean | undefined;
}

/** What the wizard needs in addition to the document of `validar`. */
export interface ImportDetail {
  readonly columnas: readonly ColumnReport[];
  /** The first rows of the sheet as they show, card numbers covered, each with its number. */
  readonly vista: readonly { readonly fila: number; readonly celdas: readonly string[] }[];
  readonly hojas: readonly string[];
  /** The row of the header, and how many coupons are below it, valid or not. */
  readonly encabezado: number;
  readonly filas: number;
  /** Every sheet that can be read as coupons, this one included, with its count; empty for a file without sheets. */
  readonly conCupones: readonly { readonly hoja: string; readonly filas: number }[];
  /** Columns whose dates can all be read both ways. */
  readonly fechas: readonly OpenDates[];
  /** Questions about whole columns or about the sheet, and how each is read. */
  readonly dudas: readonly Doubt[];
  /** The template's choices for those columns. */
  readonly ordenFechas: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>>;
  /** The template that was applied, and the fingerprint to save one under. */
  readonly plantilla: string | null;
  /** The sheets that were included when the template was saved. */
  readonly templateSheets: readonly string[];
  readonly huella: string;
  /** Bit n − 1 set: some row fills auxiliar_n in. */
  readonly usedAuxiliaries: number;
  readonly totales: Totals | null;
  /** Fields whose column holds card numbers, once its rows were read. */
  readonly tarjetas: readonly CuponField[];
}

export type ImportOutcome =
  | { readonly tipo: 'leido'; readonly resumen: ValidationSummary; readonly detalle: ImportDetail }
  /** `detalle` is given when there is a table and the wizard can ask for the columns. */
  | {
      readonly tipo: 'ilegible';
      readonly ilegible: UnreadableFile;
      readonly detalle: ImportDetail | null;
      /** What was asked for names several columns. */
      readonly wrongUsage?: true;
    };

/** Messages from the worker. `bytes` are canonical texts, one a line, moved and not copied. */
export type WorkerMessage =
  | {
      readonly tipo: 'avance';
      readonly fase: 'lectura' | 'validacion';
      readonly hecho: number;
      readonly total: number | null;
    }
  | { readonly tipo: 'formatoViejo' }
  | {
      readonly tipo: 'cupones';
      readonly hoja: string | null;
      readonly filas: readonly number[];
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly identities: Float64Array<ArrayBuffer>;
      readonly rechazadas: readonly RejectedRow[];
    }
  /** The findings of a chunk of rows, packed by `packFindings`. */
  | { readonly tipo: 'hallazgos'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The outcome, without the findings that were sent before. */
  | { readonly tipo: 'fin'; readonly outcome: ImportOutcome }
  | { readonly tipo: 'error'; readonly code: ErrorCode; readonly detail: ErrorDetail };

/** To the worker: one more chunk was taken. */
export type MainMessage = { readonly tipo: 'tomado' };
