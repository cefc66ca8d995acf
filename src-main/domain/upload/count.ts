import type { Conciliacion } from '../conciliacion.ts';
import type { Count } from './types.ts';

/** The judgments on counts, in one place. Nothing here trusts one count alone (docs/gaps.md, "what `total` counts"). */

export const getCounts = (c: Conciliacion): Count => ({
  total: c.total,
  nuevos: c.nuevos,
  existentes: c.existentes,
  error: c.error,
});

/** The sum of the three parts. It includes coupons with errors, which no result shows. */
export const sumOf = (c: Count): number => c.nuevos + c.existentes + c.error;

/** The counts say that there are no coupons. */
export const countsNothing = (c: Count): boolean => c.total === 0 && sumOf(c) === 0;

/** The counts of two readings are equal. */
export const areCountsEqual = (a: Count, b: Count): boolean =>
  a.total === b.total && a.nuevos === b.nuevos && a.existentes === b.existentes && a.error === b.error;

/**
 * Whether the growth is exactly `n` coupons. The sum of the three parts decides. `total` decides only where the parts say less (a server that fills them
 * in later). A sum above `n` is never excused by a `total` of `n`, because `total` may count the new ones only.
 */
function isExact(total: number, parts: number, n: number): boolean {
  return parts === n || (total === n && parts < n);
}

/** The counts are those of exactly `n` applied coupons. */
export const explains = (c: Count, n: number): boolean => isExact(c.total, sumOf(c), n);

/** The reconciliation grew by exactly `n` coupons between two readings. */
export const grewBy = (before: Count, now: Count, n: number): boolean =>
  n > 0 &&
  now.total >= before.total &&
  now.nuevos >= before.nuevos &&
  now.existentes >= before.existentes &&
  now.error >= before.error &&
  isExact(now.total - before.total, sumOf(now) - sumOf(before), n);

/** The reconciliation holds more coupons than before, by any of its counts. */
export const hasGrown = (before: Count, now: Count): boolean => now.total > before.total || sumOf(now) > sumOf(before);

/** The reconciliation holds more than `n` coupons, by any of its counts. */
export const exceeds = (c: Count, n: number): boolean => c.total > n || sumOf(c) > n;

/** Every new coupon is counted as matched or as unmatched: the service has finished (docs/upload.md, 6). */
export function covers(c: Conciliacion): boolean {
  const expected = sumOf(c) > 0 ? c.nuevos : c.total - c.existentes - c.error;
  return c.conciliados + c.sinConciliar >= expected;
}

/** Two headers are equal in everything that changes while a server works. */
export const isSameHeader = (a: Conciliacion, b: Conciliacion): boolean =>
  areCountsEqual(a, b) && a.estado === b.estado && a.conciliados === b.conciliados && a.sinConciliar === b.sinConciliar;
