import type { ReviewCounts, ReviewProblem, ReviewTotals, SentIn } from '#domain/review.ts';
import type { CuponField } from '#domain/cupon.ts';
import type { CorrectionWay, RecognisedCupon } from '#domain/finding.ts';

/** A person's text for a cell: one that was understood and is sent (`leido`), or one that could not be read. */
export interface Correction {
  readonly texto: string;
  readonly leido: boolean;
  /** What the file says, masked; absent where only the order of a date was chosen. */
  readonly antes?: string | undefined;
  readonly modo?: CorrectionWay | undefined;
}
export type Corrections = Readonly<Partial<Record<CuponField, Correction>>>;

/**
 * Why a row is left out: a person left it out, or left out all rows with errors, or all that were sent before. In the order of their codes, from 1.
 */
export const OMISSIONS = ['persona', 'error', 'enviado'] as const;
export type Omission = (typeof OMISSIONS)[number];

/** A row as it is kept. `id` is its place: file and row (`rowIdOf`). */
export interface StoredRow {
  readonly id: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  /** The canonical text, the exact bytes that are sent; null when the row has errors or is no coupon. */
  readonly texto: string | null;
  readonly problemas: readonly ReviewProblem[];
  readonly omitida: Omission | null;
  /** A line that is no coupon. */
  readonly ignorada: boolean;
  /** The cells that a person corrected; null when there are none. */
  readonly correcciones: Corrections | null;
}

/** A row's corrections by a person. */
export interface MadeRow {
  readonly id: number;
  readonly correcciones: Corrections;
  readonly omitida: Omission | null;
}

/** A row that has just been read: `identidad` of its coupon, null when it has none. */
export interface NewRow {
  readonly fila: StoredRow;
  readonly identidad: number | null;
  /** What the file says, masked, in cells that a rule of the template corrected. */
  readonly dePlantilla?: readonly { readonly campo: CuponField; readonly antes: string }[];
}

/** A cell of a row to send that a rule of the template corrected: what the file says, and what is sent. */
export interface MendedCell {
  readonly id: number;
  readonly campo: CuponField;
  readonly antes: string;
  readonly despues: string;
}

/** A stored row with what its equals say about it, here and in earlier uploads. */
export interface ReviewedRow extends StoredRow {
  /** The first row with the same coupon, when it is not this one. */
  readonly duplicaA: number | null;
  /** Its turn among the equal sales of its file or sheet, from 1. Rows left out because they were sent before count; rows left out for another reason do not. */
  readonly ocurrencia: number;
  /** How it was recognised among those that were sent before. */
  readonly anterior: RecognisedCupon | null;
}

/** Says of coupons, in order, whether they were sent before. */
export type FindSent = (
  cupones: readonly { readonly texto: string; readonly ocurrencia: number }[],
) => readonly (RecognisedCupon | null)[];

export type Filter = 'todas' | 'error' | 'aviso';

/** A problem of a field, the text that has it, and a row that does not count. */
export interface EqualsRequest {
  readonly codigo: string;
  readonly campo: string;
  readonly valor: string;
  readonly excluding: number;
}

/** The heading of a group of rows; null: nothing is wrong with them. */
export interface RowGroup {
  readonly problema: {
    readonly clase: 'error' | 'aviso';
    readonly codigo: string;
    readonly campo: string | null;
  } | null;
  /** Ascending. */
  readonly filas: readonly number[];
}

/** A coupon on its way to an upload. */
export interface ReadyCupon {
  readonly id: number;
  readonly texto: string;
  readonly ocurrencia: number;
  readonly anterior: RecognisedCupon | null;
  /** As it stood in the file; null where nothing was corrected. */
  readonly original: string | null;
}

/** The part of a coupon's row that is compared with the till. */
export interface TillRow {
  readonly id: number;
  /** `YYYY-MM-DD`; empty in a row with errors, whose cells have the day and the amount. */
  readonly fecha: string;
  readonly centavos: number | null;
  readonly omitida: Omission | null;
  readonly conError: boolean;
}

