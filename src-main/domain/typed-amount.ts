import { toCentavos, type Money } from './money.ts';

/** A range of amounts, both ends included, whatever the sign of the amount. The ends are centavos and not negative. */
export interface AmountRange {
  readonly desde: Money;
  readonly hasta: Money;
  /** True when the text can only be an amount: it has a peso sign, dots between thousands or decimals. */
  readonly sure: boolean;
}

const WHOLE = /^\s*[-−]?\s*(ars|\$)?\s*(\d{1,3}(?:\.\d{3})+|\d{1,13})(?:,(\d{1,2}))?\s*$/i;
/** An amount with a decimal dot, as files and the service write it. */
const WITH_DOT = /^\s*[-−]?\s*(ars|\$)?\s*(\d{1,13})\.(\d{1,2})\s*$/i;

/**
 * The amounts that a person may mean by a typed text. `17580`, `17.580` and `$ 17.580` mean any amount of that many pesos, whatever its centavos;
 * `17.580,13` means exactly that one. Undefined when the text cannot be an amount.
 */
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

/** Whether an amount is in the range, whatever its sign. */
export const isTyped = ({ desde, hasta }: AmountRange, importe: number): boolean =>
  Math.abs(importe) >= desde && Math.abs(importe) <= hasta;

const FORMAT = /^-?\$?(?:\d{1,3}(?:\.\d{3})+|\d{1,13}),(\d{1,2})$/;

/**
 * The amount that a person typed in a search, when the text can only be an amount: it has a decimal comma, as people write amounts here
 * ("1.234,56", "$1234,5"). A number without a comma may be a voucher and is not taken for an amount.
 */
export function parseTypedImporte(text: string): Money | undefined {
  if (!FORMAT.test(text)) return undefined;
  const [whole = '', decimals = ''] = text.replace(/[-$.]/g, '').split(',');
  const value = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(value)) return undefined;
  return toCentavos(text.startsWith('-') && value !== 0 ? -value : value);
}
