import { PATTERNS, byLevel, normalise, rowOf, type ByLevel } from './layout.ts';

/**
 * The parameters of an account, learnt again with each answer (docs/decisions/0033). Plain data. Levels and comparisons have names, so that a level
 * that is added later finds its prior.
 */
export interface Parameters {
  /** Probability of each level between an unmatched coupon and its operation, without ordinary differences (part of *m*). */
  readonly slips: ByLevel;
  /** How many coupons `slips` was learnt from, besides the prior. 0: `slips` is the prior. */
  readonly learntFrom: number;
  /** How many matched coupons `ordinary` was learnt from, besides the prior. */
  readonly ordinaryFrom: number;
  /** Share of each level between matched coupons and their operations. A disagreement that is common there is no fault. */
  readonly ordinary: ByLevel;
  /** The Beta distribution of the share of unmatched coupons that have no operation: counts of coupons without one and with one. */
  readonly none: { readonly without: number; readonly with: number };
}

/** The probability *m* of each level. A level comes of a slip or, without a slip, of a difference that is ordinary for this account. */
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

/** The parameters with new slips. */
export const withSlips = (parameters: Parameters, slips: Float64Array, learntFrom: number): Parameters => ({
  ...parameters,
  slips: byLevel(normalise(slips)),
  learntFrom,
});
