import type { TallMerge } from '#domain/sheet.ts';
import { createTooBigProblem } from './file-problem.ts';

/** Rows from 1, columns from 0, ends included. */
export interface Area {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** All cells of merges but the first of each, the only one whose value a spreadsheet shows. */
export interface MergedAreas {
  readonly tall: readonly TallMerge[];
  eachCovered(row: number, visit: (firstColumn: number, lastColumn: number) => void): void;
}

export const NO_MERGES: MergedAreas = { tall: [], eachCovered: () => undefined };

const MAX_AREAS = 1_000_000;
/** The most rows that merges may touch, all together. */
const MAX_AREA_ROWS = 4_000_000;

/** Throws `ARCHIVO_DEMASIADO_GRANDE` for more merges than any real sheet has. */
export function readMergedAreas(areas: readonly Area[]): MergedAreas {
  if (areas.length === 0) return NO_MERGES;
  if (areas.length > MAX_AREAS) throw createTooBigProblem('merged areas');
  const byRow = new Map<number, Area[]>();
  let rows = 0;
  for (const area of areas) {
    rows += area.lastRow - area.firstRow + 1;
    if (rows > MAX_AREA_ROWS) throw createTooBigProblem('merged areas');
    for (let row = area.firstRow; row <= area.lastRow; row += 1) {
      const list = byRow.get(row);
      if (list === undefined) byRow.set(row, [area]);
      else list.push(area);
    }
  }
  return {
    tall: areas.flatMap(({ firstRow, lastRow, firstColumn }) =>
      lastRow > firstRow ? [{ column: firstColumn, firstRow, lastRow }] : [],
    ),
    eachCovered: (row, visit) => {
      for (const area of byRow.get(row) ?? []) {
        visit(row === area.firstRow ? area.firstColumn + 1 : area.firstColumn, area.lastColumn);
      }
    },
  };
}
