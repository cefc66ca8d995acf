/** The tables of a review, and the rows in them. */
import type { CuponField } from '#domain/cupon.ts';
import type { CorrectionWay, RecognisedCupon } from '#domain/finding.ts';
import type { ReviewProblem } from '#domain/review.ts';

/**
 * Increase it with any change of the tables or of their JSON (`StoredRow`, and the `ReviewState` of `app/conciliar`), which is not validated again. A
 * file of another version is deleted: it can be made again.
 */
export const VERSION = 3;

/**
 * Queries over all rows use `fila`, which is small; the text of the rows is in `contenido`, which counting does not read. `busqueda` is filled when
 * something is searched for. `identidad`: equal coupons share it. `valores` is null where `texto` says the same. `omitida`: 0 for no, else one more
 * than the place in `OMISSIONS`. `enviado` is the JSON of how the row was recognised among those sent before (`enviado`, `corrige`, `parece`), and of
 * the upload, the file and the day of that coupon, by which rows are counted; `enviado_en` has the rest. `original` is the coupon as it stood in the
 * file, where a person corrected it. `ocurrencia` 0: not counted yet. `centavos` is null in a row that is not to be sent.
 * `de_plantilla`: what the file says in cells that a rule of the template corrected, whatever a person does to them afterwards.
 */
export const TABLES = `
CREATE TABLE meta (n INTEGER PRIMARY KEY CHECK (n = 1), texto TEXT NOT NULL) STRICT;
CREATE TABLE fila (
  id INTEGER PRIMARY KEY,
  identidad INTEGER,
  ocurrencia INTEGER NOT NULL,
  omitida INTEGER NOT NULL,
  ignorada INTEGER NOT NULL,
  editada INTEGER NOT NULL,
  errores INTEGER NOT NULL,
  avisos INTEGER NOT NULL,
  enviado TEXT,
  enviado_en TEXT,
  duplica_a INTEGER,
  fecha TEXT, tarjeta TEXT, terminal TEXT, lote TEXT,
  centavos INTEGER
) STRICT;
CREATE TABLE contenido (id INTEGER PRIMARY KEY, texto TEXT, valores TEXT, correcciones TEXT, original TEXT) STRICT;
CREATE TABLE busqueda (id INTEGER PRIMARY KEY, texto TEXT NOT NULL) STRICT;
CREATE TABLE problema (
  fila INTEGER NOT NULL, n INTEGER NOT NULL, clase TEXT NOT NULL, codigo TEXT NOT NULL, campo TEXT, detalle TEXT NOT NULL,
  PRIMARY KEY (fila, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE de_plantilla (
  fila INTEGER NOT NULL, campo TEXT NOT NULL, antes TEXT NOT NULL, PRIMARY KEY (fila, campo)
) STRICT, WITHOUT ROWID;
CREATE TABLE cambio (n INTEGER PRIMARY KEY, deshecho INTEGER NOT NULL) STRICT;
CREATE TABLE cambio_fila (
  n INTEGER NOT NULL, fila INTEGER NOT NULL, antes TEXT NOT NULL, despues TEXT NOT NULL, PRIMARY KEY (n, fila)
) STRICT, WITHOUT ROWID;
CREATE TABLE version (n INTEGER NOT NULL) STRICT;
INSERT INTO version (n) VALUES (0);
`;

const NAMES = ['fila_identidad', 'fila_enviado', 'problema_codigo'];
export const DROP_INDEXES = NAMES.map((name) => `DROP INDEX IF EXISTS ${name};`).join(' ');

/** Made after loading: maintaining them through a hundred thousand insertions costs more. */
export const INDICES = `
CREATE INDEX IF NOT EXISTS fila_identidad ON fila (identidad) WHERE identidad IS NOT NULL;
CREATE INDEX IF NOT EXISTS fila_enviado ON fila (enviado, omitida, centavos) WHERE enviado IS NOT NULL;
CREATE INDEX IF NOT EXISTS problema_codigo ON problema (codigo, campo, fila);
`;

/** A person's text for a cell: one that was understood and is sent (`leido`), or an unreadable one. */
export interface Correction {
  readonly texto: string;
  readonly leido: boolean;
  /** The text of the file, masked. */
  readonly antes?: string | undefined;
  readonly modo?: CorrectionWay | undefined;
}
export type Corrections = Readonly<Partial<Record<CuponField, Correction>>>;

/**
 * Why a row is left out: a person left it out, or left out all rows with errors, or all that were sent before. The code is the place in this list,
 * from 1.
 */
export const OMISSIONS = ['persona', 'error', 'enviado'] as const;
export type Omission = (typeof OMISSIONS)[number];

/** A stored row. `id` is its place: file and row (`rowIdOf`). */
export interface StoredRow {
  readonly id: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  /** The canonical text with the exact bytes to send; null if the row has errors or is no coupon. */
  readonly texto: string | null;
  readonly problemas: readonly ReviewProblem[];
  readonly omitida: Omission | null;
  /** A line that is no coupon. */
  readonly ignorada: boolean;
  /** The cells that a person corrected; null without any. */
  readonly correcciones: Corrections | null;
}

/** A row that was just read. `identidad` of its coupon; null in a row with errors. */
export interface NewRow {
  readonly fila: StoredRow;
  readonly identidad: number | null;
  /** The file's text, masked, of cells that a rule of the template corrected. */
  readonly dePlantilla?: readonly { readonly campo: CuponField; readonly antes: string }[];
}

/** A stored row with the facts that depend on its equals, here and in earlier uploads. */
export interface ReviewedRow extends StoredRow {
  /** The first row with the same coupon; null if it is this one. */
  readonly duplicaA: number | null;
  /**
   * Its place among the equal sales of its file or sheet, from 1. Rows left out because they were sent before count; rows left out for another reason
   * do not.
   */
  readonly ocurrencia: number;
  /** The sent coupon that it was recognised as. */
  readonly anterior: RecognisedCupon | null;
}

/** Finds out for coupons, in order, whether they were sent before. */
export type FindSent = (
  cupones: readonly { readonly texto: string; readonly ocurrencia: number }[],
) => readonly (RecognisedCupon | null)[];

/** The most rows of one file; no spreadsheet has as many. */
const ROWS_PER_FILE = 2 ** 24;
export const rowIdOf = (file: number, row: number): number => file * ROWS_PER_FILE + row;
export const fileAndRowOf = (id: number): { readonly archivo: number; readonly fila: number } => ({
  archivo: Math.floor(id / ROWS_PER_FILE),
  fila: id % ROWS_PER_FILE,
});
