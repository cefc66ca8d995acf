import { NO_DAY } from '../fields/codes.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';

const OVER_DAYS = 90;
/** Leaves out this many newest days, because only sales that were presented quickly have arrived of them. */
const NEWEST = 10;
const LONGEST = 60;
const USUAL = 0.95;
/** The days to assume without data: a sale before a weekend is presented after the weekend. */
const ASSUMED_DAYS = 3;

/** Makes the function that gives within how many days 95 of 100 sales are presented, for the slowest of the processors `marcas`, else for all. */
export function measurePresentation(table: OperacionTable, today: number) {
  const counts = new Map<number, Uint32Array>();
  const all = new Uint32Array(LONGEST + 1);
  for (let row = 0; row < table.size; row++) {
    const [day, presentation] = [table.day(row), table.presentation(row)];
    if (day === NO_DAY || presentation === NO_DAY || day > today - NEWEST || day < today - OVER_DAYS) continue;
    const lag = Math.min(LONGEST, Math.max(0, presentation - day));
    const marca = table.marca(row);
    const own = counts.get(marca) ?? new Uint32Array(LONGEST + 1);
    own[lag] = (own[lag] ?? 0) + 1;
    all[lag] = (all[lag] ?? 0) + 1;
    counts.set(marca, own);
  }
  return (marcas: readonly number[]): number => {
    const known = marcas.flatMap((marca) => counts.get(marca) ?? []);
    if (known.length > 0) return Math.max(...known.map(percentileOf));
    return all.some((count) => count > 0) ? percentileOf(all) : ASSUMED_DAYS;
  };
}

function percentileOf(counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let left = total * USUAL;
  return Math.max(
    0,
    counts.findIndex((count) => (left -= count) <= 0),
  );
}
