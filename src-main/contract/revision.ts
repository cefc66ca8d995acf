/** The methods `revision.*` and the document of a review. The file is longer than 300 lines, because screens use both together. */
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

/** A review: files on disk that a person checks before sending (docs/screens.md, "Conciliar", steps 2 and 3). Each account has at most one review. */
export interface ReviewDocument {
  readonly revision: string;
  /** `columnas`: the rows were not read, or have to be read again. `enviada`: the rows were handed to an upload. */
  readonly estado: 'columnas' | 'filas' | 'enviada';
  readonly archivos: readonly ReviewFile[];
  /** The files that the person left out; neither read nor sent. Absent if none. */
  readonly fuera?: readonly Pick<ReviewFile, 'nombre' | 'origen'>[];
  /** Fields in which a row had an error or a notice when the row was read. A narrow grid shows the columns of these fields too. */
  readonly conProblema: readonly CuponField[];
  /** Null until the rows were read. */
  readonly resumen: ReviewSummary | null;
  /** Which of the person's corrections would stay if the rows were read now or, after the rows were read, which stayed. Null without corrections. */
  readonly arreglos: ReviewFixes | null;
  readonly carga: string | null;
}

/** The corrections that stay when the rows are read with other columns, and the corrections that are lost. */
export interface ReviewFixes {
  readonly mantenidos: number;
  /** By field, how many corrected cells are lost because the field now has another column. */
  readonly quitados: readonly { readonly campo: CuponField; readonly celdas: number }[];
  /** How many rows that were left out for errors, or as sent before, are included again, because the reason is gone. */
  readonly incluidas: number;
}

export interface ReviewFileProblem extends Pick<UnreadableFile, 'codigo' | 'mensaje' | 'formato' | 'pedida'> {
  /** Required fields for which the person has to choose a column. */
  readonly faltan?: readonly CuponField[];
}

/** A sheet that is read. A file of which several sheets are read has several entries. */
export interface ReviewFile {
  readonly nombre: string;
  /** The index of the file among the given files; the same for all sheets of a file. */
  readonly origen: number;
  /** The sheets of the file that have coupons, and how many coupons each has; empty for a text file. */
  readonly conCupones: readonly { readonly hoja: string; readonly filas: number }[];
  /** The names of all sheets, so that the person can choose another sheet when this sheet has no table. */
  readonly hojas: readonly string[];
  /** Why the sheet cannot be read; `COLUMNAS_SIN_MAPEAR` if columns are missing. Null if it can be read. */
  readonly problema: ReviewFileProblem | null;
  readonly tabla: ReviewTable | null;
  /** Notices about the whole file from the time when its rows were read; `ReviewSummary` has the present notices. */
  readonly avisos: readonly RowNotice[];
}

export interface ReviewTable {
  readonly hoja: string | null;
  readonly hojas: readonly string[];
  /** The row number of the header, as the spreadsheet numbers it. */
  readonly encabezado: number;
  /** How many coupons are below the header, with and without errors. */
  readonly filas: number;
  readonly plantilla: string | null;
  readonly columnas: readonly ReviewColumn[];
  /** The first rows of the sheet as the spreadsheet shows them. */
  readonly vista: readonly { readonly fila: number; readonly celdas: readonly string[] }[];
  readonly dudas: readonly Doubt[];
}

export interface ReviewColumn extends ColumnReport {
  /** Identifies the column in `revision.columnas`. */
  readonly clave: string;
}

export interface ReviewSummary extends ReviewCounts {
  /** Grows with every change. `revision.enviar` takes this version, to send exactly the rows that the person saw, or nothing. */
  readonly version: number;
  /** Fields with a column in a file, in the order of the upload. If a file has a column for one of the two wallet fields, both fields are here. */
  readonly campos: readonly CuponField[];
  /** The notices of each file, with counts of the present rows. */
  readonly avisos: readonly (readonly RowNotice[])[];
  /** Coupons that were sent before, by upload and file, most coupons first. `conciliacion`: the upload's reconciliation; null if the upload has no result. */
  readonly enviados: readonly (SentIn & { readonly conciliacion: string | null })[];
  /** The number of coupons that were sent before (`cupones`), of all coupons that are not left out for another reason (`de`). */
  readonly yaEnviado: {
    readonly cupones: number;
    readonly de: number;
    readonly mayoria: boolean;
  };
  /** True if there is a change to undo. `rehacer`: true if there is an undone change to redo. */
  readonly deshacer: boolean;
  readonly rehacer: boolean;
}

