import { addUp } from '../format.ts';
import { valorDe } from './text.ts';
import type { DataColumn } from './types.ts';

interface Summing<F> {
  readonly columnas: readonly DataColumn<F>[];
  /** The totals of all rows, which say what adds up; every amount where there are none. */
  readonly totales: Readonly<Record<string, string>> | undefined;
  /** False for a row that repeats others: the heading of a group. */
  readonly cuenta: (fila: F) => boolean;
}

interface Sum {
  readonly n: number;
  /** Decimal text by column. */
  readonly totales: Readonly<Record<string, string>>;
}

/** What the marked rows add up to; undefined while they are fewer than two, which says nothing that the row does not. */
export function sumOfMarked<F>(marked: readonly F[], { columnas, totales, cuenta }: Summing<F>): Sum | undefined {
  const filas = marked.filter(cuenta);
  if (filas.length < 2) return undefined;
  const summable = columnas.filter(
    ({ clave, tipo }) => tipo === 'importe' && (totales === undefined || clave in totales),
  );
  return {
    n: filas.length,
    totales: Object.fromEntries(
      summable.map((columna) => [columna.clave, addUp(filas.map((fila) => importeDe(columna, fila))).total]),
    ),
  };
}

/** What was not reported adds nothing. */
function importeDe<F>(columna: DataColumn<F>, fila: F): string {
  const valor = valorDe(columna, fila);
  return typeof valor === 'string' ? valor : '';
}
