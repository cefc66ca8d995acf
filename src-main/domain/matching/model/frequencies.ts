import { type OperacionIndex, hashBucket } from '../candidates.ts';
import { u32, f64 } from '../fields/codes.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import { partsOfBin, NEAR } from '../levels.ts';
import { codeAt } from '../comparisons.ts';

/** How common values are among an account's operations (days: among the coupons), to compute *u*: as shares, so that the number of rows hardly matters. */
export type Frequencies = ReturnType<typeof measureFrequencies>;

const LAST_FOURS = 10_000;

/** The operations, which of them are free, and the days of all coupons, matched or not. */
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
    freeMass: massOf(table, days, isFree),
    sampleOf: createDaySamples(table, index),
    /** Each function gives the share of the operations with a value in one field, smoothed. */
    lastFour: (value: number): number => (u32(cards, value) + 1) / (total + LAST_FOURS),
    bin: (value: number): number => ((bins.get(value) ?? 0) + 0.5) / (total + bins.size + 1),
    instalments: (value: number): number => (u32(instalments, value) + 0.5) / (total + 10),
    voucher(value: number): number {
      const count = countOf((visit) => index.byVoucher(value, visit));
      return (count + 0.5) / total;
    },
    /** `authorisation` and `reference` leave out one operation, which may be the coupon's own. */
    authorisation: (value: number): number =>
      value < 0 ? 0 : Math.max(0, countBetween(authorisations, value, value) - 1) / total,
    reference(value: number): number {
      const count = countOf((visit) => index.byReference(value, visit));
      return Math.max(0, count - 1) / total;
    },
    inBin: (value: number): number => (u32(inBin, value) + 0.5) / (total + LAST_FOURS),
  };
}

/** Sums `perOperation` of the free operations by day, in order of days, so that the order of operations does not change the sum by rounding. */
function massOf(table: OperacionTable, days: DayShares, isFree: (row: number) => boolean): number {
  const counts = new Map<number, number>();
  for (let row = 0; row < table.size; row++) {
    const day = table.day(row);
    if (isFree(row)) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).reduce((sum, [day, count]) => sum + count * days.perOperation(day), 0);
}

/** How coupons and operations are distributed over days. Days with uploads show which operations can have a coupon at all. */
type DayShares = ReturnType<typeof measureDays>;

/** A share of the coupons that is spread over the days of the operations. `NEVER` keeps other days from being impossible. */
const ANY_DAY = 0.02;
const NEVER = 1e-7;

