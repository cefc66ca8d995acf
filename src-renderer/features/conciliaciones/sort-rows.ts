import type { DataColumn, Order, Value } from '../../ui/grid/types.ts';

/** Sorts by a column. Rows without a value come last, in both directions. */
export function sortRows<F>(
  rows: readonly F[],
  columns: readonly DataColumn<F>[],
  order: Order | undefined,
): readonly F[] {
  const column = columns.find(({ clave }) => clave === order?.campo);
  if (order === undefined || column?.valor === undefined) return rows;
  const { tipo, valor } = column;
  const toComparable = (row: F): Value => {
    const one = valor(row);
    return tipo === 'importe' && !isNothing(one) ? Number(one) : one;
  };
  const direction = order.desc ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [toComparable(a), toComparable(b)];
    if (isNothing(x) || isNothing(y)) return Number(isNothing(x)) - Number(isNothing(y));
    if (typeof x === 'number' && typeof y === 'number') return direction * (x - y);
    return direction * String(x).localeCompare(String(y));
  });
}
const isNothing = (value: Value): boolean => value === null || value === undefined || value === '';
