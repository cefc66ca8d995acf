import type { OperacionIndex } from '../candidates/operacion-index.ts';
import { u32 } from '../fields/columns.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import { partsOfBin } from '../levels/tarjeta.ts';
import { countBetween, measureAmounts } from './amount-shares.ts';
import { createDaySamples } from './day-samples.ts';

/**
 * How common each value is among the operations of an account; *u* is made from it. Frequencies stay those of the operations on which they were measured:
 * with the same frequencies, more operations change no weight.
 */
export type Frequencies = ReturnType<typeof measureFrequencies>;

const LAST_FOURS = 10_000;

/** The data to measure: operations, which of them are free, and the days of all coupons, matched or not. */
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
  for (const [bin, count] of bins) {
    for (const part of new Set(partsOfBin(bin))) inBin[part] = u32(inBin, part) + count;
  }
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
    /** Sum of `days.perOperation` over the operations that are free. */
    freeMass: massOf(table, days, isFree),
    sampleOf: createDaySamples(table, index),
    /** The share of operations with a value, one method for each field. */
    lastFour: (value: number): number => (u32(cards, value) + 1) / (total + LAST_FOURS),
    bin: (value: number): number => ((bins.get(value) ?? 0) + 0.5) / (total + bins.size + 1),
    instalments: (value: number): number => (u32(instalments, value) + 0.5) / (total + 10),
    voucher(value: number): number {
      const count = countOf((visit) => index.byVoucher(value, visit));
      return (count + 0.5) / total;
    },
    /** The share of operations with a value, one of them not counted: it may be the sale that is sought. */
    authorisation: (value: number): number =>
      value < 0 ? 0 : Math.max(0, countBetween(authorisations, value, value) - 1) / total,
    reference(value: number): number {
      const count = countOf((visit) => index.byReference(value, visit));
      return Math.max(0, count - 1) / total;
    },
    /** The share of operations whose bin has these four digits at its beginning or its end. */
    inBin: (value: number): number => (u32(inBin, value) + 0.5) / (total + LAST_FOURS),
  };
}

/** The sum is taken day by day, in order of days, so that the order of the operations changes no digit of it. */
function massOf(table: OperacionTable, days: DayShares, isFree: (row: number) => boolean): number {
  const counts = new Map<number, number>();
  for (let row = 0; row < table.size; row++) {
    const day = table.day(row);
    if (isFree(row)) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).reduce((sum, [day, count]) => sum + count * days.perOperation(day), 0);
}

/** How coupons and operations are spread over days. The uploaded days show which operations may have a coupon at all. */
type DayShares = ReturnType<typeof measureDays>;

/** The share of all coupons that is given to days without any, because nothing is impossible. */
const ANY_DAY = 0.02;
const NEVER = 1e-7;

/** `cupones`: the days of all coupons that are considered, matched or not. */
function measureDays(table: OperacionTable, cupones: Iterable<number>) {
  const [ofCupones, ofOperations] = [countsOf(cupones), countsOf(daysOf(table))];
  const total = Math.max(
    1,
    [...ofCupones.values()].reduce((sum, count) => sum + count, 0),
  );
  const operations = Math.max(1, table.size);
  const shareOfAnyDay = (day: number): number => (ANY_DAY * (ofOperations.get(day) ?? 0)) / operations + NEVER;
  return {
    /** Share of the coupons of a day, one coupon not counted. */
    of: (day: number): number => Math.max(0, (ofCupones.get(day) ?? 0) - 1) / total + shareOfAnyDay(day),
    /** How likely an operation of a day is to have a coupon, relative to operations of other days. It is no probability. */
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
