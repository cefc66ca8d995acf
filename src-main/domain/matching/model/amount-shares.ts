import { f64, u32 } from '../fields/columns.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import { NEAR } from '../levels/importe.ts';

/** Degrees of roundness of an amount, in centavos. Round amounts are much more common than the ones beside them. */
const UNITS = [10_000, 1000, 100, 1] as const;
const unitOf = (amount: number): number => {
  const place = UNITS.findIndex((unit) => amount % unit === 0);
  return place < 0 ? UNITS.length - 1 : place;
};

/** First place of a sorted array that is not below a value. */
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
export const countBetween = (sorted: Float64Array, from: number, to: number): number =>
  placeOf(sorted, to + 0.5) - placeOf(sorted, from);

/** The amounts of each degree of roundness, sorted in place: `filter` would make an object of each amount. */
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
    /** Estimated share of sales with exactly this amount: how many others have it, plus how common amounts of the same roundness are around it. */
    of(amount: number): number {
      const found = known.get(amount);
      if (found !== undefined) return found;
      const share = measure(amount);
      known.set(amount, share);
      return share;
    },
    /** Share of amounts within five per cent. */
    near(amount: number): number {
      const [from, to] = rangeAround(amount, NEAR);
      return (classes.reduce((sum, sorted) => sum + countBetween(sorted, from, to), 0) + 0.5) / total;
    },
    /** Chance of one centavo value near an amount, for results of a division or a subtraction. */
    anyCentavo(amount: number): number {
      const [from, to] = rangeAround(amount, NEAR);
      return this.near(amount) / Math.max(1, to - from);
    },
  };
}
