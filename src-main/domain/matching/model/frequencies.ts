import type { OperacionIndex } from '../candidates/operacion-index.ts';
import { u32 } from '../fields/columns.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import { partsOfBin } from '../levels/level.ts';
import { countBetween, measureAmounts } from './amount-shares.ts';
import { createDaySamples } from './day-samples.ts';

/** How common each value is among an account's operations; *u* is made from it. With the same frequencies, more operations change no weight. */
export type Frequencies = ReturnType<typeof measureFrequencies>;

const LAST_FOURS = 10_000;

/** Operations, which of them are free, and the days of all coupons, matched or not. */
export interface Measured {
  readonly table: OperacionTable;
  readonly index: OperacionIndex;
  readonly cuponDays: Iterable<number>;
  isFree(row: number): boolean;
}

export function measureFrequencies({ table, index, cuponDays, isFree }: Measured) {
  const total = Math.max(1, table.size);
  const cards = new Uint32Array(LAST_FOURS);
  const bins = new Map<number, number>();
  const instalments = new Uint32Array(100);
  for (let row = 0; row < table.size; row++) {
    const card = table.lastFour(row);
    if (card >= 0) cards[card] = u32(cards, card) + 1;
    const bin = table.bin(row);
    if (bin >= 0) bins.set(bin, (bins.get(bin) ?? 0) + 1);
    const paid = table.instalments(row);
    if (paid >= 0) instalments[paid] = u32(instalments, paid) + 1;
  }
  const inBin = new Uint32Array(LAST_FOURS);
  for (const [bin, count] of bins) for (const part of new Set(partsOfBin(bin))) inBin[part] = u32(inBin, part) + count;
  const authorisations = Float64Array.from({ length: table.size }, (_, row) => table.authorisation(row)).sort();
  const countOf = (visitAll: (visit: () => void) => void): number => {
    let count = 0;
    visitAll(() => (count += 1));
    return count;
  };
  const days = measureDays(table, cuponDays);
  return {
    amounts: measureAmounts(table),
    days,
    /** Sum of `days.perOperation` over the free operations. */
    freeMass: massOf(table, days, isFree),
    sampleOf: createDaySamples(table, index),
    /** The share of operations with a value, one method per field. */
    lastFour: (value: number): number => (u32(cards, value) + 1) / (total + LAST_FOURS),
    bin: (value: number): number => ((bins.get(value) ?? 0) + 0.5) / (total + bins.size + 1),
    instalments: (value: number): number => (u32(instalments, value) + 0.5) / (total + 10),
    voucher(value: number): number {
      const count = countOf((visit) => index.byVoucher(value, visit));
      return (count + 0.5) / total;
    },
    /** Without one operation, which may be the sought sale. */
    authorisation: (value: number): number =>
      value < 0 ? 0 : Math.max(0, countBetween(authorisations, value, value) - 1) / total,
    reference(value: number): number {
      const count = countOf((visit) => index.byReference(value, visit));
      return Math.max(0, count - 1) / total;
    },
    /** The share of operations whose bin begins or ends with these four digits. */
    inBin: (value: number): number => (u32(inBin, value) + 0.5) / (total + LAST_FOURS),
  };
}

/** Sums day by day, in order of days, so that the order of the operations changes no digit of the result. */
function massOf(table: OperacionTable, days: DayShares, isFree: (row: number) => boolean): number {
  const counts = new Map<number, number>();
  for (let row = 0; row < table.size; row++) {
    const day = table.day(row);
    if (isFree(row)) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).reduce((sum, [day, count]) => sum + count * days.perOperation(day), 0);
}

/** How coupons and operations spread over days. The uploaded days show which operations may have a coupon at all. */
type DayShares = ReturnType<typeof measureDays>;

/** The share of all coupons for days without any, because no day is impossible. */
const ANY_DAY = 0.02;
const NEVER = 1e-7;

/** `cupones`: the days of all considered coupons, matched or not. */
function measureDays(table: OperacionTable, cupones: Iterable<number>) {
  const [ofCupones, ofOperations] = [countsOf(cupones), countsOf(daysOf(table))];
  const total = Math.max(
    1,
    [...ofCupones.values()].reduce((sum, count) => sum + count, 0),
  );
  const operations = Math.max(1, table.size);
  const shareOfAnyDay = (day: number): number => (ANY_DAY * (ofOperations.get(day) ?? 0)) / operations + NEVER;
  return {
    /** A day's share of the coupons, without one coupon. */
    of: (day: number): number => Math.max(0, (ofCupones.get(day) ?? 0) - 1) / total + shareOfAnyDay(day),
    /** How likely an operation of a day has a coupon, relative to other days. Not a probability. */
    perOperation: (day: number): number =>
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
