import { CELL, changeCells, type Sheet, type ShownCell, type TallMerge } from '../sheet.ts';

interface MergeStatement extends ShownCell {
  readonly firstRow: number;
}

interface Merge {
  readonly column: number;
  readonly merges: readonly TallMerge[];
  /** The first merge that ends at or below the present row. */
  next: number;
  value: MergeStatement | undefined;
  /** The value of the merge that covers the cell in the present row. */
  coverage: MergeStatement | undefined;
}

export interface Merges {
  readonly sheet: Sheet;
  /** Moves to a row. All rows must come once and in order, because values of merges are carried along. */
  inspect(row: number): void;
  /** The columns of the present row that get the value of a merge, each with the row in which the merge begins. */
  listTaken(): readonly { readonly column: number; readonly firstRow: number }[];
}

/** Gives each cell merged over several rows the value that a person sees. Undefined for a sheet without cells merged over rows. */
export function readMerges(sheet: Sheet, columns: readonly number[]): Merges | undefined {
  const byColumn = columns.flatMap((column): Merge[] => {
    const merges = (sheet.tallMerges ?? []).filter((merge) => merge.column === column);
    if (merges.length === 0) return [];
    return [
      {
        column,
        merges: merges.toSorted((a, b) => a.firstRow - b.firstRow),
        next: 0,
        value: undefined,
        coverage: undefined,
      },
    ];
  });
  if (byColumn.length === 0) return undefined;
  let current = -1;
  const covers = (row: number, column: number): MergeStatement | undefined =>
    row === current ? byColumn.find((one) => one.column === column)?.coverage : undefined;
  return {
    sheet: changeCells(sheet, covers),
    inspect: (row) => {
      current = row;
      for (const one of byColumn) inspectColumn(sheet, one, row);
    },
    listTaken: () =>
      byColumn.flatMap(({ column, coverage: said }) =>
        said === undefined ? [] : [{ column, firstRow: said.firstRow }],
      ),
  };
}

function inspectColumn(sheet: Sheet, one: Merge, row: number): void {
  const { column, merges } = one;
  const rowNumber = sheet.rowNumber(row);
  while (one.next < merges.length && (merges[one.next]?.lastRow ?? 0) < rowNumber) one.next += 1;
  const merge = merges[one.next];
  one.coverage = undefined;
  if (merge === undefined || merge.firstRow > rowNumber) return;
  if (merge.firstRow < rowNumber) {
    // If the merge begins above the header or in a row that the file does not store, its first cell was never seen.
    if (one.value?.firstRow === merge.firstRow && sheet.kind(row, column) === CELL.vacia) one.coverage = one.value;
    return;
  }
  const kind = sheet.kind(row, column);
  if (kind === CELL.vacia) return;
  one.value = {
    firstRow: rowNumber,
    kind,
    text: sheet.text(row, column),
    number: sheet.number(row, column),
    lost: sheet.precisionLost(row, column),
  };
}
