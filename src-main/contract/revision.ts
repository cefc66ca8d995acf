import type { CuponField } from '#domain/cupon.ts';
import type { MappingMotivo } from '#domain/cupones/mapped-column.ts';
import type { OpenDates } from '#domain/cupones/open-dates.ts';
import type { UnreadableFile, RowNotice } from '#domain/finding.ts';
import type { ReviewProblem } from '#domain/review.ts';

export type { ReviewProblem, ReviewTotals } from '#domain/review.ts';

/**
 * What the `revision.*` methods answer: files on their way to an upload, kept on disk while a person looks at their columns and rows
 * (docs/screens.md, "Conciliar", steps 2 and 3). One revision per account. No full card number is ever in it.
 */
export interface ReviewDocument {
  readonly revision: string;
  /** `columnas`: the rows were not read yet, or have to be again. `enviada`: an upload has them. */
  readonly estado: 'columnas' | 'filas' | 'enviada';
  readonly archivos: readonly ReviewFile[];
  /** Null until the rows were read. */
  /** Fields with an error or a notice in some row when it was read: their columns are shown whatever room there is. */
  readonly conProblema: readonly CuponField[];
  readonly resumen: ReviewSummary | null;
  /** What a person did to the rows: before they are read again, what would be kept; after, what was. Null when there is nothing to say. */
  readonly arreglos: ReviewFixes | null;
  readonly carga: string | null;
}

/** What becomes of the corrections when rows are read with other columns. */
export interface ReviewFixes {
  /** Cells. */
  readonly mantenidos: number;
  /** Cells whose field comes from another column now, by field. */
  readonly quitados: readonly { readonly campo: CuponField; readonly celdas: number }[];
  /** Rows that were left out for what they have no more: they are in again. */
  readonly incluidas: number;
}

export interface ReviewFileProblem extends Omit<UnreadableFile, 'archivo'> {
  /** Fields that no coupon can do without and have no column: one has to be chosen for each. */
  readonly faltan?: readonly CuponField[];
}

/** One sheet of one file: a file has as many of these as sheets of it are read. */
export interface ReviewFile {
  /** Of the file. */
  readonly nombre: string;
  /** Its place among the files that were brought: sheets of one file share it. */
  readonly origen: number;
  /** Every sheet of the file that has coupons, with how many; none in a text. */
  readonly conCupones: readonly { readonly hoja: string; readonly filas: number }[];
  /** All of its sheets, so that another can be chosen where this one has no table. */
  readonly hojas: readonly string[];
  /** Why it cannot be read, or `COLUMNAS_SIN_MAPEAR` with the columns there are; null when nothing is missing. */
  readonly problema: ReviewFileProblem | null;
  /** Null when there is no table to show. */
  readonly tabla: ReviewTable | null;
  /** Notices of the whole file, once its rows were read. */
  readonly avisos: readonly RowNotice[];
}

export interface ReviewTable {
  readonly hoja: string | null;
  readonly hojas: readonly string[];
  /** The header's row as the spreadsheet numbers it. */
  readonly encabezado: number;
  /** Coupons below the header, right or wrong. */
  readonly filas: number;
  /** The template that was applied. */
  readonly plantilla: string | null;
  readonly columnas: readonly ReviewColumn[];
  /** The first rows of the sheet as they show. */
  readonly vista: readonly { readonly fila: number; readonly celdas: readonly string[] }[];
  /** Columns whose dates can all be read both ways, and how they are read. */
  readonly fechas: readonly ReviewOpenDates[];
}

export interface ReviewOpenDates extends OpenDates {
  /** What was chosen; null while nobody has: day first is taken. */
  readonly orden: 'dia' | 'mes' | null;
}

export interface ReviewColumn {
  readonly letra: string;
  readonly titulo: string;
  /** What `revision.columnas` takes to mean it. */
  readonly clave: string;
  readonly campo: CuponField | null;
  readonly motivo: MappingMotivo | null;
  /** A field that its header names too, and another column took. */
  readonly conflicto: CuponField | null;
  readonly muestras: readonly string[];
}