export interface ReviewRow {
  /** The id of the row as long as the review exists. Ids ascend in file order. */
  readonly id: number;
  readonly archivo: number;
  readonly fila: number;
  readonly estado: 'lista' | 'error' | 'omitida' | 'ignorada';
  /** The values that would be sent (`YYYY-MM-DD`, "1234.50"); for a cell with an error, its text. */
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  readonly problemas: readonly ReviewProblem[];
  /** Fields whose value the person changed; absent if none. */
  readonly cambiados?: readonly CuponField[];
}

/** Some rows from position `desde` on. `total`: the number of all rows. */
interface Page<Row> {
  readonly version: number;
  readonly total: number;
  readonly desde: number;
  readonly filas: readonly Row[];
}
export type ReviewPage = Page<ReviewRow>;

/** The heading of the rows with the same problem, when rows are grouped. */
export interface ReviewGroup {
  /** Negative, so that it differs from every row's id. */
  readonly id: number;
  readonly estado: 'grupo';
  /** Null for the heading of the rows without problems. */
  readonly problema: Pick<ReviewProblem, 'clase' | 'codigo' | 'campo'> | null;
  readonly filas: number;
  /** How many of them are not left out and have a proposed fix for this problem. */
  readonly conArreglo: number;
  /** How many of them have a problem and are not left out. */
  readonly porResolver: number;
}

/** Rows grouped by problem, below their headings. `total` and `desde` count headings too. */
export type ReviewGrouped = Page<ReviewRow | ReviewGroup>;

export interface ReviewPlace {
  readonly posicion: number;
  readonly fila: ReviewRow;
}

export interface ReviewChange {
  /** The template that now has the fix as a rule, if that was requested. */
  readonly plantilla?: string;
  readonly resumen: ReviewSummary;
  readonly cambiadas: number;
  readonly fila: ReviewRow | null;
}

export interface ReviewEquals {
  /** How many rows have the same problem and each a proposed fix of its own. */
  readonly conArreglo: number;
  /** How many rows have the same problem and the same text. */
  readonly conValor: number;
  /** The first rows of the kind that `listar` names; absent without `listar`. */
  readonly filas?: readonly EqualRow[];
}

export interface EqualRow extends Pick<ReviewRow, 'id' | 'archivo' | 'fila'> {
  readonly valor: string;
  /** The proposed fix of this row; null without a fix. */
  readonly arreglo: string | null;
}

/** A value that would be sent and differs from the file. */
export interface CorrectedValue {
  readonly archivo: string;
  /** Null for a text file. */
  readonly hoja: string | null;
  readonly fila: number;
  /** Null for a field that no column of the file has. */
  readonly columna: string | null;
  readonly campo: CuponField;
  /** The text in the file, with card numbers masked; empty for an empty cell. */
  readonly antes: string;
  /** The sent value; empty if none is sent. */
  readonly despues: string;
  readonly modo: CorrectionWay;
}

export interface CorrectedValues {
  readonly total: number;
  readonly valores: readonly CorrectedValue[];
}

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
/** The index of a sheet among the sheets that are read. */
const place = z.number().int().min(0).max(99_999);
/** A value that the processor reported, from `explicaciones.previa`. */
const reported = z.string().max(4096).meta({ kind: 'id' });
/** Rows that a change of many rows should skip. */
const except = z.array(row).max(20_000).optional();
/** True: saves the proposed fix as a rule in the template, for the next files with the same headers. */
const always = z.boolean().optional();
const filter = { filtro: z.enum(['todas', 'error', 'aviso']), texto: searchedUpTo(200).optional() };

const page = { ...one, ...filter, desde: z.number().int().min(0), limite: z.number().int().min(1).max(500) };

