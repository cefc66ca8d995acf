import { MISSING } from '../fields/codes.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import type { Matching } from '../match.ts';
import type { Matched } from '../matched-table.ts';
import { LIKELY } from './reasons.ts';

/** The numbers that a sale and its void share. One of the first three is known, or the pair is a coincidence. */
const keyOf = ({
  reference,
  voucher,
  lastFour,
  authorisation,
  terminal,
  day,
  amount,
}: CuponCodes): string | undefined =>
  reference === MISSING && lastFour === MISSING
    ? undefined
    : [reference, voucher, lastFour, authorisation, terminal, day, Math.abs(amount)].join('|');

/**
 * Finds the coupons that net to zero: a sale and its void on the same day, with the same numbers and the opposite amount, neither of which has a likely
 * operation. Each coupon has one partner at most; the first of each sign go together.
 */
export function createVoidFinder({ cupones, results }: Matching): (cupon: number) => number | undefined {
  const waiting = new Map<string, number[]>();
  const partnerOf = new Map<number, number>();
  for (const result of results) {
    const codes = cupones.codesOf(result.cupon);
    const key = hasNoOperation(result) && codes.amount !== 0 ? keyOf(codes) : undefined;
    if (key === undefined) continue;
    const opposite = `${key}|${String(codes.amount > 0)}`;
    const partner = waiting.get(opposite)?.shift();
    if (partner !== undefined) {
      partnerOf.set(result.cupon, partner);
      partnerOf.set(partner, result.cupon);
      continue;
    }
    const own = `${key}|${String(codes.amount < 0)}`;
    waiting.set(own, [...(waiting.get(own) ?? []), result.cupon]);
  }
  return (cupon) => partnerOf.get(cupon);
}

const hasNoOperation = ({ matches: [best], heldProbability }: Matched): boolean =>
  (best === undefined || best.probability < LIKELY) && heldProbability < LIKELY;
