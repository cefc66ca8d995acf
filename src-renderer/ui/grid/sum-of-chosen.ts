import { addUp } from '../format.ts';
import { valorDe } from './text.ts';
import type { DataColumn } from './types.ts';

interface Summing<F> {
  readonly columnas: readonly DataColumn<F>[];
  /** The totals of all rows: only their columns are added up. Undefined: every column of amounts is. */
  readonly totales: Readonly<Record<string, string>> | undefined;
  /** False for a row that repeats others: the heading of a group. */
  readonly counts: (fila: F) => boolean;
}

interface Sum {
  readonly n: number;
  /** Decimal text by column. A column without any amount has no sum: that is not zero. */
  readonly totales: Readonly<Record<string, string>>;
  /** How many rows at least one of the sums leaves out, because they have no readable amount. */
  readonly sinImporte: number;
}

/** Adds up the marked rows; undefined for fewer than two, whose sum the row itself shows. */
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
  // A column without any amount has no sum, so it leaves no row out. If no column has a sum, all rows are left out.
  const withSum = sums.filter(({ isEmpty }) => !isEmpty);
  const judged = withSum.length === 0 ? sums : withSum;
  const isLeftOut = (row: number): boolean => judged.some(({ amounts }) => addUp([amounts[row] ?? '']).sinLeer > 0);
  return {
    n: filas.length,
    totales: Object.fromEntries(withSum.map(({ columna, total }) => [columna.clave, total])),
    sinImporte: filas.filter((_fila, row) => isLeftOut(row)).length,
  };
}

/** The amount of a row; empty when it was not reported: it adds nothing and is counted. */
function importeDe<F>(columna: DataColumn<F>, fila: F): string {
  const valor = valorDe(columna, fila);
  return typeof valor === 'string' ? valor : '';
}
