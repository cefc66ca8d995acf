import { LEVEL_COUNT } from './layout.ts';

/**
 * What the frequencies say of one coupon, for every level ℓ of every comparison.
 * `reach`: the chance that a slip of level ℓ, made on an operation that is at that level, gives exactly what the coupon says.
 * `expected`: the same, times the share *u* of the operations that are at that level.
 * With the probability *m* of a slip, what a level says for a candidate is m · reach / Σ (m · expected): the chance of the coupon if it is that
 * operation, against its chance if it is any other sale of the shop. It is the ratio m / u of Fellegi and Sunter where the *m* of this coupon,
 * which for a level is in proportion to m · expected, takes the place of the *m* of any coupon.
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
