/** Whole centavos. Sums past 2^53 use bigint (`sumCentavos`). Branded: only this module makes one. */
export type Money = number & { readonly __money: unique symbol };

/** Throws on a fraction or an unsafe integer: that is a bug, never a person's data. */
export function toCentavos(value: number): Money {
  if (!Number.isSafeInteger(value)) throw new Error(`Not whole centavos: ${String(value)}`);
  return value as Money;
}

/** 'con-miles' in calendar, settlement totals and tax totals ("1,234.56"), else 'sin-miles' (API description, "General conventions"). */
export type MoneyForm = 'con-miles' | 'sin-miles';

const FORMS: Record<MoneyForm, RegExp> = {
  'con-miles': /^(-?)(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{1,2}|\d{2}0{2,}))?$/,
  'sin-miles': /^(-?)(\d+)(?:\.(\d{1,2}|\d{2}0{2,}))?$/,
};
const TOO_LARGE = 1e13;

/**
 * Reads an amount of the service as whole centavos; undefined when it is not of that form. Never rounds a third decimal. Accepts four or more decimals
 * that end in zeros ("1234.5600", as a database writes them), but not three ("1.500"), which could be thousands.
 */
export function parseMoney(text: string, form: MoneyForm): Money | undefined {
  const [, sign, whole = '', decimals = ''] = FORMS[form].exec(text) ?? [];
  const pesos = Number(whole.replaceAll(',', ''));
  if (sign === undefined || pesos >= TOO_LARGE) return undefined;
  const value = pesos * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  return (sign === '-' && value !== 0 ? -value : value) as Money;
}

/** An amount that this program wrote (`formatPlain`). Throws otherwise: that is a bug, never a person's data. */
export function requireMoney(text: string): Money {
  const value = parseMoney(text, 'sin-miles');
  if (value === undefined) throw new Error('Not an amount');
  return value;
}

/** Centavos of what `formatPlain` wrote, however large. */
export const centavosOf = (plain: string): bigint => BigInt(plain.replace('.', ''));

/** "-1234.50": dot, two decimals, no thousands, for the wire and JSON. */
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

/** "1252" → "1.252". */
export const withDots = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.');

/** bigint, because a sum of many amounts can pass 2^53. */
export function sumCentavos(values: Iterable<Money>): bigint {
  let sum = 0n;
  for (const value of values) sum += BigInt(value);
  return sum;
}

/** A range of amounts in centavos, both ends included, whatever the amount's sign. */
export interface AmountRange {
  readonly desde: Money;
  readonly hasta: Money;
  /** The text can only be an amount: it has a peso sign, dots between thousands or decimals. */
  readonly sure: boolean;
}

const WHOLE = /^\s*[-−]?\s*(ars|\$)?\s*(\d{1,3}(?:\.\d{3})+|\d{1,13})(?:,(\d{1,2}))?\s*$/i;
/** An amount with a decimal dot, as files and the service write it. */
const WITH_DOT = /^\s*[-−]?\s*(ars|\$)?\s*(\d{1,13})\.(\d{1,2})\s*$/i;

/** The amounts that a typed text may mean. `17580`, `17.580` and `$ 17.580` mean that many pesos with any centavos; `17.580,13` means exactly that one. */
export function parseTypedAmounts(text: string): AmountRange | undefined {
  const match = WITH_DOT.exec(text) ?? WHOLE.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', decimals] = match;
  const pesos = Number(whole.replaceAll('.', '')) * 100;
  if (!Number.isSafeInteger(pesos + 99)) return undefined;
  const sure = sign !== undefined || whole.includes('.') || decimals !== undefined;
  if (decimals === undefined) return { desde: toCentavos(pesos), hasta: toCentavos(pesos + 99), sure };
  const exact = toCentavos(pesos + Number(decimals.padEnd(2, '0')));
  return { desde: exact, hasta: exact, sure };
}

/** Whatever the amount's sign. */
export const isTyped = ({ desde, hasta }: AmountRange, importe: number): boolean =>
  Math.abs(importe) >= desde && Math.abs(importe) <= hasta;

const FORMAT = /^-?\$?(?:\d{1,3}(?:\.\d{3})+|\d{1,13}),(\d{1,2})$/;

/** An amount typed in a search. Needs a decimal comma, as people write amounts here ("1.234,56", "$1234,5"), because other numbers may be vouchers. */
export function parseTypedImporte(text: string): Money | undefined {
  if (!FORMAT.test(text)) return undefined;
  const [whole = '', decimals = ''] = text.replace(/[-$.]/g, '').split(',');
  const value = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(value)) return undefined;
  return toCentavos(text.startsWith('-') && value !== 0 ? -value : value);
}
