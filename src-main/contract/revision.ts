import { z } from 'zod';
import { type CuponField, AUXILIARIES, FIELDS_IN_ORDER } from '#domain/cupon.ts';
import type { ColumnReport } from '#domain/cupones/prepare-sheet.ts';
import type { Doubt, CorrectionWay, UnreadableFile, RowNotice } from '#domain/finding.ts';
import type { ReviewCounts, ReviewProblem, ReviewTotals, SentIn } from '#domain/review.ts';
import type { Bridge } from '#domain/till-bridge.ts';
import type { UploadDocument } from './documents.ts';
import {
  cell,
  cuenta,
  header,
  id,
  name,
  place as file,
  porTanda,
  searchedUpTo,
  sinPreguntar,
  withInput,
  wait,
} from './common-inputs.ts';

export type { ReviewProblem, ReviewTotals } from '#domain/review.ts';

/**
 * The answers of `revision.*`: files on their way to an upload, kept on disk while a person checks their columns and rows (docs/screens.md,
 * "Conciliar", steps 2 and 3). One revision per account. It never contains a full card number.
 */
export interface ReviewDocument {
  readonly revision: string;
  /** `columnas`: the rows were not read yet, or must be read again. `enviada`: an upload has them. */
  readonly estado: 'columnas' | 'filas' | 'enviada';
  readonly archivos: readonly ReviewFile[];
  /** The files that the person left out: they are not read and not sent. Absent without any. */
  readonly fuera?: readonly Pick<ReviewFile, 'nombre' | 'origen'>[];
  /** Fields in which some row had an error or a notice when it was read. Their columns are shown even if space is short. */
  readonly conProblema: readonly CuponField[];
  /** Null until the rows were read. */
  readonly resumen: ReviewSummary | null;
  /** The person's corrections: before the rows are read again, which of them would be kept; afterwards, which were kept. Null without any. */
  readonly arreglos: ReviewFixes | null;
  readonly carga: string | null;
}

/** The corrections that stay when rows are read with other columns, and those that do not. */
export interface ReviewFixes {
  /** The number of cells. */
  readonly mantenidos: number;
  /** Cells whose field now comes from another column, by field. */
  readonly quitados: readonly { readonly campo: CuponField; readonly celdas: number }[];
  /** Rows that were left out for a problem that they no longer have, and that are in again. */
  readonly incluidas: number;
}

export interface ReviewFileProblem extends Pick<UnreadableFile, 'codigo' | 'mensaje' | 'formato' | 'pedida'> {
  /** Fields that every coupon needs and that lack a column: a person has to choose one for each. */
  readonly faltan?: readonly CuponField[];
}

/** One sheet of one file: a file has an entry per sheet that is read. */
export interface ReviewFile {
  readonly nombre: string;
  /** The place of the file among the given files; sheets of one file share it. */
  readonly origen: number;
  /** Every sheet of the file with coupons, and their number; empty for a text file. */
  readonly conCupones: readonly { readonly hoja: string; readonly filas: number }[];
  /** All sheets of the file, so that a person can choose another one if this has no table. */
  readonly hojas: readonly string[];
  /** Why the sheet cannot be read; or `COLUMNAS_SIN_MAPEAR` with the existing columns. Null if nothing is missing. */
  readonly problema: ReviewFileProblem | null;
  /** Null without a table. */
  readonly tabla: ReviewTable | null;
  /** Notices of the whole file, after its rows were read. */
  readonly avisos: readonly RowNotice[];
}

export interface ReviewTable {
  readonly hoja: string | null;
  readonly hojas: readonly string[];
  /** The header's row as the spreadsheet numbers it. */
  readonly encabezado: number;
  /** Coupons below the header, right or wrong. */
  readonly filas: number;
  readonly plantilla: string | null;
  readonly columnas: readonly ReviewColumn[];
  /** The first rows of the sheet as the spreadsheet shows them. */
  readonly vista: readonly { readonly fila: number; readonly celdas: readonly string[] }[];
  /** Questions about whole columns or the sheet, and the reading that was taken. */
  readonly dudas: readonly Doubt[];
}

export interface ReviewColumn extends ColumnReport {
  /** The name of the column for `revision.columnas`. */
  readonly clave: string;
}

/** Counts and sums over all rows. */
export interface ReviewSummary extends ReviewCounts {
  /** Grows with every change. `revision.enviar` takes it, so that it sends exactly what was previewed, or nothing. */
  readonly version: number;
  /** Fields with a column in some file, and further fields that their rows need, in wire order. */
  readonly campos: readonly CuponField[];
  /** Coupons that were sent before, by upload and file, most first. `conciliacion`: of that upload; null if it has no result. */
  readonly enviados: readonly (SentIn & { readonly conciliacion: string | null })[];
  /** Those coupons (`cupones`), out of all of the files except those left out for another reason (`de`). */
  readonly yaEnviado: {
    readonly cupones: number;
    readonly de: number;
    /** More than half of them. */
    readonly mayoria: boolean;
  };
  /** Whether there is a step to undo or to redo. */
  readonly deshacer: boolean;
  readonly rehacer: boolean;
}

