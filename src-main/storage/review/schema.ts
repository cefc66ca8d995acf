import type { CuponField } from '#domain/cupon.ts';
import type { CorrectionWay, RecognisedCupon } from '#domain/finding.ts';
import type { ReviewProblem } from '#domain/review.ts';

/** Increase this when the tables or their JSON (`StoredRow`, `ReviewState` in `app/conciliar`) change: a file of another version is deleted. */
export const VERSION = 6;

/**
 * Queries over all rows read only `fila`, which is small; `contenido` has the texts of rows. `busqueda` is filled by the first search. `identidad`: equal
 * coupons share it. `valores` is null if `texto` says the same. `omitida`: 0 for a row to send, else 1 plus the index in `OMISSIONS`. `enviado` is JSON: how
 * the row was recognised as sent before (`enviado`, `corrige`, `parece`), and the upload, the file and the day of that coupon, by which rows are counted;
 * `enviado_en` has the rest. `original` is the coupon as the file had it, if a person corrected it. `ocurrencia` 0: not counted yet. `centavos` is null in a
 * row with errors or that is no coupon. `billetera`: the reference and type of a wallet sale; null in others. `de_plantilla`: what the file says in cells that
 * a rule of the template corrected. `con_negativos`: the files with negative amounts that nothing in them explained when they were read.
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
  billetera TEXT,
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
CREATE TABLE con_negativos (archivo INTEGER PRIMARY KEY) STRICT;
CREATE TABLE cambio (n INTEGER PRIMARY KEY, deshecho INTEGER NOT NULL) STRICT;
CREATE TABLE cambio_fila (
  n INTEGER NOT NULL, fila INTEGER NOT NULL, antes TEXT NOT NULL, despues TEXT NOT NULL, PRIMARY KEY (n, fila)
) STRICT, WITHOUT ROWID;
CREATE TABLE version (n INTEGER NOT NULL) STRICT;
INSERT INTO version (n) VALUES (0);
`;

const NAMES = ['fila_identidad', 'fila_enviado', 'fila_billetera', 'problema_codigo'];
export const DROP_INDEXES = NAMES.map((name) => `DROP INDEX IF EXISTS ${name};`).join(' ');

/** The indexes are made after loading, because updating them through a hundred thousand insertions takes longer. */
export const INDICES = `
CREATE INDEX IF NOT EXISTS fila_identidad ON fila (identidad) WHERE identidad IS NOT NULL;
CREATE INDEX IF NOT EXISTS fila_enviado ON fila (enviado, omitida, centavos) WHERE enviado IS NOT NULL;
CREATE INDEX IF NOT EXISTS fila_billetera ON fila (billetera, omitida, centavos) WHERE billetera IS NOT NULL;
CREATE INDEX IF NOT EXISTS problema_codigo ON problema (codigo, campo, fila);
`;

/** What a person put in a cell. `leido`: the text was understood and is sent. */
export interface Correction {
  readonly texto: string;
  readonly leido: boolean;
  readonly antes?: string | undefined;
  readonly modo?: CorrectionWay | undefined;
}
export type Corrections = Readonly<Partial<Record<CuponField, Correction>>>;

/** Why a row is left out: a person chose it, or left out all rows with errors, or all that were sent before. A row stores the place in this list, from 1. */
export const OMISSIONS = ['persona', 'error', 'enviado'] as const;
export type Omission = (typeof OMISSIONS)[number];

export interface StoredRow {
  readonly id: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  /** The canonical text, with the exact bytes to send; null if the row has errors or is no coupon. */
  readonly texto: string | null;
  readonly problemas: readonly ReviewProblem[];
  readonly omitida: Omission | null;
  readonly ignorada: boolean;
  readonly correcciones: Corrections | null;
}

/** A row that was just read. `identidad`: the number that equal coupons share; null in a row with errors. */
export interface NewRow {
  readonly fila: StoredRow;
  readonly identidad: number | null;
  /** What the file says, with card numbers masked, in cells that a rule of the template corrected. */
  readonly dePlantilla?: readonly { readonly campo: CuponField; readonly antes: string }[];
}

/** A stored row, and what depends on its equals in this review and in earlier uploads. */
export interface ReviewedRow extends StoredRow {
  /** The id of the first row with the same coupon; null if this row is the first, is left out or has errors. */
  readonly duplicaA: number | null;
  /** Place among the equal sales of its file or sheet, from 1. Of the rows left out, only those that were sent before count. */
  readonly ocurrencia: number;
  /** The coupon of an earlier upload that this one repeats, corrects or resembles; null for none. */
  readonly anterior: RecognisedCupon | null;
}

/** Finds for each coupon, in order, the coupon of an earlier upload; null if it was not sent before. */
export type FindSent = (
  cupones: readonly { readonly texto: string; readonly ocurrencia: number }[],
) => readonly (RecognisedCupon | null)[];

/** Greater than the number of rows of any spreadsheet. */
export const ROWS_PER_FILE = 2 ** 24;
export const rowIdOf = (file: number, row: number): number => file * ROWS_PER_FILE + row;
export const fileAndRowOf = (id: number): { readonly archivo: number; readonly fila: number } => ({
  archivo: Math.floor(id / ROWS_PER_FILE),
  fila: id % ROWS_PER_FILE,
});
