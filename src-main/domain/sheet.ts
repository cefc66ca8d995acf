/**
 * A sheet of a workbook as the rest of the program sees it: whatever the format, already reduced to what each cell says
 * (docs/coupons.md, "What a cell says"). Stored by column or by row as the reader prefers; asked cell by cell, because two million
 * little objects cost more than the file.
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
  formulaSinValor: 6,
} as const;
export type CellKind = (typeof CELL)[keyof typeof CELL];

/** Cells joined into one over several rows of a column, which shows what the first says. Rows as a person sees them, both included. */
export interface TallMerge {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

export interface Sheet {
  /** null in a .csv or .tsv, which has no sheets. */
  readonly name: string | null;
  readonly hidden: boolean;
  /** Its serials count from 1904 (old workbooks of a Mac), and so do the plain numbers that stand for dates. */
  readonly date1904?: boolean;
  /** In no order. The cells that they cover are `vacia`. */
  readonly tallMerges?: readonly TallMerge[];
  /** Rows that the file really holds (blank rows between them are told by `rowNumber`). Index 0 … rowCount − 1. */
  readonly rowCount: number;
  /** One past the highest column with a cell, over all rows. */
  readonly columnCount: number;
  /** The number a person sees beside the row (the first row of the sheet is 1). Strictly increasing. */
  rowNumber(row: number): number;
  rowHidden(row: number): boolean;
  kind(row: number, column: number): CellKind;
  /**
   * What the spreadsheet shows, for identifiers: a number 123 formatted `00000000` is "00000123"; a text cell as it is, untrimmed, rich
   * text plain; `fecha` as ISO; `booleano` VERDADERO or FALSO; empty for `vacia`.
   */
  text(row: number, column: number): string;
  /** The number of a `numero` (or the serial of a `fecha`); NaN otherwise. */
  number(row: number, column: number): number;
  /** True for a numeric cell that was written with more than 15 significant digits, which no spreadsheet keeps. */
  precisionLost(row: number, column: number): boolean;
  /** No cell of a row before `row` is asked for again: what they take may be let go. Their numbers stay. */
  releaseBefore?(row: number): void;
}
