const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
const KEPT_FIRST = 6;
const KEPT_LAST = 4;
/** The character of a covered digit. It is not a group separator (`card-characters.ts`), so a covered number never becomes part of another one. */
export const MASK = '\u00b7';

/** First digits that card schemes use; 30 and 35 include Diners and JCB, 60 to 65 Cabal and Naranja. */
function isCardPrefix(four: number): boolean {
  const first = Math.floor(four / 1000);
  if (first === 4 || first === 5 || first === 6) return true;
  if (first === 2) return four >= 2221 && four <= 2720;
  const two = Math.floor(four / 100);
  return two === 30 || (two >= 34 && two <= 39);
}
const hasCardPrefix = (digits: string): boolean => isCardPrefix(Number(digits.slice(0, 4)));

const doubleDigit = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2);

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    const digit = digits.charCodeAt(i) - 48;
    sum += double ? doubleDigit(digit) : digit;
  }
  return sum % 10 === 0;
}

/** Whether a text of digits 0–9 is a full card number: 13 to 19 digits, a card's first digits and a right Luhn digit (docs/coupons.md, "Card numbers"). */
export const areCardDigits = (digits: string): boolean =>
  digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && hasCardPrefix(digits) && isLuhn(digits);

/** Returns `areCardDigits` for stretches of the same digits. It reads each digit once: a text made to be slow has millions of stretches. */
export function findCardStretches(digits: readonly number[]): (from: number, to: number) => boolean {
  // Luhn sums up to each place, with the digits at even or odd places doubled.
  const even = [0];
  const odd = [0];
  for (let i = 0; i < digits.length; i++) {
    const digit = digits[i] ?? 0;
    even.push((even[i] ?? 0) + (i % 2 === 0 ? doubleDigit(digit) : digit));
    odd.push((odd[i] ?? 0) + (i % 2 === 0 ? digit : doubleDigit(digit)));
  }
  const digitAt = (place: number): number => digits[place] ?? 0;
  return (from, to) => {
    const sums = to % 2 === 0 ? even : odd;
    if (((sums[to] ?? 0) - (sums[from] ?? 0)) % 10 !== 0) return false;
    return isCardPrefix(digitAt(from) * 1000 + digitAt(from + 1) * 100 + digitAt(from + 2) * 10 + digitAt(from + 3));
  };
}

/** Whether a spreadsheet rounded a card number to 15 digits and zeros: the Luhn digit is gone, but nearly the whole number still shows. */
export const isRoundedCardNumber = (digits: string): boolean =>
  digits.length >= 16 && digits.length <= MAX_DIGITS && hasCardPrefix(digits) && /^\d{15}0+$/.test(digits);

/** Covers all but the first six and the last four: `450799······0792`. */
export const maskDigits = (digits: string): string =>
  digits.slice(0, KEPT_FIRST) + MASK.repeat(digits.length - KEPT_FIRST - KEPT_LAST) + digits.slice(-KEPT_LAST);

/** Covers several numbers that share digits, each between its first `keptFirst` and its last four. `numbers`: where each begins and ends. */
export function maskTogether(
  digits: readonly number[],
  numbers: readonly { readonly from: number; readonly to: number }[],
  keptFirst = KEPT_FIRST,
): string {
  const changes: number[] = digits.map(() => 0);
  for (const { from, to } of numbers) {
    changes[from + keptFirst] = (changes[from + keptFirst] ?? 0) + 1;
    changes[to - KEPT_LAST] = (changes[to - KEPT_LAST] ?? 0) - 1;
  }
  let covered = 0;
  let text = '';
  for (let at = 0; at < digits.length; at++) {
    covered += changes[at] ?? 0;
    text += covered > 0 ? MASK : String(digits[at] ?? '');
  }
  return text;
}

export { MAX_DIGITS, MIN_DIGITS };