/** A line that is no coupon, and a finding in it. */
export interface TillLine {
  readonly id: number;
  readonly problema: ReviewProblem;
}

/** A review on disk. The text of `meta` belongs to the caller. */
export interface RevisionDb {
  readMeta(): string | undefined;
  saveMeta(text: string): void;
  /** Deletes `meta`: after `clearRows`, only an empty file is left. */
  forget(): void;
  /** Forgets rows and changes. */
  clearRows(): void;
  /** New rows, ascending. One transaction a call. */
  add(rows: readonly NewRow[], findSent: FindSent): void;
  /** To be called after the last row: finds the equal coupons and makes the indexes. */
  finishLoading(findSent: FindSent): void;
  readRow(id: number): ReviewedRow | undefined;
  /** The ids that a filter shows, ascending. Kept until a row changes. */
  ids(filter: Filter, text: string): readonly number[];
  /** Those ids grouped by the first problem of each row, errors first. Kept until a row changes. */
  groupByProblem(filter: Filter, text: string): readonly RowGroup[];
  /** Fields with an error or a notice in some row. */
  listFieldsWithProblem(): readonly string[];
  listWithProblem(code: string, field: string | null): readonly number[];
  /** The other rows with this problem, in order: those with a fix of their own, or those over the same text. */
  findEqual(request: EqualsRequest, by: 'arreglo' | 'valor'): readonly number[];
  /** How many there are of each; it reads no rows. */
  countEqual(request: EqualsRequest): { readonly conArreglo: number; readonly conValor: number };
  countRows(): ReviewCounts;
  /** Rows with an ambiguous date (`FECHA_AMBIGUA`), by file and field. */
  listAmbiguousDates(): readonly {
    readonly archivo: number;
    readonly campo: string;
    readonly filas: number;
    readonly id: number;
  }[];
  /** Coupons that were sent before, by upload and file; the one with most first. */
  readSent(): readonly SentIn[];
  /** Coupons that were sent before, left out or not, ascending. */
  listSentIds(): readonly number[];
  readTotals(): ReviewTotals;
  /** Rows that are coupons, sent or not, in order, after an id. */
  tillRows(after: number, limit: number): readonly TillRow[];
  /** Lines that are no coupons, with each of their findings, in order. */
  tillLines(): readonly TillLine[];
  /** Coupons that are left out, ascending. */
  leftOut(): readonly number[];
  /** Rows with errors, left out or not, in order. */
  listWithErrors(): Iterable<ReviewedRow>;
  /** Coupons to send, in order, after an id. */
  listReady(after: number, limit: number): readonly ReadyCupon[];
  /** Rows that a person changed, ascending. */
  listDone(): readonly MadeRow[];
  /** The cells that rules of the template corrected, of the rows that are sent, ascending by row. */
  listMended(): readonly MendedCell[];
  /** Replaces rows as if they had been read so: nothing to undo. */
  replaceRows(rows: readonly StoredRow[], findSent: FindSent): void;
  /** Replaces rows as one step that can be undone. Gives how many differ. */
  change(rows: readonly StoredRow[], findSent: FindSent): number;
  /** Leaves rows out of what is sent, or takes them back (null), as one step that can be undone. Gives how many differ. */
  leaveOut(rows: readonly number[], omission: Omission | null, findSent: FindSent): number;
  /** Undoes a step. Gives the rows that changed; undefined when there is nothing to undo. */
  undo(findSent: FindSent): readonly number[] | undefined;
  redo(findSent: FindSent): readonly number[] | undefined;
  readHistory(): { readonly deshacer: boolean; readonly rehacer: boolean; readonly version: number };
  close(): void;
}

/** The most rows of one file; no spreadsheet has as many. */
const ROWS_PER_FILE = 2 ** 24;
export const rowIdOf = (file: number, row: number): number => file * ROWS_PER_FILE + row;
export const fileAndRowOf = (id: number): { readonly archivo: number; readonly fila: number } => ({
  archivo: Math.floor(id / ROWS_PER_FILE),
  fila: id % ROWS_PER_FILE,
});
