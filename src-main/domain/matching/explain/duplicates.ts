import { f64 } from '../fields/columns.ts';
import type { CuponTable } from '../fields/cupon-table.ts';
import type { Matching } from '../match.ts';

/** The coupon that another one repeats. */
export interface Repeated {
  readonly de: string;
  readonly conciliado: boolean;
}

const groupOf = (table: CuponTable, index: number): string =>
  `${String(f64(table.carga, index))}|${String(f64(table.identity, index))}`;

/**
 * Finds coupons that are equal to another one of their upload. The original is the one that the service matched, else the first; it is no
 * duplicate.
 */
export function groupDuplicates({ cupones, matched, results }: Matching): (cupon: number) => Repeated | undefined {
  const conciliado = new Map<string, string>();
  for (let i = 0; i < matched.size; i++) {
    const group = groupOf(matched, i);
    if (!conciliado.has(group)) conciliado.set(group, matched.keys[i] ?? '');
  }
  const first = new Map<string, number>();
  const groups = new Map<number, string>();
  for (const { cupon } of results) {
    const group = groupOf(cupones, cupon);
    groups.set(cupon, group);
    if (!first.has(group)) first.set(group, cupon);
  }
  return (cupon) => {
    const group = groups.get(cupon) ?? '';
    const original = conciliado.get(group);
    if (original !== undefined) return { de: original, conciliado: true };
    const other = first.get(group);
    return other === undefined || other === cupon ? undefined : { de: cupones.keys[other] ?? '', conciliado: false };
  };
}
