import { addUp } from '../format.ts';
import { valorDe } from './text.ts';
import type { DataColumn } from './types.ts';

interface Summing<F> {
  readonly columnas: readonly DataColumn<F>[];
  /** The totals of all rows, which say what adds up; every amount where there are none. */
  readonly totales: Readonly<Record<string, string>> | undefined;
  /** False for a row that repeats others: the heading of a group. */
  readonly counts: (fila: F) => boolean;
}

interface Sum {
  readonly n: number;
  /** Decimal text by column; nothing where no row has an amount, which is not zero. */
  readonly totales: Readonly<Record<string, string>>;
  /** Rows that some of those sums leaves out, because there is no amount to be read in them. */
  readonly sinImporte: number;
}

/** What the marked rows add up to; undefined while they are fewer than two, which says nothing that the row does not. */
export function sumOfMarked<F>(marked: readonly F[], { columnas, totales, counts }: Summing<F>): Sum | undefined {
  const filas = marked.filter(counts);
  if (filas.length < 2) return undefined;
  const sums = columnas
    .filter(({ clave, tipo }) => tipo === 'importe' && (totales === undefined || clave in totales))
    .map((columna) => {
      const amounts = filas.map((fila) => importeDe(columna, fila));
      const { total, sinLeer } = addUp(amounts);
      return { columna, amounts, total, isEmpty: sinLeer === filas.length };
    });
  // A column of which these rows say nothing at all has no sum that leaves any out; where none has, all of them are left out.
  const withSum = sums.filter(({ isEmpty }) => !isEmpty);
  const judged = withSum.length === 0 ? sums : withSum;
  const isLeftOut = (row: number): boolean => judged.some(({ amounts }) => addUp([amounts[row] ?? '']).sinLeer > 0);
  return {
    n: filas.length,
    totales: Object.fromEntries(withSum.map(({ columna, total }) => [columna.clave, total])),
    sinImporte: filas.filter((_fila, row) => isLeftOut(row)).length,
  };
}

/** What was not reported adds nothing, and is counted. */
function importeDe<F>(columna: DataColumn<F>, fila: F): string {
  const valor = valorDe(columna, fila);
  return typeof valor === 'string' ? valor : '';
}
