/**
 * Identifiers as numbers, so that a million operations are compared without keeping texts. Digits become their number (leading zeros mean nothing),
 * short codes of letters and digits are read in base 36, anything longer becomes 51 bits of a hash. The three ranges do not overlap.
 */

/** A field without a value. Processors and tills also write zeros for a missing value. */
export const MISSING = -1;
/** 1 when two codes are known and equal: what an agreement counts for. */
export const countSame = (a: number, b: number): number => (a !== MISSING && a === b ? 1 : 0);
/** Days are whole numbers since 1970-01-01; no sale is older. */
export const NO_DAY = -1;

/** First code of letters and digits; below it a code is the number that the digits say. */
export const LETTERS = 1e15;
/** First code that is a hash. */
export const HASHED = 2 ** 51;
const LONGEST_NUMBER = 15;
const LONGEST_LETTERS = 9;

/** The number of a text of ASCII digits; −1 for any other text, and for one too long to be exact. */
function digitsOf(text: string): number {
  if (text.length === 0 || text.length > LONGEST_NUMBER) return MISSING;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return MISSING;
    value = value * 10 + digit;
  }
  return value;
}

/** A hash of 51 bits: two different texts share it once in 2^51. */
export function hashOf(text: string): number {
  let high = 0x9e3779b1;
  let low = 0x85ebca6b;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x5bd1e995);
    low = Math.imul(low ^ unit, 0x1b873593);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (low >>> 16), 0x2c1b3c6d);
  low = Math.imul(low ^ (high >>> 15), 0x297a2d39);
  return ((high >>> 0) % 2 ** 19) * 2 ** 32 + (low >>> 0);
}

function encodeOtherwise(text: string): number {
  const plain = text
    .replace(/\.0+$/, '')
    .replace(/[^0-9A-Za-z]+/g, '')
    .replace(/^0+/, '')
    .toUpperCase();
  if (plain === '') return MISSING;
  const number = digitsOf(plain);
  if (number >= 0) return number;
  return plain.length <= LONGEST_LETTERS && !/^\d+$/.test(plain)
    ? LETTERS + Number.parseInt(plain, 36)
    : HASHED + hashOf(plain);
}

/**
 * The code of an identifier (voucher, terminal, lote, establishment, authorisation, wallet reference): equal for texts that differ in leading
 * zeros, case, spaces and punctuation. `MISSING` for nothing and for zero.
 */
export function codeOf(text: string | null | undefined): number {
  if (text === null || text === undefined) return MISSING;
  const number = digitsOf(text);
  if (number > 0) return number;
  return number === 0 ? MISSING : encodeOtherwise(text);
}

/** The last four digits of a card as a number from 0 to 9999; a shorter text lost its zeros. `MISSING` without digits. */
export function lastFourOf(text: string | null | undefined): number {
  if (text === null || text === undefined) return MISSING;
  const digits = digitsOf(text);
  if (digits >= 0) return digits % 10_000;
  const found = text.replace(/\D+/g, '').slice(-4);
  return found === '' ? MISSING : Number(found);
}

/** The first six digits of a card; `MISSING` for fewer. */
export function binOf(text: string | null | undefined): number {
  const digits = text?.replace(/\D+/g, '').slice(0, 6) ?? '';
  return digits.length < 6 ? MISSING : Number(digits);
}

/** Instalments, 1 to 99: a sale in one payment is reported as 0 or as 1. `MISSING` for nothing. */
export function instalmentsOf(text: string | null | undefined): number {
  if (text === null || text === undefined || text.trim() === '') return MISSING;
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number <= 99 ? Math.max(1, number) : MISSING;
}
