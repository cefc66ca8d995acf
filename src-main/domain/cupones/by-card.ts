import { countCodePoints } from './cell-text.ts';
import { bitsOf } from './cupon-kind.ts';
import { CUPON_FIELDS, type CardRule, type CuponField } from './fields.ts';
import { fold } from '../fold-text.ts';

export interface RulesOfCard {
  /** Bits of the fields that its coupons need in addition. */
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
