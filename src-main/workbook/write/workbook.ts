/** Describes a workbook without any spreadsheet library. Rows come one at a time, and the type of a column says how to read its cells. */

/**
 * `importe` is centavos; `fecha` is `YYYY-MM-DD`; `fechaHora` is `YYYY-MM-DD HH:MM:SS`; `texto` stays text, even with leading zeros or = + - @. `entero` and
 * `porcentaje` also take a number as the service writes it ("3", "25.60"); a text that is no number stays text.
 */
export type ColumnType = 'texto' | 'entero' | 'importe' | 'porcentaje' | 'fecha' | 'fechaHora' | 'booleano';

/** null is an empty cell; a bigint is a sum of centavos. */
export type Cell = string | number | bigint | boolean | null;

export type CountWord = readonly [one: string, several: string];

export interface Column {
  readonly titulo: string;
  readonly tipo: ColumnType;
  /** The width in characters of the default font. */
  readonly ancho: number;
  /** What the totals row shows: `suma` adds up the column; `{ cuenta }` counts its cells and puts the word after the number ("1 cupón", "1.100 cupones"). */
  readonly total?: 'suma' | { readonly cuenta: CountWord };
  /** The words that a person may enter in this column; spreadsheet programs offer them as a list. */
  readonly opciones?: readonly string[];
}

/** A sheet with one table: stamp lines, header, rows, totals. If it is full, the table continues on a further sheet. */
export interface TableSheet {
  readonly forma: 'tabla';
  readonly nombre: string;
  /** Lines above the header; the first is the title. */
  readonly sello: readonly string[];
  readonly columnas: readonly Column[];
  /** The text to show if there are no rows. */
  readonly vacia: string;
  /** A note that the totals lack a part of the period. It stands beside the totals, or after them if no cell has room. */
  readonly totalNote?: string;
  /** The rows, with one cell per column; read once, in order. */
  readonly filas: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}

/** A formula as Excel stores it (English names, commas, no leading =), with its current value. */
export interface Formula {
  readonly formula: string;
  readonly valor: Cell;
}

export interface RecordTable {
  readonly titulo: string;
  /** The text to show if there are no rows; without it, only the header is shown. */
  readonly vacia?: string;
  readonly totalNote?: string;
  readonly columnas: readonly Omit<Column, 'ancho'>[];
  readonly filas: readonly (readonly (Cell | Formula)[])[];
}

export interface RecordFact {
  readonly label: string;
  readonly tipo: ColumnType;
  readonly valor: Cell;
}

/** A sheet to read from top to bottom: a title, facts with labels, then small tables. All of it is held in memory. */
export interface RecordSheet {
  readonly forma: 'ficha';
  readonly nombre: string;
  readonly titulo: string;
  /** The least width of each column, in characters; longer figures and texts widen it. */
  readonly widths: readonly number[];
  /** Columns to hide on screen and paper, from 0, because they have no information in this sheet. */
  readonly hidden?: readonly number[];
  readonly data: readonly RecordFact[];
  readonly tables: readonly RecordTable[];
}

export type OutputSheet = TableSheet | RecordSheet;

/** The part of a table that the worker gets before the rows. */
export interface TableShape extends Omit<TableSheet, 'filas'> {
  /** Columns without any value, from 0; hidden if the sheet is too wide for one page. */
  readonly empty: readonly number[];
}
