import type { Conciliacion } from '../conciliacion.ts';
import type { Count } from './types.ts';

/** The judgments on counts, in one place. Nothing here trusts one count alone (docs/gaps.md, "what `total` counts"). */

export const getCounts = (c: Conciliacion): Count => ({
  total: c.total,
  nuevos: c.nuevos,
  existentes: c.existentes,
  error: c.error,
});

/** Coupons that the three parts speak of: refused ones too, which no result shows. */
export const sumOf = (c: Count): number => c.nuevos + c.existentes + c.error;

/** It says that there is nothing. */
export const countsNothing = (c: Count): boolean => c.total === 0 && sumOf(c) === 0;

/** Nothing changed between two readings. */
export const areCountsEqual = (a: Count, b: Count): boolean =>
  a.total === b.total && a.nuevos === b.nuevos && a.existentes === b.existentes && a.error === b.error;

/**
 * What grew is exactly `n` coupons. The three parts decide; `total` alone only where the parts say less (a server that fills them in later).
 * A sum that says more than `n` is never excused by a `total` that says `n`: `total` may count the new ones only.
 */
function isExact(total: number, parts: number, n: number): boolean {
  return parts === n || (total === n && parts < n);
}

/** The counts are what `n` applied coupons explain. */
export const explains = (c: Count, n: number): boolean => isExact(c.total, sumOf(c), n);

/** From one reading to the next the reconciliation grew by exactly `n` coupons. */
export const grewBy = (antes: Count, ahora: Count, n: number): boolean =>
  n > 0 &&
  ahora.total >= antes.total &&
  ahora.nuevos >= antes.nuevos &&
  ahora.existentes >= antes.existentes &&
  ahora.error >= antes.error &&
  isExact(ahora.total - antes.total, sumOf(ahora) - sumOf(antes), n);

/** It holds more than before, by any of its counts. */
export const hasGrown = (antes: Count, ahora: Count): boolean =>
  ahora.total > antes.total || sumOf(ahora) > sumOf(antes);

/** A reconciliation that holds more than `n` coupons, by any of its counts. */
export const exceeds = (c: Count, n: number): boolean => c.total > n || sumOf(c) > n;

/** Matched and unmatched cover the total less existing and errors (docs/upload.md, 6). */
export function covers(c: Conciliacion): boolean {
  const expected = sumOf(c) > 0 ? c.nuevos : c.total - c.existentes - c.error;
  return c.conciliados + c.sinConciliar >= expected;
}

/** Two headers say the same in everything that changes while a server works. */
export const isSameHeader = (a: Conciliacion, b: Conciliacion): boolean =>
  areCountsEqual(a, b) && a.estado === b.estado && a.conciliados === b.conciliados && a.sinConciliar === b.sinConciliar;
