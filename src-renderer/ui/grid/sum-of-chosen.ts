import { addUp } from '../format.ts';
import { valueOf } from './text.ts';
import type { DataColumn } from './types.ts';

interface Summing<F> {
  readonly columnas: readonly DataColumn<F>[];
  /** The totals of all rows: only their columns are added up. Undefined: every column of amounts is. */
  readonly totales: Readonly<Record<string, string>> | undefined;
  /** False for a row that repeats others: the heading of a group. */
  readonly counts: (row: F) => boolean;
  /** The fewest rows that are added up: two, as a single marked row shows its own amount. */
  readonly least?: number;
}

interface Sum {
  readonly n: number;
  /** Decimal text by column. A column without any amount has no sum: that is not zero. */
  readonly totales: Readonly<Record<string, string>>;
  /** How many rows at least one of the sums leaves out, because they have no readable amount; a column where a row may have none leaves out no row. */
  readonly sinImporte: number;
}

/** Adds up the marked rows; undefined for fewer than `least`. */
export function sumOfMarked<F>(
  marked: readonly F[],
  { columnas, totales, counts, least = 2 }: Summing<F>,
): Sum | undefined {
  const rows = marked.filter(counts);
  if (rows.length < least) return undefined;
  const sums = columnas
    .filter(({ clave, tipo }) => tipo === 'importe' && (totales === undefined || clave in totales))
    .map((column) => {
      const amounts = rows.map((row) => importeOf(column, row));
      const { total, sinLeer } = addUp(amounts);
      return { columna: column, amounts, total, isEmpty: sinLeer === rows.length };
    });
  // A column without any amount has no sum, so it leaves no row out. If no column that every row should have has a sum, all rows are left out.
  const withSum = sums.filter(({ isEmpty }) => !isEmpty);
  const due = sums.filter(({ columna }) => columna.isOptional !== true);
  const summedDue = due.filter(({ isEmpty }) => !isEmpty);
  const judged = summedDue.length === 0 ? due : summedDue;
  const isLeftOut = (row: number): boolean => judged.some(({ amounts }) => addUp([amounts[row] ?? '']).sinLeer > 0);
  return {
    n: rows.length,
    totales: Object.fromEntries(withSum.map(({ columna, total }) => [columna.clave, total])),
    sinImporte: rows.filter((_row, row) => isLeftOut(row)).length,
  };
}

/** The amount of a row; empty when it was not reported: it adds nothing and is counted. */
function importeOf<F>(column: DataColumn<F>, row: F): string {
  const value = valueOf(column, row);
  return typeof value === 'string' ? value : '';
}
