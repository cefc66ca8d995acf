/**
 * A sheet of a workbook as the rest of the program sees it: whatever the format, already reduced to what each cell says
 * (docs/coupons.md, "What a cell says"). The reader stores it by column or by row. Cells are asked for one by one, because two million
 * little objects would cost more than the file.
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

/** Cells merged over several rows of a column; they show the value of the first. Row numbers are those that a person sees, both included. */
export interface TallMerge {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

export interface Sheet {
  /** null in a .csv or .tsv, which has no sheets. */
  readonly name: string | null;
  readonly hidden: boolean;
  /** What separates the cells of a text file. */
  readonly separator?: string | undefined;
  /** True when date serials, and plain numbers that stand for dates, count from 1904 (old workbooks of a Mac). */
  readonly date1904?: boolean;
  /** Merges, in no order. The cells that a merge covers are `vacia`. */
  readonly tallMerges?: readonly TallMerge[];
  /** How many rows the file really holds; their indexes are 0 … rowCount − 1. Gaps in `rowNumber` are blank rows. */
  readonly rowCount: number;
  /** One past the highest column with a cell, over all rows. */
  readonly columnCount: number;
  /** The number a person sees beside the row (the first row of the sheet is 1). Strictly increasing. */
  rowNumber(row: number): number;
  rowHidden(row: number): boolean;
  kind(row: number, column: number): CellKind;
  /**
   * The text that the spreadsheet shows, for identifiers. A number 123 formatted `00000000` is "00000123"; a text cell is as it is, untrimmed,
   * rich text plain; a `fecha` is ISO; a `booleano` is VERDADERO or FALSO; a `vacia` is empty.
   */
  text(row: number, column: number): string;
  /** The number of a `numero` (or the serial of a `fecha`); NaN otherwise. */
  number(row: number, column: number): number;
  /** True for a numeric cell that was written with more than 15 significant digits, which no spreadsheet keeps. */
  precisionLost(row: number, column: number): boolean;
  /** Says that no cell of a row before `row` will be asked for again, so that their memory can be freed. Row numbers stay. */
  releaseBefore?(row: number): void;
}
