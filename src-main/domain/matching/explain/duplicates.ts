import { f64 } from '../fields/columns.ts';
import type { CuponTable } from '../fields/cupon-table.ts';
import type { Matching } from '../match.ts';

/** The coupon that another one repeats. */
export interface Repeated {
  readonly de: string;
  readonly conciliado: boolean;
}

/** The first coupon of each upload and identity. */
function createFirsts() {
  const byUpload = new Map<number, Map<number, number>>();
  return {
    add(table: CuponTable, cupon: number): void {
      const upload = f64(table.carga, cupon);
      const own = byUpload.get(upload) ?? new Map<number, number>();
      byUpload.set(upload, own);
      const identity = f64(table.identity, cupon);
      if (!own.has(identity)) own.set(identity, cupon);
    },
    find: (table: CuponTable, cupon: number): number | undefined =>
      byUpload.get(f64(table.carga, cupon))?.get(f64(table.identity, cupon)),
  };
}

/**
 * Finds coupons that are equal to another one of their upload. The original is the one that the service matched, else the first; it is no
 * duplicate.
 */
export function groupDuplicates({ cupones, matched, results }: Matching): (cupon: number) => Repeated | undefined {
  const [isMatched, first] = [createFirsts(), createFirsts()];
  for (let i = 0; i < matched.size; i++) isMatched.add(matched, i);
  for (const { cupon } of results) first.add(cupones, cupon);
  return (cupon) => {
    const original = isMatched.find(cupones, cupon);
    if (original !== undefined) return { de: matched.keys[original] ?? '', conciliado: true };
    const other = first.find(cupones, cupon);
    return other === undefined || other === cupon ? undefined : { de: cupones.keys[other] ?? '', conciliado: false };
  };
}
