import type { ReviewProblem } from '#domain/review.ts';
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
  /** The cells that a person corrected; null without any. */
  readonly correcciones: Corrections | null;
}

/** A row that has just been read: `identidad` of its coupon, null in a row with errors. */
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

/** The most rows of one file; no spreadsheet has as many. */
const ROWS_PER_FILE = 2 ** 24;
export const rowIdOf = (file: number, row: number): number => file * ROWS_PER_FILE + row;
export const fileAndRowOf = (id: number): { readonly archivo: number; readonly fila: number } => ({
  archivo: Math.floor(id / ROWS_PER_FILE),
  fila: id % ROWS_PER_FILE,
});
