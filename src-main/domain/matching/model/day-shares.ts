import type { OperacionTable } from '../fields/operacion-table.ts';

/** How coupons and operations are spread over days. The uploaded days show which operations may have a coupon at all. */
export interface DayShares {
  /** Share of the coupons of a day, one coupon not counted. */
  of(day: number): number;
  /** How likely an operation of a day is to have a coupon, relative to operations of other days. It is no probability. */
  perOperation(day: number): number;
}

/** The share of all coupons that is given to days without any, because nothing is impossible. */
const ANY_DAY = 0.02;
const NEVER = 1e-7;

/** `cupones`: the days of all coupons that are considered, matched or not. */
export function measureDays(table: OperacionTable, cupones: Iterable<number>): DayShares {
  const [ofCupones, ofOperations] = [countsOf(cupones), countsOf(daysOf(table))];
  const total = Math.max(
    1,
    [...ofCupones.values()].reduce((sum, count) => sum + count, 0),
  );
  const operations = Math.max(1, table.size);
  const shareOfAnyDay = (day: number): number => (ANY_DAY * (ofOperations.get(day) ?? 0)) / operations + NEVER;
  return {
    of: (day) => Math.max(0, (ofCupones.get(day) ?? 0) - 1) / total + shareOfAnyDay(day),
    perOperation: (day) =>
      ((ofCupones.get(day) ?? 0) / total + shareOfAnyDay(day)) / ((ofOperations.get(day) ?? 0) + 1),
  };
}

function* daysOf(table: OperacionTable): Generator<number> {
  for (let row = 0; row < table.size; row++) yield table.day(row);
}

function countsOf(days: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
