/** Turns identifiers into numbers for fast comparing: digits as they are, short codes in base 36, longer ones a hash of 51 bits, in separate ranges. */
import { parseIsoDate, toDayNumber } from '../../civil-date.ts';

/** The code of a field without a value, and of an identifier of zeros only, which processors and tills write for a missing value. */
export const MISSING = -1;
export const countSame = (a: number, b: number): number => (a !== MISSING && a === b ? 1 : 0);
/** The day of a missing date. Days are numbers since 1970-01-01, and no sale is older. */
export const NO_DAY = -1;

/** The first code for letters and digits; codes below are plain numbers. */
const LETTERS = 1e15;
const HASHED = 2 ** 51;
const LONGEST_NUMBER = 15;
const LONGEST_LETTERS = 9;

/** The number of a text; −1 if it is not only ASCII digits, or too long to be exact. */
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

/** The code of an identifier, whatever its leading zeros, case, spaces, punctuation and final `.0`. `MISSING` for an empty text and for zero. */
export function codeOf(text: string | null | undefined): number {
  if (text === null || text === undefined) return MISSING;
  const number = digitsOf(text);
  if (number > 0) return number;
  return number === 0 ? MISSING : encodeOtherwise(text);
}

/** The last four digits of a card as a number from 0 to 9999; a shorter text lost its zeros. `MISSING` if there are no digits. */
export function lastFourOf(text: string | null | undefined): number {
  if (text === null || text === undefined) return MISSING;
  const digits = digitsOf(text);
  if (digits >= 0) return digits % 10_000;
  const found = text.replace(/\D+/g, '').slice(-4);
  return found === '' ? MISSING : Number(found);
}

export function binOf(text: string | null | undefined): number {
  const digits = text?.replace(/\D+/g, '').slice(0, 6) ?? '';
  return digits.length < 6 ? MISSING : Number(digits);
}

/** The number of instalments, 1 to 99; 0 counts as 1, because a single payment is reported as 0 or 1. `MISSING` for any other text. */
export function instalmentsOf(text: string | null | undefined): number {
  if (text === null || text === undefined || text.trim() === '') return MISSING;
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number <= 99 ? Math.max(1, number) : MISSING;
}

/** Makes a function that parses dates as day numbers. It caches, because many rows share few days. */
export function createDayReader() {
  const known = new Map<string, number>();
  return (text: string | null | undefined): number => {
    if (text === null || text === undefined) return NO_DAY;
    const found = known.get(text);
    if (found !== undefined) return found;
    const date = parseIsoDate(text.slice(0, 10));
    const day = date === undefined ? NO_DAY : toDayNumber(date);
    known.set(text, day);
    return day;
  };
}

/** The day with day and month swapped; `NO_DAY` if that is no day or the same day. */
export function swapDay(day: number): number {
  const text = new Date(day * 86_400_000).toISOString();
  const [month, dayOfMonth] = [text.slice(5, 7), text.slice(8, 10)];
  if (month === dayOfMonth) return NO_DAY;
  const date = parseIsoDate(`${text.slice(0, 4)}-${dayOfMonth}-${month}`);
  return date === undefined ? NO_DAY : toDayNumber(date);
}

/** The same day and month, `years` later; `NO_DAY` for 29/02 if that year has none. */
export function sameDayOfYear(day: number, years: number): number {
  const text = new Date(day * 86_400_000).toISOString();
  const year = String(Number(text.slice(0, 4)) + years).padStart(4, '0');
  const date = parseIsoDate(`${year}${text.slice(4, 10)}`);
  return date === undefined ? NO_DAY : toDayNumber(date);
}

/** The typing mistakes between two codes that are one edit apart (Damerau-Levenshtein distance 1), and `NONE` for any other two. */
export const NONE = 0;
export const DIGIT = 1;
export const TRANSPOSED = 2;
export const LENGTH = 3;
export type Typo = typeof NONE | typeof DIGIT | typeof TRANSPOSED | typeof LENGTH;

/** The typing mistake between two numbers, compared as digits of a base with leading zeros. Removes equal digits at the end until the difference shows. */
export function findTypoBetween(a: number, b: number, base: number): Typo {
  if (a === b) return NONE;
  let x = a;
  let y = b;
  while (x % base === y % base) {
    x = Math.floor(x / base);
    y = Math.floor(y / base);
  }
  const x1 = Math.floor(x / base);
  const y1 = Math.floor(y / base);
  if (x1 === y1) return DIGIT;
  if (x1 === y || y1 === x) return LENGTH;
  const crossed = x % base === y1 % base && y % base === x1 % base;
  return crossed && Math.floor(x1 / base) === Math.floor(y1 / base) ? TRANSPOSED : NONE;
}

/** The typing mistake between two codes; `NONE` for a hash, whose characters are unknown, and if only one of the codes has letters. */
export function typoOf(a: number, b: number): Typo {
  if (a < LETTERS && b < LETTERS) return a < 0 || b < 0 ? NONE : findTypoBetween(a, b, 10);
  return a >= LETTERS && b >= LETTERS && a < HASHED && b < HASHED
    ? findTypoBetween(a - LETTERS, b - LETTERS, 36)
    : NONE;
}

/** Whether `short`, with at least three digits, is the end of `long`, so that somebody left out the first digits. */
export function isCut(short: number, long: number): boolean {
  if (short < 100 || long <= short) return false;
  let unit = 1000;
  while (unit <= short) unit *= 10;
  return long % unit === short;
}

/** A column of numbers that grows. `expected`: the likely number of values; a good guess saves copying. */
export function float64Column(expected: number) {
  let values = new Float64Array(Math.max(16, expected));
  let size = 0;
  return {
    push(value: number): void {
      if (size === values.length)
        values = new Float64Array(values.buffer.transfer(Math.ceil(values.length * 1.5) * values.BYTES_PER_ELEMENT));
      values[size++] = value;
    },
    done: (): Float64Array => values.subarray(0, size),
  };
}

/** Gives each different value (of terminals, lotes, establishments, settlements) a small number, in order of arrival. */
export type Dictionary = ReturnType<typeof createDictionary>;

/** The number for a value that is not in a dictionary; no row has it, and it differs from `MISSING`. */
export const UNKNOWN = -2;

export function createDictionary() {
  const places = new Map<number, number>();
  return {
    /** The number of a value; a new value gets a new number. `MISSING` stays `MISSING`. */
    add(value: number): number {
      if (value < 0) return value;
      const found = places.get(value);
      if (found !== undefined) return found;
      places.set(value, places.size);
      return places.size - 1;
    },
    /** The number of a value; `UNKNOWN` if no row has it. `MISSING` stays `MISSING`. */
    find: (value: number): number => (value < 0 ? value : (places.get(value) ?? UNKNOWN)),
    size: (): number => places.size,
    values: (): Float64Array => Float64Array.from(places.keys()),
  };
}

// These functions read an element that exists. A common function for all kinds of arrays would be many times slower: the engine could not specialise it.
export const f64 = (values: Float64Array, index: number): number => values[index] ?? 0;
export const i32 = (values: Int32Array, index: number): number => values[index] ?? 0;
export const u32 = (values: Uint32Array, index: number): number => values[index] ?? 0;
export const i8 = (values: Int8Array, index: number): number => values[index] ?? 0;
