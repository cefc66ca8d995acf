/** Whole centavos. Sums past 2^53 use bigint (`sumCentavos`). Branded: only this module makes one. */
export type Money = number & { readonly __money: unique symbol };

/** Wraps an integer of centavos. Throws on a fraction or an unsafe integer: that is a bug, never a person's data. */
export function toCentavos(value: number): Money {
  if (!Number.isSafeInteger(value)) throw new Error(`Not whole centavos: ${String(value)}`);
  return value as Money;
}

/**
 * How the service writes an amount; fixed per method, never guessed. 'con-miles' in calendar, settlement totals and tax totals
 * ("1,234.56"), else 'sin-miles' ("1234.5", "1234"). Source: API description, "General conventions of the payloads".
 */
export type MoneyForm = 'con-miles' | 'sin-miles';

const FORMS: Record<MoneyForm, RegExp> = {
  'con-miles': /^-?(?:\d{1,3}(?:,\d{3})*|\d+)(?:\.(?:\d{1,2}|\d{2}0{2,}))?$/,
  'sin-miles': /^-?\d+(?:\.(?:\d{1,2}|\d{2}0{2,}))?$/,
};
const MAX_INTEGER_DIGITS = 13;

const ZERO = 48;
const MINUS = 45;
const DOT = 46;

/**
 * Reads "1234.5" digit by digit. With three amounts in each of a million rows, a regular expression and the texts that it makes would be most of the
 * cost of reading a row. undefined when the text is not of that form, or has so many digits that leading zeros must be told apart.
 */
function parsePlain(text: string): number | undefined {
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  let value = 0;
  let point = -1;
  if (text.length - first > MAX_INTEGER_DIGITS) return undefined;
  for (let i = first; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT && point < 0 && i > first) point = i;
    else if (code >= ZERO && code <= ZERO + 9) value = value * 10 + code - ZERO;
    else return undefined;
  }
  const decimals = point < 0 ? 0 : text.length - point - 1;
  if (text.length === first || decimals > 2 || (point >= 0 && decimals === 0)) return undefined;
  const cents = decimals === 2 ? value : decimals === 1 ? value * 10 : value * 100;
  return first === 1 && cents !== 0 ? -cents : cents;
}

/**
 * Reads an amount as the service writes it; gives whole centavos, or undefined when it is not of that form.
 * A third decimal gives undefined too, never a rounding; so does a thousands comma where the form has none. Four or more decimals that end
 * in zeros ("1234.5600", as a database writes them) are the same amount; three decimals ("1.500") could be thousands and are not read.
 */
export function parseMoney(text: string, form: MoneyForm): Money | undefined {
  const plain = parsePlain(text);
  if (plain !== undefined) return plain as Money;
  if (!FORMS[form].test(text)) return undefined;
  const negative = text.startsWith('-');
  const [whole = '', decimals = ''] = text.replace('-', '').replaceAll(',', '').split('.');
  if (whole.replace(/^0+/, '').length > MAX_INTEGER_DIGITS) return undefined;
  const value = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  return (negative && value !== 0 ? -value : value) as Money;
}

/** An amount that this program wrote or checked itself (`formatPlain`). Anything else throws: that is a bug, never a person's data. */
export function requireMoney(text: string): Money {
  const value = parseMoney(text, 'sin-miles');
  if (value === undefined) throw new Error('Not an amount');
  return value;
}

/** A decimal string with a dot and two decimals, no thousands: "-1234.50". What goes on the wire and into JSON. */
export function formatPlain(value: Money | bigint): string {
  const cents = BigInt(value);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** As people read it in Argentina: "−$ 1.234,56" (U+2212 before the symbol, no-break space after it). */
export function formatPesos(value: Money | bigint): string {
  const cents = BigInt(value);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '\u2212' : ''}$\u00a0${withDots(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** Digits with a dot between thousands, as people write them in Argentina: "1252" → "1.252". */
export const withDots = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.');

/** An exact sum: bigint, because a sum of many amounts can pass 2^53. */
export function sumCentavos(values: Iterable<Money>): bigint {
  let sum = 0n;
  for (const value of values) sum += BigInt(value);
  return sum;
}
