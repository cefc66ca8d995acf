import { COMPARISON_NAMES, COMPARISONS, type Comparison } from '../comparisons.ts';
import { i8 } from '../fields/columns.ts';
import type { LevelVector } from '../pair-levels.ts';

/**
 * The logarithm of the odds that a pair keeps when its numbers differ together. Voucher, card and authorisation name a sale, and a slip changes one of them.
 * The model weighs each field by itself: without this factor the sale before or after, of the same amount on the same till, would be a very likely operation.
 * The factor is the largest one with which at most 1 % of coupons without an operation are linked in the worlds of `bench/explanations` with such neighbours.
 */
const OTHER_SALE = Math.log(1e-5);

const placesOf = (comparison: Comparison, names: readonly string[]) => {
  const levels: readonly string[] = COMPARISONS[comparison];
  return { at: COMPARISON_NAMES.indexOf(comparison), places: new Set(names.map((name) => levels.indexOf(name))) };
};
/** Levels at which the number is another one. A shortened voucher, or one in another field, is the same number. */
const OTHER_VOUCHER = placesOf('comprobante', ['un_digito', 'traspuesto', 'otro']);
const OTHER_CARD = placesOf('tarjeta', ['otra']);
const SAME_NUMBER = [placesOf('autorizacion', ['igual', 'una_letra']), placesOf('referencia', ['igual', 'una_letra'])];

const has = (levels: LevelVector, { at, places }: ReturnType<typeof placesOf>): boolean => places.has(i8(levels, at));

/** The weight of numbers that differ together: zero where voucher or card agrees, and where the authorisation or a wallet's reference does. */
export const weighTogether = (levels: LevelVector): number =>
  has(levels, OTHER_VOUCHER) && has(levels, OTHER_CARD) && !SAME_NUMBER.some((one) => has(levels, one))
    ? OTHER_SALE
    : 0;
