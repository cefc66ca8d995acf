const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
const KEPT_FIRST = 6;
const KEPT_LAST = 4;
/** The character for a masked digit. It is no separator, so the digits around a mask never join to another number. */
export const MASK = '\u00b7';

/** Whether a number begins as card numbers do; 30 and 35 include Diners and JCB, 60 to 65 Cabal and Naranja. */
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

/** Whether digits 0–9 are a full card number: 13 to 19 digits, beginning like a card's and with a right Luhn digit (docs/coupons.md, "Card numbers"). */
export const areCardDigits = (digits: string): boolean =>
  digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && hasCardPrefix(digits) && isLuhn(digits);

/** Makes a fast `areCardDigits` for any 13 to 19 of the digits, `from` to `to` (excluded). Reads each digit once, because a hostile text has millions. */
export function findCardStretches(digits: readonly number[]): (from: number, to: number) => boolean {
  // The Luhn sum of all digits before each index: `even` doubles the digits at even indexes, `odd` the digits at odd indexes.
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

/** Whether a spreadsheet rounded a card number to 15 digits and zeros: the Luhn digit is lost, but nearly all of the number still shows. */
export const isRoundedCardNumber = (digits: string): boolean =>
  digits.length >= 16 && digits.length <= MAX_DIGITS && hasCardPrefix(digits) && /^\d{15}0+$/.test(digits);

export const maskDigits = (digits: string): string =>
  digits.slice(0, KEPT_FIRST) + MASK.repeat(digits.length - KEPT_FIRST - KEPT_LAST) + digits.slice(-KEPT_LAST);

/** Masks several numbers that share digits, except the first `keptFirst` and the last four digits of each. `numbers`: where each number begins and ends. */
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

// Classifies characters for the search for card numbers: digits of any script, separators, invisible characters.

/** Invisible characters: zero-width, bidirectional and format characters, variation selectors, marks over a digit. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]/u;
/** Spaces, dashes, dots, slashes and underscores, in all Unicode forms, may stand between digits (docs/coupons.md, "Card numbers"). */
const SEPARATOR = /[\s\p{Pd}\p{Pc}\u2024\u2044\u2212\u2215\u2216\u29f8\u3002\ufe52\ufe68\uff0e\uff0f\uff3c\uff61]/u;
const DIGIT = /\p{Nd}/u;
/** Digits in superscript, in circles and the like. */
const OTHER_NUMBER = /\p{No}/u;

const OTHER = -1;
export const GAP = -2;
export const NOTHING = -3;

const ASCII: Int8Array = Int8Array.from({ length: 0x80 }, (_, code) => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (/[\s._/\\-]/.test(String.fromCharCode(code))) return GAP;
  return code < 0x20 || code === 0x7f ? NOTHING : OTHER;
});

/** The value of a digit of any script. Unicode lists the digits of a script in order, in one or several runs of ten. */
function digitOf(code: number): number {
  let before = code;
  while (DIGIT.test(String.fromCodePoint(before - 1))) before -= 1;
  return (code - before) % 10;
}

/** The value of a digit; for other characters `GAP`, `NOTHING` or `OTHER`. */
export function meaningOf(code: number): number {
  if (code < 0x80) return ASCII[code] ?? OTHER;
  const char = String.fromCodePoint(code);
  if (DIGIT.test(char)) return digitOf(code);
  if (INVISIBLE.test(char)) return NOTHING;
  if (SEPARATOR.test(char)) return GAP;
  const plain = OTHER_NUMBER.test(char) ? char.normalize('NFKC') : '';
  return /^\d$/.test(plain) ? Number(plain) : OTHER;
}

/** Whether a text may have a card number. To be fast, it counts every character beyond ASCII as a digit; `meaningOf` judges these characters later. */
export function mayHoldCard(text: string): boolean {
  if (text.length < MIN_DIGITS) return false;
  let digits = 0;
  let start = 0;
  let isPlain = true;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : END;
    const meaning = code < 0x80 ? (ASCII[code] ?? OTHER) : 0;
    if (meaning >= 0) {
      if (digits === 0) start = i;
      digits += 1;
      if (code >= 0x80 || i - start >= digits) isPlain = false;
    } else if (meaning === OTHER) {
      if (digits >= MIN_DIGITS && (!isPlain || areCardDigits(text.slice(start, start + digits)))) return true;
      digits = 0;
      isPlain = true;
    }
  }
  return false;
}
/** A character that never stands inside a number: it ends the last run of digits. */
const END = 0x41;

/** Turns digits of any script into 0–9 and removes invisible characters. */
export function toPlainDigits(text: string): string {
  let plain = '';
  for (const char of text) {
    const meaning = meaningOf(char.codePointAt(0) ?? 0);
    if (meaning >= 0) plain += String(meaning);
    else if (meaning !== NOTHING) plain += char;
  }
  return plain;
}

const CARDS =
  'visa|mastercard|master|maestro|amex|american|cabal|naranja|diners|discover|jcb|electron|unionpay|argencard';
const CARD_WORDS = `${CARDS}|tarjetas?|tarj|tj|tjta|tc|td|cards?|credito|debito|credit|debit|plasticos?|pan`;
const PAYMENT_WORDS =
  'pagos?|pagar|pague|pagan|paga|pagado|pagada|pagaron|pagamos|abono|abonos|abonado|abonada|abonan|abonaron|cobros?|cobrar|cobrado|cobrada|cobranzas?|cuotas?|payments?|paid|pay|pays|charged?';

const NAMES_ONE = new RegExp(`(?<!\\p{L})(?:${CARD_WORDS}|${PAYMENT_WORDS})(?![\\p{L}])`, 'u');
const BRAND_BEFORE = new RegExp(`^(?:(?:${CARDS}|tarjeta|tarj|credito|debito)[\\s.:-]+)+`, 'u');
const NAMES_A_CARD = new RegExp(`(?:^| )(?:tarjeta|pan|${CARDS})(?: |$)`);

/** Lower case, without accents and without invisible characters. */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();

export const namesCardOrPayment = (text: string): boolean => NAMES_ONE.test(foldText(text));

/** Whether a header (as `keyOfHeader`) names a card. In such a column, every value that looks like a card number is masked. */
export const doesHeaderNameCard = (key: string): boolean => NAMES_A_CARD.test(key);

/** The text in lower case, without the brand at its beginning ("VISA **** 2694"). */
export const cutAfterBrand = (text: string): string => foldText(text).replace(BRAND_BEFORE, '');
