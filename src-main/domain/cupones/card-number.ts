const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
const KEPT_FIRST = 6;
const KEPT_LAST = 4;
/** What a covered digit is shown as. No separator of groups (`card-characters.ts`): a covered number is never part of another one. */
export const MASK = '\u00b7';

/** First two digits that card schemes use; 30 and 35 also cover Diners and JCB, 60 to 65 the Argentine ones (Cabal, Naranja). */
function hasCardPrefix(digits: string): boolean {
  const first = digits.charCodeAt(0) - 48;
  if (first === 4 || first === 5 || first === 6) return true;
  const four = Number(digits.slice(0, 4));
  if (first === 2) return four >= 2221 && four <= 2720;
  const two = Math.floor(four / 100);
  return two === 30 || (two >= 34 && two <= 39);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    const digit = digits.charCodeAt(i) - 48;
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum % 10 === 0;
}

/**
 * Whether digits (0–9 and nothing else) are those of a full card number: 13 to 19 of them, with a card's first digits and a right Luhn digit.
 * Source: COUPONS.md, "Card numbers".
 */
export const areCardDigits = (digits: string): boolean =>
  digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && hasCardPrefix(digits) && passesLuhn(digits);

/**
 * True for the text of a *numeric* cell that was a card number before the spreadsheet rounded it: spreadsheets keep 15 digits and
 * write zeros after them, which breaks the Luhn digit but still shows nearly the whole number.
 */
export function isRoundedCardNumber(digits: string): boolean {
  return digits.length >= 16 && digits.length <= MAX_DIGITS && hasCardPrefix(digits) && /^\d{15}0+$/.test(digits);
}

/** First six and last four digits, the rest covered: `450799······0792`. */
export function maskDigits(digits: string): string {
  return digits.slice(0, KEPT_FIRST) + MASK.repeat(digits.length - KEPT_FIRST - KEPT_LAST) + digits.slice(-KEPT_LAST);
}

/** Covers what lies between the first six and the last four of several numbers that share digits; each is where it begins and ends. */
export function maskTogether(
  digits: string,
  numbers: readonly { readonly from: number; readonly to: number }[],
): string {
  const covered = (at: number): boolean =>
    numbers.some(({ from, to }) => at >= from + KEPT_FIRST && at < to - KEPT_LAST);
  return Array.from(digits, (digit, at) => (covered(at) ? MASK : digit)).join('');
}

export { MAX_DIGITS, MIN_DIGITS };
