const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
const KEPT_FIRST = 6;
const KEPT_LAST = 4;
const MASK = '\u00b7';

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

const isSeparator = (code: number): boolean =>
  code === 0x20 || code === 0xa0 || code === 0x2d || (code >= 0x2010 && code <= 0x2015) || code === 0x202f;

/** The digits of a text that holds nothing but digits, spaces and dashes; empty otherwise. */
function onlyDigits(text: string): string {
  if (text.length < MIN_DIGITS || text.length > 64) return '';
  let digits = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) digits += text.charAt(i);
    else if (!isSeparator(code)) return '';
  }
  return digits;
}

const areCardDigits = (digits: string): boolean =>
  digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && hasCardPrefix(digits) && passesLuhn(digits);

/**
 * A full card number: 13 to 19 digits (spaces and dashes aside) with a card's first digits and a right Luhn digit.
 * Source: COUPONS.md, "Card numbers".
 */
export function isCardNumber(text: string): boolean {
  return text.length >= MIN_DIGITS && areCardDigits(onlyDigits(text));
}

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

const RUN = /\d(?:[ \u00a0\u202f\u2010-\u2015-]*\d){12,}/g;

/** Masks every card number of a text, also inside other words; gives the same text when there is none. */
export function maskCardNumbers(text: string): string {
  if (text.length < MIN_DIGITS) return text;
  const whole = onlyDigits(text);
  if (areCardDigits(whole)) return maskDigits(whole);
  return text.replace(RUN, maskRun);
}

/** Whether a text is a card number, or has one among other words. */
export const hasCardNumber = (text: string): boolean => maskCardNumbers(text) !== text;

/**
 * A run of digits with separators may hold more than the number ("12 4507 9900 0000 0010", a date beside it): each window that
 * begins and ends where a group does is tried, longest first.
 */
function maskRun(run: string): string {
  const groups = [...run.matchAll(/\d+/g)];
  for (let from = 0; from < groups.length; from++) {
    for (let to = groups.length - 1; to >= from; to--) {
      const digits = groups.slice(from, to + 1).join('');
      if (!areCardDigits(digits)) continue;
      const start = groups[from]?.index ?? 0;
      const last = groups[to];
      const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
      return run.slice(0, start) + maskDigits(digits) + maskCardNumbers(run.slice(end));
    }
  }
  return run;
}

/** The last four digits of a card number that comes whole or already covered (`**** 1234`, `450799XXXXXX1234`); else undefined. */
export function lastFour(text: string): string | undefined {
  if (isCardNumber(text)) return onlyDigits(text).slice(-KEPT_LAST);
  return /^[\d\sXx*#.\u00b7\u2022-]*[Xx*#.\u00b7\u2022][\d\sXx*#.\u00b7\u2022-]*\d{4}$/.test(text)
    ? text.slice(-KEPT_LAST)
    : undefined;
}
