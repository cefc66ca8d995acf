/** The program's description of a workbook, without any spreadsheet library. Rows come one at a time; the kind of a column decides how its cells are read. */

/**
 * `importe` is whole centavos; `fecha` is `YYYY-MM-DD`; `fechaHora` is `YYYY-MM-DD HH:MM:SS`; `texto` stays text, even with leading zeros or = + - @.
 * `entero` and `porcentaje` also take the service's number ("3", "25.60"); a text that is no number stays text.
 */
export type ColumnType = 'texto' | 'entero' | 'importe' | 'porcentaje' | 'fecha' | 'fechaHora' | 'booleano';

/** null is an empty cell. A bigint is only for sums of centavos. */
export type Cell = string | number | bigint | boolean | null;

export type CountWord = readonly [one: string, several: string];

export interface Column {
  readonly titulo: string;
  readonly tipo: ColumnType;
  /** In characters of the default font. */
  readonly ancho: number;
  /** In the totals row: `suma` adds the column; `{ cuenta }` counts its cells and shows that word after the count ("1 cupón", "1.100 cupones"). */
  readonly total?: 'suma' | { readonly cuenta: CountWord };
  /** The words that a person may put into its cells: the spreadsheet program offers them as a list. */
  readonly opciones?: readonly string[];
}

/** A sheet with one table: stamp lines, header, rows, totals. A full table continues on another sheet. */
export interface TableSheet {
  readonly forma: 'tabla';
  readonly nombre: string;
  /** Lines above the header; the first is the title. */
  readonly sello: readonly string[];
  readonly columnas: readonly Column[];
  /** The text in place of missing rows. */
  readonly vacia: string;
  /** A note in a free cell of the totals row, if it fits there: the totals lack part of the period. */
  readonly totalNote?: string;
  /** Each row has one cell per column. Read once, in order. */
  readonly filas: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}

/** A formula as Excel stores it (English names, commas, no leading =), with its current value. */
export interface Formula {
  readonly formula: string;
  readonly valor: Cell;
}

export interface RecordTable {
  readonly titulo: string;
  /** The text in place of missing rows; without it the header stands alone. */
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

/** A sheet to read from top to bottom: a title, labelled facts, then small tables. It is held whole. */
export interface RecordSheet {
  readonly forma: 'ficha';
  readonly nombre: string;
  readonly titulo: string;
  /** The least width of each column, in characters: figures and texts of the tables that are longer get more. */
  readonly widths: readonly number[];
  /** Columns to hide, from 0, because they say nothing in this sheet. Paper leaves them out. */
  readonly hidden?: readonly number[];
  readonly data: readonly RecordFact[];
  readonly tables: readonly RecordTable[];
}

export type OutputSheet = TableSheet | RecordSheet;

/** The part of a table that the worker gets first: everything except the rows. */
export interface TableShape extends Omit<TableSheet, 'filas'> {
  /** Columns without values, from 0. They are hidden if the sheet is too wide for one page. */
  readonly empty: readonly number[];
}
