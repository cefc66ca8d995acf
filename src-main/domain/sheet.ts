/**
 * A sheet of a workbook of any format, reduced to kind, text and number of each cell (docs/coupons.md, "What a cell says"). Cells are read one by
 * one, because two million small objects would cost more than the file.
 */
export const CELL = {
  vacia: 0,
  texto: 1,
  numero: 2,
  /** A number whose format shows a date; `text` is `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
  fecha: 3,
  booleano: 4,
  /** `#N/A` and its kind; `text` is the code that the cell shows. */
  error: 5,
  /** A formula without a cached value; `text` is empty. */
  formulaWithoutValue: 6,
} as const;
export type CellKind = (typeof CELL)[keyof typeof CELL];

/** Cells merged over several rows of a column, which show the value of the first. Row numbers as a person sees them, both included. */
export interface TallMerge {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

export interface Sheet {
  /** null in a .csv or .tsv, which has no sheets. */
  readonly name: string | null;
  readonly hidden: boolean;
  readonly separator?: string | undefined;
  /** Date serials, and plain numbers that stand for dates, count from 1904 (old workbooks of a Mac). */
  readonly date1904?: boolean;
  /** Merges, in no order. The cells that a merge covers are `vacia`. */
  readonly tallMerges?: readonly TallMerge[];
  /** How many rows the file really holds; their indexes are 0 … rowCount − 1. Gaps in `rowNumber` are blank rows. */
  readonly rowCount: number;
  /** One past the highest column with a cell, over all rows. */
  readonly columnCount: number;
  /** The number beside the row in the spreadsheet, from 1. Strictly increasing. */
  rowNumber(row: number): number;
  rowHidden(row: number): boolean;
  kind(row: number, column: number): CellKind;
  /**
   * The text that the spreadsheet shows, for identifiers. A number 123 formatted `00000000` is "00000123"; a text cell is untrimmed, rich text plain; a
   * `fecha` is ISO; a `booleano` is VERDADERO or FALSO; a `vacia` is empty.
   */
  text(row: number, column: number): string;
  /** The number of a `numero` (or the serial of a `fecha`); NaN otherwise. */
  number(row: number, column: number): number;
  /** A numeric cell written with more than 15 significant digits, which no spreadsheet keeps. */
  precisionLost(row: number, column: number): boolean;
  /** Promises not to read a cell before `row` again, so that its memory can be freed. Row numbers stay. */
  releaseBefore?(row: number): void;
}
