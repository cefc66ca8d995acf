import { parseMoney, toCentavos, type Money, withDots } from './money.ts';
import { isObject } from './json.ts';
import { CUPON_FIELDS, FIELDS_IN_ORDER, type CuponField, type CuponFieldType } from './cupones/fields.ts';
import { formatDayMonthYear } from './civil-date.ts';

export { CUPON_FIELDS, FIELDS_IN_ORDER };
export type { CuponField, CuponFieldType };

export type AuxiliaryField = Extract<CuponField, `auxiliar_${number}`>;

export const AUXILIARIES = ['auxiliar_1', 'auxiliar_2', 'auxiliar_3', 'auxiliar_4', 'auxiliar_5'] as const;

/** A valid coupon, with exactly the texts that are sent. Only fields with a value are present; dates are `YYYY-MM-DD`, amounts "1234.50". */
export type Cupon = Readonly<Partial<Record<CuponField, string>>>;

/** Copies only these fields of a coupon. The given object may also have properties that are no fields. */
export function pickFields(cupon: Cupon, fields: readonly CuponField[] = FIELDS_IN_ORDER): Cupon {
  const picked: Partial<Record<CuponField, string>> = {};
  for (const field of fields) if (cupon[field] !== undefined) picked[field] = cupon[field];
  return picked;
}

/** The amount that a coupon adds to a sum. Zero for a missing or unreadable amount (lists then show the text). */
export const importeOf = ({ importe }: Pick<Cupon, 'importe'>): Money =>
  (importe === undefined ? undefined : parseMoney(importe, 'sin-miles')) ?? toCentavos(0);

/** A coupon as sent (docs/coupons.md, "On the wire"): JSON with fields in wire order and values as strings, so that equal coupons give equal bytes. */
export function toCanonicalText(cupon: Cupon): string {
  let text = '{';
  for (const field of FIELDS_IN_ORDER) {
    const value = cupon[field];
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}"${field}":${JSON.stringify(value)}`;
  }
  return `${text}}`;
}

/** Parses a text of `toCanonicalText`. Throws for any other text, which would be a bug. */
export function parseCanonicalText(text: string): Cupon {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error('Not a canonical text');
  const cupon: Partial<Record<CuponField, string>> = {};
  for (const field of FIELDS_IN_ORDER) {
    const content = value[field];
    if (content === undefined) continue;
    if (typeof content !== 'string') throw new Error(`Not a canonical text: ${field}`);
    cupon[field] = content;
  }
  return cupon;
}

// Writes values as the screens show them, so that a search finds what a person sees.

/** An amount with and without dots between thousands, for searches. */
export function writeAmountAsWritten(importe: string): string {
  const [whole = '', cents] = importe.split('.');
  return cents === undefined ? importe : `${withDots(whole)},${cents} ${whole},${cents}`;
}

const DAY = 'AAAA-MM-DD';

export function asWritten(field: CuponField, value: string): string {
  if (field === 'importe') return writeAmountAsWritten(value);
  return value.length === DAY.length ? formatDayMonthYear(value) : value;
}
