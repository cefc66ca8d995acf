import { CELL, type CellKind, type Sheet, type TallMerge } from '../sheet.ts';

/** What the first cell of a merge says. */
interface MergeStatement {
  readonly firstRow: number;
  readonly kind: CellKind;
  readonly text: string;
  readonly number: number;
  readonly lost: boolean;
}

interface Merge {
  readonly column: number;
  readonly merges: readonly TallMerge[];
  /** The first merge that does not end above the row that was looked at. */
  next: number;
  dicho: MergeStatement | undefined;
  /** The row that was looked at is covered, and this is what it shows. */
  coverage: MergeStatement | undefined;
}

export interface Merges {
  /** The sheet, in which the cells of the row that was looked at say what their merges show. */
  readonly sheet: Sheet;
  /** Looks at a row, each once and in order: what it begins is kept for those that come. */
  inspect(row: number): void;
  /** The columns of that row that take what a merge shows, each with the row where it begins. */
  listTaken(): readonly { readonly column: number; readonly firstRow: number }[];
}

/**
 * Cells merged over several rows of some columns: a person sees the first one's value beside every row. undefined where there are none, as
 * nearly always.
 */
export function readMerges(sheet: Sheet, columns: readonly number[]): Merges | undefined {
  const byColumn = columns.flatMap((column): Merge[] => {
    const merges = (sheet.tallMerges ?? []).filter((merge) => merge.column === column);
    if (merges.length === 0) return [];
    return [
      {
        column,
        merges: merges.toSorted((a, b) => a.firstRow - b.firstRow),
        next: 0,
        dicho: undefined,
        coverage: undefined,
      },
    ];
  });
  if (byColumn.length === 0) return undefined;
  let actual = -1;
  const covers = (row: number, column: number): MergeStatement | undefined =>
    row === actual ? byColumn.find((one) => one.column === column)?.coverage : undefined;
  return {
    sheet: {
      ...delegateSheet(sheet),
      kind: (row, column) => covers(row, column)?.kind ?? sheet.kind(row, column),
      text: (row, column) => covers(row, column)?.text ?? sheet.text(row, column),
      number: (row, column) => covers(row, column)?.number ?? sheet.number(row, column),
      precisionLost: (row, column) => covers(row, column)?.lost ?? sheet.precisionLost(row, column),
    },
    inspect: (row) => {
      actual = row;
      for (const one of byColumn) inspectColumn(sheet, one, row);
    },
    listTaken: () =>
      byColumn.flatMap(({ column, coverage: dicho }) =>
        dicho === undefined ? [] : [{ column, firstRow: dicho.firstRow }],
      ),
  };
}

/** The methods of a sheet that are not about one cell. A sheet may be a class, whose methods a spread does not copy. */
const delegateSheet = (
  sheet: Sheet,
): Pick<Sheet, 'name' | 'hidden' | 'rowCount' | 'columnCount' | 'rowNumber' | 'rowHidden'> & {
  readonly date1904?: boolean;
} => ({
  name: sheet.name,
  hidden: sheet.hidden,
  rowCount: sheet.rowCount,
  columnCount: sheet.columnCount,
  rowNumber: (row) => sheet.rowNumber(row),
  rowHidden: (row) => sheet.rowHidden(row),
  ...(sheet.date1904 === undefined ? {} : { date1904: sheet.date1904 }),
});

function inspectColumn(sheet: Sheet, one: Merge, row: number): void {
  const { column, merges } = one;
  const fila = sheet.rowNumber(row);
  while (one.next < merges.length && (merges[one.next]?.lastRow ?? 0) < fila) one.next += 1;
  const merge = merges[one.next];
  one.coverage = undefined;
  if (merge === undefined || merge.firstRow > fila) return;
  if (merge.firstRow < fila) {
    // What is above the header, or in no row at all, was not looked at.
    if (one.dicho?.firstRow === merge.firstRow && sheet.kind(row, column) === CELL.vacia) one.coverage = one.dicho;
    return;
  }
  const kind = sheet.kind(row, column);
  if (kind === CELL.vacia) return;
  one.dicho = {
    firstRow: fila,
    kind,
    text: sheet.text(row, column),
    number: sheet.number(row, column),
    lost: sheet.precisionLost(row, column),
  };
}