export const REVISION_INPUTS = {
  /** Begins a review of these files in place of the previous review. A corrected workbook of errors continues the previous review. */
  'revision.empezar': withInput({ cuenta, archivos: z.array(file).min(1).max(1000) }).answers<ReviewDocument>(),
  'revision.ver': withInput({ cuenta }).answers<ReviewDocument | null>(),
  /** Sets how a sheet is read. An empty text in `mapear` leaves its field without a column. */
  'revision.columnas': withInput({
    ...one,
    archivo: place,
    hoja: file.optional(),
    /** The sheets of this file that are read together. */
    hojas: z.array(file).min(1).max(1000).optional(),
    encabezado: z.number().int().min(1).max(1_048_576).optional(),
    mapear: z.partialRecord(field, header).optional(),
    respuestas: z.record(id, header).optional(),
  }).answers<ReviewDocument>(),
  /** Leaves a file with all its sheets out, or takes it back. `origen`: the file's index among the given files. One file has to stay. */
  'revision.dejar_afuera': withInput({ ...one, origen: place, afuera: z.boolean() }).answers<ReviewDocument>(),
  /** Reads the rows. `plantilla`: saves the columns of the first file under this name. */
  'revision.leer': withInput({ ...one, plantilla: name.optional() }).answers<ReviewDocument>(),
  'revision.filas': withInput(page).answers<ReviewPage>(),
  /** The rows grouped by problem, below headings, errors first. A row with several problems is in the group of its first problem. */
  'revision.agrupadas': withInput(page).answers<ReviewGrouped>(),
  /** Finds the next row of the kind `busca` after the row `despues` (0: from the top), else the first such row. Null if the filter hides that row. */
  'revision.siguiente': withInput({
    ...one,
    ...filter,
    agrupadas: z.boolean().optional(),
    busca: z.enum(['todas', 'error', 'aviso']),
    despues: z.number().int().min(0),
  }).answers<ReviewPlace | null>(),
  'revision.iguales': withInput({
    ...one,
    fila: row,
    campo: field,
    /** Which rows to list too: the rows with their own fix (`arreglo`), or with the same text (`valor`). */
    listar: z.enum(['arreglo', 'valor']).optional(),
    limite: z.number().int().min(1).max(20_000).optional(),
  }).answers<ReviewEquals>(),
  /** Puts `valor` in a cell. `todas`: also in cells with the same problem and text or, if `valor` is the proposed fix, its own fix in each, except `salvo`. */
  'revision.corregir': withInput({
    ...one,
    fila: row,
    campo: field,
    valor: cell,
    todas: z.boolean(),
    salvo: except,
    siempre: always,
  }).answers<ReviewChange>(),
  /** Puts reported values in rows as one change: in the rows of `cambios`, in all rows of a cause of `explicaciones.previa`, or in the very likely rows. */
  'revision.usar': withInput({
    ...one,
    /** The values, as texts that can be sent. */
    cambios: z
      .array(z.strictObject({ fila: row, valores: z.partialRecord(field, reported) }))
      .min(1)
      .max(500)
      .optional(),
    /** All rows of this cause. Without this and `cambios`: the very likely rows that are in no cause. */
    causa: place.optional(),
    salvo: except,
    /** The value of `reenviar` in the `explicaciones.previa` that the screen shows. */
    reenviar: z.boolean().optional(),
    /** The version that was explained, to change exactly what the person saw. Not needed with `cambios`. */
    version: z.number().int().min(0).optional(),
  }).answers<ReviewChange>(),
  /**
   * Leaves rows out of the upload, or includes them again: given rows, all with errors, those in the group of the row `comoFila`
   * (`revision.agrupadas`), all that were sent before, or all of a cause (`revision.usar`).
   */
  'revision.omitir': withInput({
    ...one,
    filas: z.union([
      z.array(row).min(1).max(100_000),
      z.enum(['errores', 'enviados']),
      z.strictObject({ comoFila: row, texto: filter.texto }),
      z.strictObject({ causa: place, reenviar: z.boolean(), version: z.number().int().min(0) }),
    ]),
    omitir: z.boolean(),
  }).answers<ReviewChange>(),
  'revision.deshacer': withInput(one).answers<ReviewChange>(),
  'revision.rehacer': withInput(one).answers<ReviewChange>(),
  'revision.totales': withInput(one).answers<ReviewTotals>(),
  /** The values to send that differ from the file, of all rows or of `filas`. `limite`: the most to list; by default all. */
  'revision.corregidos': withInput({
    ...one,
    filas: z.array(row).max(100_000).optional(),
    limite: z.number().int().min(0).optional(),
  }).answers<ReviewCorrected>(),
  /** Says of every row of the files whether it would be sent now, and if not, why. */
  'revision.puente': withInput(one).answers<Bridge>(),
  /** Writes the rows with errors as a workbook, which a person corrects and gives back. */
  'revision.errores': withInput({ ...one, exportar: file }).answers<{
    readonly exportado: string;
    readonly filas: number;
  }>(),
  /** Reads a workbook of errors that a person corrected, and puts its corrections in the rows. */
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
