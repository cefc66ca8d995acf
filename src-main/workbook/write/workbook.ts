/**
 * The program's description of a workbook, before any spreadsheet library is involved. Rows come one at a time from where they are stored; the kind
 * of a column says how its cells are read.
 */

/**
 * The kind of a column. `importe` is whole centavos; `fecha` is `YYYY-MM-DD`; `fechaHora` is `YYYY-MM-DD HH:MM:SS`; `texto` stays text whatever it
 * looks like (identifiers with leading zeros, text that begins with = + - @). `entero` and `porcentaje` also take the number as the service writes it
 * ("3", "25.60"); a text that is no number stays text.
 */
export type ColumnType = 'texto' | 'entero' | 'importe' | 'porcentaje' | 'fecha' | 'fechaHora' | 'booleano';

/** null is an empty cell. A bigint is only for sums of centavos. */
export type Cell = string | number | bigint | boolean | null;

export interface Column {
  readonly titulo: string;
  readonly tipo: ColumnType;
  /** Width in characters of the default font. */
  readonly ancho: number;
  /** In the totals row: `suma` adds the column; `{ cuenta }` counts its cells and shows the count with that word after it ("1.100 cupones"). */
  readonly total?: 'suma' | { readonly cuenta: string };
}

/** A sheet with one table: stamp lines, header, rows, totals. When it is full the table goes on in another sheet. */
export interface TableSheet {
  readonly forma: 'tabla';
  readonly nombre: string;
  /** Lines above the header; the first is the title. */
  readonly sello: readonly string[];
  readonly columnas: readonly Column[];
  /** The text in place of the rows when there are none. */
  readonly vacia: string;
  /** A note of the totals row, in a free cell where it can be read whole: that part of the period is missing from the totals. */
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
  /** As in `TableSheet`. */
  readonly totalNote?: string;
  readonly columnas: readonly Omit<Column, 'ancho'>[];
  readonly filas: readonly (readonly (Cell | Formula)[])[];
}

export interface RecordFact {
  readonly label: string;
  readonly tipo: ColumnType;
  readonly valor: Cell;
}

/** A sheet to read from top to bottom: a title, labelled facts, then small tables one below the other. It is held whole. */
export interface RecordSheet {
  readonly forma: 'ficha';
  readonly nombre: string;
  readonly titulo: string;
  readonly widths: readonly number[];
  readonly data: readonly RecordFact[];
  readonly tables: readonly RecordTable[];
}

export type OutputSheet = TableSheet | RecordSheet;

/** The part of a table that is sent to the worker at once: everything but its rows. */
export type TableShape = Omit<TableSheet, 'filas'>;
