import { CUPON_FIELDS, FIELDS_IN_ORDER, requiredOf, type CardRule, type CuponField } from './fields.ts';
import { countCodePoints } from './cell-text.ts';
import { fold } from '../fold-text.ts';

export type KindFinding =
  | { readonly kind: 'completo' }
  /** A valid wallet sale that also carries a complete card set: it gets a notice. */
  | { readonly kind: 'mezclado' }
  | { readonly kind: 'indefinido' }
  | { readonly kind: 'faltan'; readonly campos: readonly CuponField[] };

/** A row's filled fields are a set of bits, so that a row allocates nothing. */
export const bitOf = (field: CuponField): number => 1 << FIELDS_IN_ORDER.indexOf(field);
export const bitsOf = (fields: readonly CuponField[]): number => fields.reduce((bits, field) => bits | bitOf(field), 0);
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
 * Decides whether a coupon is by card or by wallet, or which fields it still needs (docs/coupons.md, "Traditional or wallet"). `present`: the bits of
 * the filled fields, right or wrong, so that a wrong value is not also reported as missing.
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
 * The required fields without a column: of every coupon, and of the set (card or wallet) that already has a column; of the card set if neither has.
 * Leaves out the wallet's operation type: it is mostly equal in all rows, and the review fills it in for all at once.
 */
export function missingOfCupon(fields: readonly CuponField[]): readonly CuponField[] {
  const missingOf = (some: readonly CuponField[]): readonly CuponField[] =>
    some.filter((field) => !fields.includes(field));
  const [card, wallet] = [missingOf(CARD), missingOf(WALLET)];
  const isWalletBegun = wallet.length < WALLET.length;
  const pair =
    card.length === 0 ? [] : isWalletBegun ? wallet.filter((field) => field !== 'wallet_tipo_operacion') : card;
  return [...missingOf(ALWAYS), ...pair];
}

export interface RulesOfCard {
  /** Bits of the fields that coupons of this card need in addition. */
  readonly required: number;
  readonly largo: ReadonlyMap<CuponField, number>;
}

/** The rules that differ by card (`CARD_RULES`), ready to check rows with. */
export function createByCard(rules: readonly CardRule[]) {
  const lengthIn = ({ fields }: CardRule, field: CuponField): number | undefined => fields[field]?.largo;
  const byName = new Map<string, RulesOfCard>();
  const measured = new Set<CuponField>();
  for (const { card, fields } of rules) {
    const entries = Object.entries(fields) as [CuponField, CardRule['fields'][CuponField]][];
    const required = bitsOf(entries.flatMap(([field, rule]) => (rule?.required === true ? [field] : [])));
    const length = new Map(
      entries.flatMap(([field, rule]) => (rule?.largo === undefined ? [] : [[field, rule.largo]])),
    );
    byName.set(card, { required, largo: length });
    for (const field of length.keys()) measured.add(field);
  }
  return {
    /** Each row's value of these fields is measured again, because the longest one depends on the card. */
    measured: [...measured],
    /** The longest value with any card: the limit for reading the field's column. */
    longest(field: CuponField): number | null {
      const { largo } = CUPON_FIELDS[field];
      if (largo === null || !measured.has(field)) return largo;
      return Math.max(largo, ...rules.map((rule) => lengthIn(rule, field) ?? 0));
    },
    /** Undefined for a card without rules of its own. */
    of: (card: string): RulesOfCard | undefined => (byName.size === 0 ? undefined : byName.get(fold(card).trim())),
    /** The longest value that the row's card allows when `value` exceeds it; undefined when it fits. */
    exceeded(field: CuponField, value: string, own: RulesOfCard | undefined): number | undefined {
      const length = own?.largo.get(field) ?? CUPON_FIELDS[field].largo;
      return length !== null && countCodePoints(value) > length ? length : undefined;
    },
  };
}
