/** An amount in whole centavos. Sums that may pass 2^53 use bigint (`sumCentavos`). Branded: only functions of this file make one. */
export type Money = number & { readonly __money: unique symbol };

/** Brands a number as an amount. Throws for a fraction or an unsafe integer, which would be a bug. */
export function toCentavos(value: number): Money {
  if (!Number.isSafeInteger(value)) throw new Error(`Not whole centavos: ${String(value)}`);
  return value as Money;
}

/** How the service writes amounts (API description, "General conventions"): 'con-miles' ("1,234.56") in calendar and totals, elsewhere 'sin-miles'. */
export type MoneyForm = 'con-miles' | 'sin-miles';

const FORMS: Record<MoneyForm, RegExp> = {
  'con-miles': /^(-?)(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{1,2}|\d{2}0{2,}))?$/,
  'sin-miles': /^(-?)(\d+)(?:\.(\d{1,2}|\d{2}0{2,}))?$/,
};
const TOO_LARGE = 1e13;

/** Parses an amount of this form; undefined for any other text, also for three decimals ("1.500" may be thousands), unless zeros follow two ("1234.5600"). */
export function parseMoney(text: string, form: MoneyForm): Money | undefined {
  const [, sign, whole = '', decimals = ''] = FORMS[form].exec(text) ?? [];
  const pesos = Number(whole.replaceAll(',', ''));
  if (sign === undefined || pesos >= TOO_LARGE) return undefined;
  const value = pesos * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  return (sign === '-' && value !== 0 ? -value : value) as Money;
}

/** Parses an amount that this program wrote (`formatPlain`). Throws for any other text, which would be a bug. */
export function requireMoney(text: string): Money {
  const value = parseMoney(text, 'sin-miles');
  if (value === undefined) throw new Error('Not an amount');
  return value;
}

/** The centavos of a text that `formatPlain` wrote, however large. */
export const centavosOf = (plain: string): bigint => BigInt(plain.replace('.', ''));

/** Writes an amount for the wire and for JSON: "-1234.50", with a dot, two decimals and no thousands separators. */
export function formatPlain(value: Money | bigint): string {
  const cents = BigInt(value);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Writes an amount as people read it in Argentina: "−$ 1.234,56" (U+2212 before the symbol, a no-break space after it). */
export function formatPesos(value: Money | bigint): string {
  const cents = BigInt(value);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '\u2212' : ''}$\u00a0${withDots(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** Puts dots between thousands: "1252" becomes "1.252". */
export const withDots = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.');

export function sumCentavos(values: Iterable<Money>): bigint {
  let sum = 0n;
  for (const value of values) sum += BigInt(value);
  return sum;
}

/** A range of amounts in centavos, both ends included, to compare with amounts without their sign. */
export interface AmountRange {
  readonly desde: Money;
  readonly hasta: Money;
  /** Whether the typed text can only be an amount, because it has a peso sign, decimals, or dots between thousands. */
  readonly sure: boolean;
}

const WHOLE = /^\s*[-−]?\s*(ars|\$)?\s*(\d{1,3}(?:\.\d{3})+|\d{1,13})(?:,(\d{1,2}))?\s*$/i;
/** An amount with a decimal dot, as in files and in the service. */
const WITH_DOT = /^\s*[-−]?\s*(ars|\$)?\s*(\d{1,13})\.(\d{1,2})\s*$/i;

/** The amounts that a typed text may mean. `17580`, `17.580` and `$ 17.580` mean that many pesos with any centavos; `17.580,13` means exactly that amount. */
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

export const isTyped = ({ desde, hasta }: AmountRange, importe: number): boolean =>
  Math.abs(importe) >= desde && Math.abs(importe) <= hasta;

/** The amount in a text typed into a search; undefined unless it is an amount with a decimal comma ("1.234,56", "$1234,5"): other numbers may be vouchers. */
export function parseTypedImporte(text: string): Money | undefined {
  const typed = text.includes(',') ? parseTypedAmounts(text)?.desde : undefined;
  return typed !== undefined && typed !== 0 && text.startsWith('-') ? toCentavos(-typed) : typed;
}