export interface ReviewRow {
  /** The row's id while the revision lasts; ascending in file order. */
  readonly id: number;
  readonly archivo: number;
  /** The row's number in the spreadsheet. */
  readonly fila: number;
  readonly estado: 'lista' | 'error' | 'omitida' | 'ignorada';
  /** The values to send (`YYYY-MM-DD`, "1234.50"); for a wrong cell, its own text. */
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  readonly problemas: readonly ReviewProblem[];
  /** Fields whose value a person changed; absent without any. */
  readonly cambiados?: readonly CuponField[];
}

/** Rows from `desde` on, of `total`. */
interface Page<Row> {
  readonly version: number;
  readonly total: number;
  readonly desde: number;
  readonly filas: readonly Row[];
}
export type ReviewPage = Page<ReviewRow>;

/** The heading of the rows with one problem, in the grouped order. */
export interface ReviewGroup {
  /** Below zero, so that it never equals the id of a row. */
  readonly id: number;
  readonly estado: 'grupo';
  /** Null: the rows without problems. */
  readonly problema: Pick<ReviewProblem, 'clase' | 'codigo' | 'campo'> | null;
  /** The number of its rows. */
  readonly filas: number;
}

/** Rows grouped by problem, after their headings: `total` and `desde` count rows and headings. */
export type ReviewGrouped = Page<ReviewRow | ReviewGroup>;

/** The place of a row among the filtered rows; null without one. */
export interface ReviewPlace {
  readonly posicion: number;
  readonly fila: ReviewRow;
}

export interface ReviewChange {
  /** The template that got the fix as a rule, if requested. */
  readonly plantilla?: string;
  readonly resumen: ReviewSummary;
  readonly cambiadas: number;
  /** The requested row in its new state. */
  readonly fila: ReviewRow | null;
}

/** To how many other rows a correction could be applied. */
export interface ReviewEquals {
  /** Rows with the same problem and a fix of their own. */
  readonly conArreglo: number;
  /** Rows with the same problem in the same text. */
  readonly conValor: number;
  /** The first of the rows that `listar` names; absent without it. */
  readonly filas?: readonly EqualRow[];
}

/** Another row with the same problem. */
export interface EqualRow extends Pick<ReviewRow, 'id' | 'archivo' | 'fila'> {
  /** The text of the cell. */
  readonly valor: string;
  /** The fix of its own; null without one. */
  readonly arreglo: string | null;
}

/** A value to send that differs from the file. */
export interface CorrectedValue {
  readonly archivo: string;
  /** Null for a text file. */
  readonly hoja: string | null;
  readonly fila: number;
  readonly columna: string;
  readonly campo: CuponField;
  /** As in the file, card numbers masked; empty for an empty cell. */
  readonly antes: string;
  /** As sent; empty if it is not. */
  readonly despues: string;
  readonly modo: CorrectionWay;
}

export interface CorrectedValues {
  readonly total: number;
  readonly valores: readonly CorrectedValue[];
}

/** Corrected values of a review: `id` names the row. */
export interface ReviewCorrected extends CorrectedValues {
  readonly valores: readonly (CorrectedValue & Pick<ReviewRow, 'id'>)[];
}

const field = z.enum(FIELDS_IN_ORDER);
const row = z
  .number()
  .int()
  .min(1)
  .max(2 ** 41);
const one = { cuenta, revision: id };
/** The place of a sheet among those that are read. */
const place = z.number().int().min(0).max(99_999);
/** A value that the processor reported, from `explicaciones.previa`. */
const reported = z.string().max(4096).meta({ kind: 'id' });
/** Rows of many to leave as they are. */
const except = z.array(row).max(20_000).optional();
/** Also stores the fix in the template of these headers, for the next files with the same headers. */
const always = z.boolean().optional();
const filter = { filtro: z.enum(['todas', 'error', 'aviso']), texto: searchedUpTo(200).optional() };

const page = { ...one, ...filter, desde: z.number().int().min(0), limite: z.number().int().min(1).max(500) };

