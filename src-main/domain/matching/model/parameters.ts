import { PATTERNS, byLevel, normalise, rowOf, type ByLevel } from './layout.ts';

/**
 * What is learnt of an account, kept with it and given back. Plain data: it goes into JSON and comes back the same. Levels and comparisons are
 * named, so that a level that is added later finds its prior.
 */
export interface Parameters {
  readonly version: 1;
  /** Probability of each level between an unmatched coupon and the operation that it is, but for what is ordinary (*m*). */
  readonly slips: ByLevel;
  /** Of how many coupons what is in `slips` was learnt, the prior aside. 0: it is the prior. */
  readonly learntFrom: number;
  /** Share of each level between matched coupons and their operations: what disagrees there is no fault. */
  readonly ordinary: ByLevel;
  /** The Beta distribution of the share of unmatched coupons that have no operation: how many had none, how many one. */
  readonly none: { readonly without: number; readonly with: number };
}

/** The row of *m*: a level is reached by a slip, or without any because that is how this account's fields ordinarily are. */
export function mOf({ slips, ordinary }: Pick<Parameters, 'slips' | 'ordinary'>): Float64Array {
  const [slip, usual] = [normalise(rowOf(slips)), normalise(rowOf(ordinary))];
  const m = new Float64Array(slip.length);
  for (const pattern of PATTERNS) {
    const none = slip[pattern[0] ?? 0] ?? 0;
    for (const [i, level] of pattern.entries())
      m[level] = (i === 0 ? 0 : (slip[level] ?? 0)) + none * (usual[level] ?? 0);
  }
  return normalise(m);
}

/** Probability that an unmatched coupon has no operation. */
export const noneOf = ({ none }: Pick<Parameters, 'none'>): number => none.without / (none.without + none.with);

/** Parameters with other slips. */
export const withSlips = (parameters: Parameters, slips: Float64Array, learntFrom: number): Parameters => ({
  ...parameters,
  slips: byLevel(normalise(slips)),
  learntFrom,
});
