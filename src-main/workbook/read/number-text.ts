/** Spreadsheets keep fifteen digits, so a larger number loses typed ones. */
const SIXTEEN_DIGITS = 1e15;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?$/;

/** NaN for a text that is no number. */
export function parseDecimal(text: string): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** At the fifteen digits of a spreadsheet: 0.1 + 0.2 is "0.3", and the `4.3499999999999996` that Excel writes for 4.35 is "4.35". */
export function toPlainDecimal(value: number): string {
  if (Number.isInteger(value) && value < SIXTEEN_DIGITS && value > -SIXTEEN_DIGITS) return String(value);
  const shortest = String(value);
  if (shortest.length <= 15 && !shortest.includes('e')) return shortest;
  const rounded = String(Number(value.toPrecision(15)));
  return rounded.includes('e') ? withoutExponent(rounded) : rounded;
}

/** "USD 1234,5": an amount in another currency, as people read it. */
export const toCurrencyText = (currency: string, value: number): string =>
  `${currency} ${toPlainDecimal(value).replace('.', ',')}`;

/** "1.5e-7" → "0.00000015", "1e+21" → "1000000000000000000000". */
function withoutExponent(text: string): string {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${plain}` : plain;
}

/**
 * Whether fifteen digits are too few for the file's number: whole numbers of sixteen digits or more (their last digits were invented when saving) and
 * decimals that rounding moves by more than 1e-7. Binary noise (`4.3499999999999996`) is no loss. `literal`: the number as the file writes it.
 */
export function losesPrecision(value: number, literal: string): boolean {
  if (Math.abs(value) >= SIXTEEN_DIGITS) return true;
  if (literal.length <= 15) return false;
  return Math.abs(value - Number(value.toPrecision(15))) > 1e-7;
}

/** What a person sees of a number that lost digits: the file's own digits when it is a plain number. */
export const toLiteralText = (value: number, literal: string): string =>
  /^-?\d+(\.\d+)?$/.test(literal) ? literal : toPlainDecimal(value);