export const REVISION_INPUTS = {
  /** Starts a revision of these files, which replaces the last one. A corrected file of errors continues the last one. */
  'revision.empezar': withInput({ cuenta, archivos: z.array(file).min(1).max(1000) }).answers<ReviewDocument>(),
  'revision.ver': withInput({ cuenta }).answers<ReviewDocument | null>(),
  /** How to read one file. An empty text leaves a field without a column. */
  'revision.columnas': withInput({
    ...one,
    archivo: place,
    hoja: file.optional(),
    /** The sheets of its file to read together. */
    hojas: z.array(file).min(1).max(1000).optional(),
    encabezado: z.number().int().min(1).max(1_048_576).optional(),
    mapear: z.partialRecord(field, header).optional(),
    /** Answers to doubts (`dudas`), by their keys. */
    respuestas: z.record(id, header).optional(),
  }).answers<ReviewDocument>(),
  /** Leaves a file out with all its sheets, or takes it back. `origen`: its place among the given files. At least one file stays. */
  'revision.dejar_afuera': withInput({ ...one, origen: place, afuera: z.boolean() }).answers<ReviewDocument>(),
  /** Reads the rows. `plantilla`: the name under which to save the columns of the first file. */
  'revision.leer': withInput({ ...one, plantilla: name.optional() }).answers<ReviewDocument>(),
  'revision.filas': withInput(page).answers<ReviewPage>(),
  /** The rows grouped by problem, errors first, each kind under a heading. A row with several problems is under its first one. */
  'revision.agrupadas': withInput(page).answers<ReviewGrouped>(),
  /** The next row with an error or a notice after `despues` (0: the first); starts again after the last. `agrupadas`: in the grouped order. */
  'revision.siguiente': withInput({
    ...one,
    ...filter,
    agrupadas: z.boolean().optional(),
    /** `todas`: any row. */
    busca: z.enum(['todas', 'error', 'aviso']),
    despues: z.number().int().min(0),
  }).answers<ReviewPlace | null>(),
  'revision.iguales': withInput({
    ...one,
    fila: row,
    campo: field,
    /** Also lists the rows with a fix of their own, or with the same text. */
    listar: z.enum(['arreglo', 'valor']).optional(),
    /** The most rows to list. */
    limite: z.number().int().min(1).max(20_000).optional(),
  }).answers<ReviewEquals>(),
  /**
   * Puts a value in a cell. `todas`: also in every row with the same problem, except `salvo`; a row with a fix of its own gets that fix.
   */
  'revision.corregir': withInput({
    ...one,
    fila: row,
    campo: field,
    valor: cell,
    todas: z.boolean(),
    salvo: except,
    siempre: always,
  }).answers<ReviewChange>(),
  /**
   * Puts reported values into rows, as one step that can be undone: into the rows of `cambios`, into all rows of a cause of `explicaciones.previa`,
   * or into all its very likely ones.
   */
  'revision.usar': withInput({
    ...one,
    /** Texts in the form that is sent. */
    cambios: z
      .array(z.strictObject({ fila: row, valores: z.partialRecord(field, reported) }))
      .min(1)
      .max(500)
      .optional(),
    /** All rows of this cause. Without it and without `cambios`: all very likely rows outside causes. */
    causa: place.optional(),
    salvo: except,
    /** The explained version, so that exactly what was previewed is done. Not needed with `cambios`. */
    version: z.number().int().min(0).optional(),
  }).answers<ReviewChange>(),
  /** Leaves rows out of sending, or takes them back: the named rows, all with errors, or all that were sent before. */
  'revision.omitir': withInput({
    ...one,
    filas: z.union([z.array(row).min(1).max(100_000), z.enum(['errores', 'enviados'])]),
    omitir: z.boolean(),
  }).answers<ReviewChange>(),
  'revision.deshacer': withInput(one).answers<ReviewChange>(),
  'revision.rehacer': withInput(one).answers<ReviewChange>(),
  'revision.totales': withInput(one).answers<ReviewTotals>(),
  /** The values to send that differ from the file: of all rows, or of `filas`. `limite`: the most to list; by default all. */
  'revision.corregidos': withInput({
    ...one,
    filas: z.array(row).max(500).optional(),
    limite: z.number().int().min(0).optional(),
  }).answers<ReviewCorrected>(),
  /** Accounts for every row of the files: what would be sent now, what would not, and why. */
  'revision.puente': withInput(one).answers<Bridge>(),
  /** Writes the rows with errors as a workbook to correct and bring back. */
  'revision.errores': withInput({ ...one, exportar: file }).answers<{
    readonly exportado: string;
    readonly filas: number;
  }>(),
  /** Reads a corrected workbook of errors. */
  'revision.mezclar': withInput({ ...one, archivos: z.array(file).length(1) }).answers<ReviewChange>(),
  'revision.enviar': withInput({
    ...one,
    version: z.number().int().min(0),
    marcador: z.enum(['auto', 'ninguno', ...AUXILIARIES]).optional(),
    repetir: z.boolean().optional(),
    decidir: id.optional(),
    ...wait,
    porTanda: porTanda.optional(),
    sinPreguntar,
  }).answers<UploadDocument>(),
} as const;
