import type { Matching } from '../match.ts';
import type { Matched } from '../matched-table.ts';

/** Another unmatched coupon that was given an operation, all coupons together. */
export interface Rival {
  /** Place of that coupon. */
  readonly cupon: number;
  /** The probability that the operation would be this coupon's, were no other one there. */
  readonly alone: number;
}

/** Finds the coupon that was given the likeliest operation of another one. A coupon that was given an operation itself has no rival. */
export function createRivalFinder({ results }: Pick<Matching, 'results'>) {
  const takers = new Map<number, number>();
  for (const { cupon, assigned } of results) if (assigned >= 0) takers.set(assigned, cupon);
  return ({ assigned, matches: [best] }: Matched): Rival | undefined => {
    const cupon = assigned >= 0 || best === undefined ? undefined : takers.get(best.row);
    if (cupon === undefined || best === undefined) return undefined;
    return { cupon, alone: 1 / (1 + Math.exp(-best.logOdds)) };
  };
}