/** What is known of the rows as a whole. */
export interface ReviewSummary {
  /** Grows with every change: what was previewed is sent, or nothing (`revision.enviar`). */
  readonly version: number;
  readonly filas: number;
  /** Rows that will be sent. */
  readonly listas: number;
  /** What those add up to, decimal text. */
  readonly importe: string;
  /** Rows with errors that are not left out: nothing is sent while there are any. */
  readonly conError: number;
  readonly conAviso: number;
  /** Coupons that the person left out. */
  readonly omitidas: number;
  /** Lines that are no coupons (totals, repeated headers, footnotes). */
  readonly ignoradas: number;
  /** Among those, the lines of totals. */
  readonly lineasDeTotal: number;
  /** Fields with a column in some file, in wire order. */
  readonly campos: readonly CuponField[];
  /** Columns whose dates can be read both ways: asked once for each. */
  readonly fechas: readonly ReviewDates[];
  /** Coupons that were sent before, by the upload and the file that they went in, the one with most first. */
  readonly enviados: readonly ReviewSent[];
  /** Whether there is something to undo, or to do again. */
  readonly deshacer: boolean;
  readonly rehacer: boolean;
}

/** Coupons that went in one file of one earlier upload. */
export interface ReviewSent {
  readonly carga: string;
  readonly archivo: string;
  /** `YYYY-MM-DD`. */
  readonly dia: string;
  readonly cupones: number;
  /** Among those, the ones that are left out. */
  readonly omitidos: number;
  /** What all of them add up to, decimal text. */
  readonly importe: string;
}

export interface ReviewDates {
  readonly archivo: number;
  readonly campo: CuponField;
  readonly columna: string;
  readonly filas: number;
  readonly ejemplo: string;
}

export interface ReviewRow {
  /** Names the row while the revision lasts; ascending in file order. */
  readonly id: number;
  readonly archivo: number;
  /** As the spreadsheet numbers it. */
  readonly fila: number;
  readonly estado: 'lista' | 'error' | 'omitida' | 'ignorada';
  /** What is sent (`YYYY-MM-DD`, "1234.50"), and of wrong cells what they say. */
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  readonly problemas: readonly ReviewProblem[];
  readonly editada: boolean;
  /** Fields in which a person put something; absent without any. */
  readonly cambiados?: readonly CuponField[];
}

export interface ReviewPage {
  readonly version: number;
  readonly total: number;
  readonly desde: number;
  readonly filas: readonly ReviewRow[];
}

/** The heading of the rows with one problem, when they are shown by it. */
export interface ReviewGroup {
  /** Under zero: no row has it. */
  readonly id: number;
  readonly estado: 'grupo';
  /** Null: rows in which nothing is wrong. */
  readonly problema: Pick<ReviewProblem, 'clase' | 'codigo' | 'campo'> | null;
  /** Rows under it. */
  readonly filas: number;
}

/** Rows by their problem, each after its heading: `total` and `desde` count both. */
export interface ReviewGrouped {
  readonly version: number;
  readonly total: number;
  readonly desde: number;
  readonly filas: readonly (ReviewRow | ReviewGroup)[];
}

/** Where a row is among those that the filter shows; null when there is none. */
export interface ReviewPlace {
  readonly posicion: number;
  readonly fila: ReviewRow;
}

export interface ReviewChange {
  /** The template in which the fix is kept as a rule, when that was asked for. */
  readonly plantilla?: string;
  readonly resumen: ReviewSummary;
  /** How many rows changed. */
  readonly cambiadas: number;
  /** The row that was asked about, as it is now. */
  readonly fila: ReviewRow | null;
}

/** Other rows that a correction could be applied to. */
export interface ReviewEquals {
  /** With the same problem and a fix of their own. */
  readonly conArreglo: number;
  /** With the same problem over the same text. */
  readonly conValor: number;
}

export interface ReviewMixture extends ReviewChange {
  /** Rows of the file that name no row of this revision. */
  readonly ajenas: number;
}

export interface ReviewErrors {
  readonly exportado: string;
  readonly filas: number;
}
