import { LEVEL_COUNT } from './layout.ts';

/**
 * The evidence of one coupon, from the frequencies, for every level ℓ of every comparison.
 * `reach`: the chance that a slip of level ℓ, made on an operation at that level, gives exactly the value of the coupon.
 * `expected`: `reach` times *u*, the share of the operations at that level.
 * With the probability *m* of a slip, the weight of a level for a candidate is m · reach / Σ (m · expected): the chance of the coupon if it is that
 * operation, divided by its chance if it is any other sale of the shop. This is the ratio m / u of Fellegi and Sunter, with the *m* of this
 * coupon (for a level it is in proportion to m · expected) in place of the *m* of any coupon.
 */
export interface Evidence {
  readonly reach: Float64Array;
  readonly expected: Float64Array;
}

export const createEvidence = (): Evidence => ({
  reach: new Float64Array(LEVEL_COUNT),
  expected: new Float64Array(LEVEL_COUNT),
});

export const setEvidence = (into: Evidence, place: number, reach: number, expected: number): void => {
  into.reach[place] = reach;
  into.expected[place] = expected;
};
