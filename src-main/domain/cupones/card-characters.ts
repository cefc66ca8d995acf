/** Classifies the characters of a text for the search of card numbers: digits of any script, separators, invisible characters. */
import { areCardDigits, MIN_DIGITS } from './card-number.ts';

/** Characters that take no room: zero-width, bidirectional and format characters, variation selectors, marks over the digit before. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]/u;
/** Spaces, dashes, dots, slashes and underscores (docs/coupons.md, "Card numbers"), in all their Unicode forms. */
const SEPARATOR = /[\s\p{Pd}\p{Pc}\u2024\u2044\u2212\u2215\u2216\u29f8\u3002\ufe52\ufe68\uff0e\uff0f\uff3c\uff61]/u;
const DIGIT = /\p{Nd}/u;
/** Superscript, circled and the like. */
const OTHER_NUMBER = /\p{No}/u;

const OTHER = -1;
export const GAP = -2;
export const NOTHING = -3;

/** The digit 0 to 9, or one of the three above, of each character of ASCII. */
const ASCII: Int8Array = Int8Array.from({ length: 0x80 }, (_, code) => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (/[\s._/\\-]/.test(String.fromCharCode(code))) return GAP;
  return code < 0x20 || code === 0x7f ? NOTHING : OTHER;
});

/** The value of a digit of any script. Unicode has the digits of a script in order, in runs of ten or of several tens: the distance to the start of the run, modulo ten. */
function digitOf(code: number): number {
  let before = code;
  while (DIGIT.test(String.fromCodePoint(before - 1))) before -= 1;
  return (code - before) % 10;
}

/** A digit's value, 0 to 9; `GAP` for a separator, `NOTHING` for a character that takes no room, `OTHER` for the rest. */
export function meaningOf(code: number): number {
  if (code < 0x80) return ASCII[code] ?? OTHER;
  const char = String.fromCodePoint(code);
  if (DIGIT.test(char)) return digitOf(code);
  if (INVISIBLE.test(char)) return NOTHING;
  if (SEPARATOR.test(char)) return GAP;
  const plain = OTHER_NUMBER.test(char) ? char.normalize('NFKC') : '';
  return /^\d$/.test(plain) ? Number(plain) : OTHER;
}

/**
 * Whether a text may hold a card number. It is quick, because it runs on every cell and on every text of the service: plain ASCII digits are judged at
 * once, and a character beyond ASCII counts as a digit, which `meaningOf` looks at afterwards.
 */
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
/** A character that never stands between the digits of one number. */
const END = 0x41;

/** The text with digits of any script as 0–9, and without characters that take no room. */
export function toPlainDigits(text: string): string {
  let plain = '';
  for (const char of text) {
    const meaning = meaningOf(char.codePointAt(0) ?? 0);
    if (meaning >= 0) plain += String(meaning);
    else if (meaning !== NOTHING) plain += char;
  }
  return plain;
}
