import type { Conciliacion } from '../conciliacion.ts';
import type { Count } from './types.ts';

/** All judgments on counts. They ignore `total`: the description does not say what it counts. */

export const NO_COUNTS: Count = { total: 0, nuevos: 0, existentes: 0, error: 0 };

export const getCounts = (c: Conciliacion): Count => ({
  total: c.total,
  nuevos: c.nuevos,
  existentes: c.existentes,
  error: c.error,
});

/** Includes coupons with errors, which no result shows. */
export const sumOf = (c: Count): number => c.nuevos + c.existentes + c.error;

export const areCountsEqual = (a: Count, b: Count): boolean =>
  a.nuevos === b.nuevos && a.existentes === b.existentes && a.error === b.error;

/** The reconciliation grew by exactly `n` coupons between two readings. */
export const grewBy = (before: Count, now: Count, n: number): boolean =>
  n > 0 &&
  now.nuevos >= before.nuevos &&
  now.existentes >= before.existentes &&
  now.error >= before.error &&
  sumOf(now) - sumOf(before) === n;

/** The service has finished: it counts every new coupon as matched or unmatched (docs/upload.md, 6). */
export const covers = (c: Conciliacion): boolean => c.conciliados + c.sinConciliar >= c.nuevos;

/** Equal in everything that changes while a server works. */
export const isSameHeader = (a: Conciliacion, b: Conciliacion): boolean =>
  areCountsEqual(a, b) && a.estado === b.estado && a.conciliados === b.conciliados && a.sinConciliar === b.sinConciliar;
