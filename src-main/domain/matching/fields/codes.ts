/**
 * Identifiers as numbers, so that comparing a million operations keeps no texts. Digits become their number, short codes of letters and digits are read
 * in base 36, longer ones become 51 bits of a hash. The three ranges do not overlap.
 */
import { parseIsoDate, toDayNumber } from '../../civil-date.ts';

/** A field without a value. Processors and tills also write zeros for a missing value. */
export const MISSING = -1;
/** 1 for two known and equal codes. */
export const countSame = (a: number, b: number): number => (a !== MISSING && a === b ? 1 : 0);
/** Days are whole numbers since 1970-01-01; no sale is older. */
export const NO_DAY = -1;

/** First code of letters and digits; codes below are plain numbers. */
const LETTERS = 1e15;
/** First code that is a hash. */
const HASHED = 2 ** 51;
const LONGEST_NUMBER = 15;
const LONGEST_LETTERS = 9;

/** −1 for a text that is not ASCII digits or too long to be exact. */
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

/** Two different texts share a hash once in 2^51. */
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
 * The code of an identifier (voucher, terminal, lote, establishment, authorisation, wallet reference): equal for texts that differ in leading zeros,
 * case, spaces and punctuation. `MISSING` for nothing and for zero.
 */
export function codeOf(text: string | null | undefined): number {
  if (text === null || text === undefined) return MISSING;
  const number = digitsOf(text);
  if (number > 0) return number;
  return number === 0 ? MISSING : encodeOtherwise(text);
}

/** 0 to 9999; a shorter text lost its zeros. `MISSING` without digits. */
export function lastFourOf(text: string | null | undefined): number {
  if (text === null || text === undefined) return MISSING;
  const digits = digitsOf(text);
  if (digits >= 0) return digits % 10_000;
  const found = text.replace(/\D+/g, '').slice(-4);
  return found === '' ? MISSING : Number(found);
}

/** `MISSING` for fewer than six digits. */
export function binOf(text: string | null | undefined): number {
  const digits = text?.replace(/\D+/g, '').slice(0, 6) ?? '';
  return digits.length < 6 ? MISSING : Number(digits);
}

/** 1 to 99, because a sale in one payment is reported as 0 or as 1. `MISSING` for nothing. */
export function instalmentsOf(text: string | null | undefined): number {
  if (text === null || text === undefined || text.trim() === '') return MISSING;
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number <= 99 ? Math.max(1, number) : MISSING;
}

/** Reads each text once, because many rows share few days. */
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

/** Exchanges day and month; `NO_DAY` for no such day, or for the same one. */
export function swapDay(day: number): number {
  const text = new Date(day * 86_400_000).toISOString();
  const [month, dayOfMonth] = [text.slice(5, 7), text.slice(8, 10)];
  if (month === dayOfMonth) return NO_DAY;
  const date = parseIsoDate(`${text.slice(0, 4)}-${dayOfMonth}-${month}`);
  return date === undefined ? NO_DAY : toDayNumber(date);
}

/** The same day and month of another year; `NO_DAY` for 29/02 in a year without it. */
export function sameDayOfYear(day: number, years: number): number {
  const text = new Date(day * 86_400_000).toISOString();
  const year = String(Number(text.slice(0, 4)) + years).padStart(4, '0');
  const date = parseIsoDate(`${year}${text.slice(4, 10)}`);
  return date === undefined ? NO_DAY : toDayNumber(date);
}

/** The kinds of slip between two codes one edit apart (Damerau-Levenshtein 1). */
export const NONE = 0;
export const DIGIT = 1;
export const TRANSPOSED = 2;
export const LENGTH = 3;
export type Typo = typeof NONE | typeof DIGIT | typeof TRANSPOSED | typeof LENGTH;

/** The slip between two numbers, read as digits of a base with zeros in front: drops equal digits at the end, and the rest shows the slip. */
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

/** `NONE` when one code is a hash (its characters are gone), or when only one has letters. */
export function typoOf(a: number, b: number): Typo {
  if (a < LETTERS && b < LETTERS) return a < 0 || b < 0 ? NONE : findTypoBetween(a, b, 10);
  return a >= LETTERS && b >= LETTERS && a < HASHED && b < HASHED
    ? findTypoBetween(a - LETTERS, b - LETTERS, 36)
    : NONE;
}

/** Whether `short`, of at least three digits, is the end of `long`: somebody left out its first digits. */
export function isCut(short: number, long: number): boolean {
  if (short < 100 || long <= short) return false;
  let unit = 1000;
  while (unit <= short) unit *= 10;
  return long % unit === short;
}

/** A column that grows while rows arrive. `expected`: how many values to expect; a good guess saves copies. */
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

/** Small numbers for values that repeat (terminals, lotes, establishments), in order of arrival. */
export type Dictionary = ReturnType<typeof createDictionary>;

/** The place of a value that a dictionary lacks; no row has it, and it is not `MISSING`. */
export const UNKNOWN = -2;

export function createDictionary() {
  const places = new Map<number, number>();
  return {
    /** A new value gets a new number; `MISSING` stays `MISSING`. */
    add(value: number): number {
      if (value < 0) return value;
      const found = places.get(value);
      if (found !== undefined) return found;
      places.set(value, places.size);
      return places.size - 1;
    },
    /** `UNKNOWN` for a value of no row; `MISSING` stays `MISSING`. */
    find: (value: number): number => (value < 0 ? value : (places.get(value) ?? UNKNOWN)),
    size: (): number => places.size,
    values: (): Float64Array => Float64Array.from(places.keys()),
  };
}

// Read an element that the array has. One function per kind of array: a single one for all would be many times slower, because the engine could not know
// which kind it reads.
export const f64 = (values: Float64Array, index: number): number => values[index] ?? 0;
export const i32 = (values: Int32Array, index: number): number => values[index] ?? 0;
export const u32 = (values: Uint32Array, index: number): number => values[index] ?? 0;
export const i8 = (values: Int8Array, index: number): number => values[index] ?? 0;
