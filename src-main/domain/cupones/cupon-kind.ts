import { FIELDS_IN_ORDER, requiredOf, type CuponField } from './fields.ts';

/** Sets of fields are bits of a number, so that judging a row allocates nothing. */
export const bitOf = (field: CuponField): number => 1 << FIELDS_IN_ORDER.indexOf(field);
export const bitsOf = (fields: readonly CuponField[]): number => fields.reduce((bits, field) => bits | bitOf(field), 0);
export const fieldsOf = (bits: number): readonly CuponField[] =>
  FIELDS_IN_ORDER.filter((field) => (bits & bitOf(field)) !== 0);

const ALWAYS = requiredOf('siempre');
const CARD = requiredOf('tarjeta');
const WALLET = requiredOf('billetera');
const CARD_BITS = bitsOf(CARD);
const WALLET_BITS = bitsOf(WALLET);

/** Tells whether a coupon is a complete card or wallet sale, else lists its missing fields. `present`: bits of filled fields. `mezclado`: complete as both. */
export function judgeKind(present: number): 'completo' | 'mezclado' | 'indefinido' | readonly CuponField[] {
  const card = CARD_BITS & ~present;
  const wallet = WALLET_BITS & ~present;
  if (wallet !== WALLET_BITS) {
    if (wallet !== 0) return fieldsOf(wallet);
    return card === 0 ? 'mezclado' : 'completo';
  }
  if (card === 0) return 'completo';
  return card === CARD_BITS ? 'indefinido' : fieldsOf(card);
}

/** Lists required fields without a column. Unless all card fields have one, adds wallet fields (not the type) if one of them has a column, else card fields. */
export function missingOfCupon(fields: readonly CuponField[]): readonly CuponField[] {
  const missingOf = (some: readonly CuponField[]): readonly CuponField[] =>
    some.filter((field) => !fields.includes(field));
  const [card, wallet] = [missingOf(CARD), missingOf(WALLET)];
  const isWalletBegun = wallet.length < WALLET.length;
  const pair =
    card.length === 0 ? [] : isWalletBegun ? wallet.filter((field) => field !== 'wallet_tipo_operacion') : card;
  return [...missingOf(ALWAYS), ...pair];
}
