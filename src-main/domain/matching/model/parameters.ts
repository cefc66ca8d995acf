import { normalise, rowOf, type ByLevel } from './layout.ts';
import { TUNED_NONE, TUNED_SLIPS } from './tuned.ts';

/** What the model expects of unmatched coupons. Levels and comparisons have names. */
export interface Parameters {
  /** Probability of each level between an unmatched coupon and its operation: *m*. */
  readonly slips: ByLevel;
  /** Probability that an unmatched coupon has no operation. */
  readonly none: number;
}

/** The parameters that come with the program. */
export const SHIPPED: Parameters = { slips: TUNED_SLIPS, none: TUNED_NONE };

/** Prior odds that a coupon is an operation which another coupon holds, against a free one. */
export const HELD_ODDS = 0.015;

/** The probability *m* of each level, as a row. */
export const mOf = ({ slips }: Pick<Parameters, 'slips'>): Float64Array => normalise(rowOf(slips));
