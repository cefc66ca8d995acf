import type { CuponCodes } from './fields/cupon-table.ts';
import { MISSING } from './fields/codes.ts';
import type { BrandsOf } from './comparisons.ts';

/** Learns, from coupons with a known operation, which brands the account's `tarjeta_desc` and `tarjeta_id` stand for. */
export interface BrandLearner {
  learn(cupon: CuponCodes, brand: number): void;
  readonly brandsOf: BrandsOf;
}

/** A text counts from `KNOWN_FROM` coupons on. It stands for a brand that at least `TIMES` and a `SHARE` of them have. */
const KNOWN_FROM = 5;
const SHARE = 0.03;
const TIMES = 3;

type Counts = Map<number, Map<number, number>>;

const add = (counts: Counts, said: number, brand: number): void => {
  if (said === MISSING || brand < 0) return;
  const brands = counts.get(said) ?? new Map<number, number>();
  brands.set(brand, (brands.get(brand) ?? 0) + 1);
  counts.set(said, brands);
};

function brandsIn(counts: ReadonlyMap<number, number>): ReadonlySet<number> | undefined {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total < KNOWN_FROM) return undefined;
  const usual = [...counts].filter(([, count]) => count >= TIMES && count >= total * SHARE).map(([brand]) => brand);
  return usual.length === 0 ? undefined : new Set(usual);
}

export function createBrandLearner(): BrandLearner {
  const [texts, numbers]: [Counts, Counts] = [new Map(), new Map()];
  const known = new Map<Counts, Map<number, ReadonlySet<number> | undefined>>();
  const meaningOf = (counts: Counts, said: number): ReadonlySet<number> | undefined => {
    const brands = counts.get(said);
    if (brands === undefined) return undefined;
    const meanings = known.get(counts) ?? new Map<number, ReadonlySet<number> | undefined>();
    known.set(counts, meanings);
    if (!meanings.has(said)) meanings.set(said, brandsIn(brands));
    return meanings.get(said);
  };
  return {
    learn(cupon, brand) {
      known.clear();
      add(texts, cupon.brandText, brand);
      add(numbers, cupon.brandNumber, brand);
    },
    brandsOf: (cupon) => meaningOf(texts, cupon.brandText) ?? meaningOf(numbers, cupon.brandNumber),
  };
}
