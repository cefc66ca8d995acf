/** A sheet of any format as kind, text and number of each cell (docs/coupons.md, "What a cell says"), without cell objects, which need too much memory. */
export const CELL = {
  vacia: 0,
  texto: 1,
  numero: 2,
  /** A number whose format shows a date; `text` is `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
  fecha: 3,
  booleano: 4,
  /** An error such as `#N/A`; `text` is the code that the cell shows. */
  error: 5,
  formulaWithoutValue: 6,
} as const;
export type CellKind = (typeof CELL)[keyof typeof CELL];

/** Cells merged over several rows, by their first column; a spreadsheet shows the value of the first cell. Row numbers as a person sees them, both included. */
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
  /** Date serials, and numbers that stand for dates, count from 1904 (old workbooks of a Mac). */
  readonly date1904?: boolean | undefined;
  /** In no particular order. The cells of a merge except its first are `vacia`. */
  readonly tallMerges?: readonly TallMerge[] | undefined;
  /** How many rows the file has; their indexes are 0 to rowCount − 1. The numbers that `rowNumber` skips are blank rows. */
  readonly rowCount: number;
  /** The highest column with a cell in any row, plus 1. */
  readonly columnCount: number;
  /** The number that the spreadsheet shows beside the row, from 1; strictly increasing. */
  rowNumber(row: number): number;
  rowHidden(row: number): boolean;
  kind(row: number, column: number): CellKind;
  /** The text as shown: 123 with the format `00000000` is "00000123". Texts are not trimmed; a `fecha` is ISO, a `booleano` VERDADERO or FALSO. */
  text(row: number, column: number): string;
  /** The number of a `numero`, or the serial of a `fecha`; NaN for other kinds. */
  number(row: number, column: number): number;
  /** Whether the file writes the number with more than 15 significant digits, which spreadsheet programs do not keep. */
  precisionLost(row: number, column: number): boolean;
  /** Frees the memory of earlier rows: no cell before `row` may be read afterwards. Row numbers stay valid. */
  releaseBefore?(row: number): void;
}

/** What a changed sheet gives for a cell instead of its own value. */
export interface ShownCell {
  readonly kind: CellKind;
  readonly text: string;
  readonly number: number;
  readonly lost?: boolean;
}

export const EMPTY_CELL: ShownCell = { kind: CELL.vacia, text: '', number: Number.NaN };

export const toTextCell = (text: string): ShownCell => ({ kind: CELL.texto, text, number: Number.NaN });

/** Replaces some cells of a sheet; `shown` gives undefined for a cell that stays. Lists all members, because a spread does not copy a class's methods. */
export const changeCells = (sheet: Sheet, shown: (row: number, column: number) => ShownCell | undefined): Sheet => ({
  name: sheet.name,
  hidden: sheet.hidden,
  separator: sheet.separator,
  date1904: sheet.date1904,
  tallMerges: sheet.tallMerges,
  rowCount: sheet.rowCount,
  columnCount: sheet.columnCount,
  rowNumber: (row) => sheet.rowNumber(row),
  rowHidden: (row) => sheet.rowHidden(row),
  kind: (row, column) => shown(row, column)?.kind ?? sheet.kind(row, column),
  text: (row, column) => shown(row, column)?.text ?? sheet.text(row, column),
  number: (row, column) => shown(row, column)?.number ?? sheet.number(row, column),
  precisionLost(row, column) {
    const cell = shown(row, column);
    return cell === undefined ? sheet.precisionLost(row, column) : cell.lost === true;
  },
});
