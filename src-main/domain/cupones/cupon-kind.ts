import { FIELDS_IN_ORDER, requiredOf, type CuponField } from './fields.ts';

export type KindFinding =
  | { readonly kind: 'completo' }
  /** A wallet sale that also carries a complete traditional set: valid, with a notice. */
  | { readonly kind: 'mezclado' }
  | { readonly kind: 'indefinido' }
  | { readonly kind: 'faltan'; readonly campos: readonly CuponField[] };

/** The bit of a field. A row's filled fields are a set of bits, so that nothing is allocated for a row. */
export const bitOf = (field: CuponField): number => 1 << FIELDS_IN_ORDER.indexOf(field);
export const bitsOf = (fields: readonly CuponField[]): number => fields.reduce((bits, field) => bits | bitOf(field), 0);
/** The fields of a set of bits, in wire order. */
export const fieldsOf = (bits: number): readonly CuponField[] =>
  FIELDS_IN_ORDER.filter((field) => (bits & bitOf(field)) !== 0);

const ALWAYS = requiredOf('siempre');
const CARD = requiredOf('tarjeta');
const WALLET = requiredOf('billetera');
const CARD_BITS = bitsOf(CARD);
const WALLET_BITS = bitsOf(WALLET);

const COMPLETE: KindFinding = { kind: 'completo' };
const MIXED: KindFinding = { kind: 'mezclado' };
const UNDEFINED: KindFinding = { kind: 'indefinido' };
const lacks = (bits: number): KindFinding => ({ kind: 'faltan', campos: fieldsOf(bits) });

/**
 * Decides the kind of a coupon, traditional or wallet, or which fields it still needs. `present`: the bits of the fields that the row fills in, right or
 * wrong: a wrong value is reported once, and not also as missing. Source: docs/coupons.md, "Traditional or wallet".
 */
export function judgeKind(present: number): KindFinding {
  const card = CARD_BITS & ~present;
  const wallet = WALLET_BITS & ~present;
  if (wallet !== WALLET_BITS) {
    if (wallet !== 0) return lacks(wallet);
    return card === 0 ? MIXED : COMPLETE;
  }
  if (card === 0) return COMPLETE;
  return card === CARD_BITS ? UNDEFINED : lacks(card);
}

/**
 * The fields that still need a column before any row of a table can be a coupon, given the fields that have one: the fields of every coupon, and those of
 * the card's or of the wallet's set, whichever has a column already; the card's where neither has.
 */
export function missingOfCupon(fields: readonly CuponField[]): readonly CuponField[] {
  const missingOf = (some: readonly CuponField[]): readonly CuponField[] =>
    some.filter((field) => !fields.includes(field));
  const [card, wallet] = [missingOf(CARD), missingOf(WALLET)];
  const isWalletBegun = wallet.length > 0 && wallet.length < WALLET.length;
  const pair = card.length === 0 || wallet.length === 0 ? [] : isWalletBegun ? wallet : card;
  return [...missingOf(ALWAYS), ...pair];
}