function measureDays(table: OperacionTable, cupones: Iterable<number>) {
  const [ofCupones, ofOperations] = [countsOf(cupones), countsOf(daysOf(table))];
  const total = Math.max(
    1,
    [...ofCupones.values()].reduce((sum, count) => sum + count, 0),
  );
  const operations = Math.max(1, table.size);
  const shareOfAnyDay = (day: number): number => (ANY_DAY * (ofOperations.get(day) ?? 0)) / operations + NEVER;
  return {
    /** The share of the coupons on a day, without the coupon in question. */
    of: (day: number): number => Math.max(0, (ofCupones.get(day) ?? 0) - 1) / total + shareOfAnyDay(day),
    /** How likely an operation of a day has a coupon, relative to other days; no probability. */
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

/** Degrees of roundness of an amount, in centavos. A round amount is much more common than its neighbours. */
const UNITS = [10_000, 1000, 100, 1] as const;
const unitOf = (amount: number): number => {
  const place = UNITS.findIndex((unit) => amount % unit === 0);
  return place < 0 ? UNITS.length - 1 : place;
};

/** The first index of a sorted array whose value is at least `value`. */
function placeOf(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (f64(sorted, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many numbers of a sorted array lie between two whole numbers, both included. */
const countBetween = (sorted: Float64Array, from: number, to: number): number =>
  placeOf(sorted, to + 0.5) - placeOf(sorted, from);

/** The amounts of each degree of roundness, sorted. Fills and sorts typed arrays, because `filter` would make an object of each amount. */
function sortedByRoundness(table: OperacionTable): readonly Float64Array[] {
  const counts = new Uint32Array(UNITS.length);
  const unitAt = (row: number): number => unitOf(Math.abs(table.amount(row)));
  for (let row = 0; row < table.size; row++) counts[unitAt(row)] = u32(counts, unitAt(row)) + 1;
  const classes = UNITS.map((_, place) => new Float64Array(u32(counts, place)));
  counts.fill(0);
  for (let row = 0; row < table.size; row++) {
    const place = unitAt(row);
    const at = u32(counts, place);
    const own = classes[place];
    if (own !== undefined) own[at] = table.amount(row);
    counts[place] = at + 1;
  }
  return classes.map((own) => own.sort());
}

export function measureAmounts(table: OperacionTable) {
  const classes = sortedByRoundness(table);
  const total = Math.max(1, table.size);
  const known = new Map<number, number>();
  const rangeAround = (amount: number, part: number): [number, number] => {
    const reach = Math.abs(amount) * part;
    return [amount - reach, amount + reach];
  };
  const measure = (amount: number): number => {
    const place = unitOf(Math.abs(amount));
    const sorted = classes[place] ?? new Float64Array();
    const [from, to] = rangeAround(amount, 0.1);
    const values = Math.max(1, Math.floor((to - from) / (UNITS[place] ?? 1)));
    const usual = (countBetween(sorted, from, to) + 0.5) / values;
    const others = Math.max(0, countBetween(sorted, amount, amount) - 1);
    return Math.min(1, (others + Math.min(1, usual)) / total);
  };
  return {
    /** The estimated share of sales with exactly this amount: how many others have it, and how common amounts of the same roundness are near it. */
    of(amount: number): number {
      const found = known.get(amount);
      if (found !== undefined) return found;
      const share = measure(amount);
      known.set(amount, share);
      return share;
    },
    near(amount: number): number {
      const [from, to] = rangeAround(amount, NEAR);
      return (classes.reduce((sum, sorted) => sum + countBetween(sorted, from, to), 0) + 0.5) / total;
    },
    /** The probability of one particular centavo value near an amount; for results of a division or subtraction. */
    anyCentavo(amount: number): number {
      const [from, to] = rangeAround(amount, NEAR);
      return this.near(amount) / Math.max(1, to - from);
    },
  };
}

/** A sampled operation as compared codes, which do not depend on the table. */
type SampledSale = ReturnType<typeof saleAt>;

const SAMPLE = 160;
/** A day without operations uses the operations of the nearest days, at most this many days away, or else of all days. */
const DAYS_AROUND = 7;

/** Makes the function that gives a sample of a day's operations, which does not depend on their order of arrival. */
function createDaySamples(table: OperacionTable, index: OperacionIndex) {
  const known = new Map<number, readonly SampledSale[]>();
  let ofAll: readonly SampledSale[] | undefined;

  /** Takes the operations with the smallest hashes of their identifiers: random, but independent of the order of rows. */
  const chooseSample = (rows: readonly number[]): readonly SampledSale[] => {
    const hashes = new Map(rows.map((row) => [row, hashBucket(table.idCode(row))]));
    const byHash = (a: number, b: number): number =>
      (hashes.get(a) ?? 0) - (hashes.get(b) ?? 0) || table.idCode(a) - table.idCode(b);
    return [...rows]
      .sort(byHash)
      .slice(0, SAMPLE)
      .map((row) => saleAt(table, row));
  };
  const rowsOf = (day: number): number[] => {
    const rows: number[] = [];
    index.byDay(day, (row) => rows.push(row));
    return rows;
  };
  const sampleOfAll = (): readonly SampledSale[] => {
    const limit = 2 ** 32 * Math.min(1, (4 * SAMPLE) / Math.max(1, table.size));
    const rows: number[] = [];
    for (let row = 0; row < table.size; row++) if (hashBucket(table.idCode(row)) <= limit) rows.push(row);
    return chooseSample(rows);
  };
  const sampleOf = (day: number): readonly SampledSale[] => {
    for (let away = 0; away <= DAYS_AROUND; away++) {
      const rows = rowsOf(day - away).concat(away === 0 ? [] : rowsOf(day + away));
      if (rows.length > 0) return chooseSample(rows);
    }
    return (ofAll ??= sampleOfAll());
  };
  return (day: number): readonly SampledSale[] => {
    const found = known.get(day);
    if (found !== undefined) return found;
    const sample = sampleOf(day);
    known.set(day, sample);
    return sample;
  };
}

const saleAt = (table: OperacionTable, row: number) => ({
  voucher: table.voucher(row),
  authorisation: table.authorisation(row),
  lote: codeAt(table.dictionaries.loteCode, table.lote(row)),
  terminal: codeAt(table.dictionaries.terminalCode, table.terminal(row)),
  store: codeAt(table.dictionaries.storeCode, table.store(row)),
  brand: table.brandCode(row),
});
