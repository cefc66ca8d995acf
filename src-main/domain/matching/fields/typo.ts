import { HASHED, LETTERS } from './codes.ts';

/** The kinds of slip between two codes one edit apart (Damerau-Levenshtein 1). */
export const NONE = 0;
export const DIGIT = 1;
export const TRANSPOSED = 2;
export const LENGTH = 3;
export type Typo = typeof NONE | typeof DIGIT | typeof TRANSPOSED | typeof LENGTH;

/** 32-bit integers are divided many times faster than floats. */
const SMALL = 2 ** 31;

/** The slip between two numbers, read as digits of a base with zeros in front: drops equal digits at the end, and the rest shows the slip. */
export function findTypoBetween(a: number, b: number, base: number): Typo {
  if (a === b) return NONE;
  if (a < SMALL && b < SMALL) return typoOfSmall(a | 0, b | 0, base | 0);
  let x = a;
  let y = b;
  while (x % base === y % base) {
    x = Math.floor(x / base);
    y = Math.floor(y / base);
  }
  if (x < SMALL && y < SMALL) return typoOfSmall(x | 0, y | 0, base | 0);
  const x1 = Math.floor(x / base);
  const y1 = Math.floor(y / base);
  if (x1 === y1) return DIGIT;
  if (x1 === y || y1 === x) return LENGTH;
  const crossed = x % base === y1 % base && y % base === x1 % base;
  return crossed && Math.floor(x1 / base) === Math.floor(y1 / base) ? TRANSPOSED : NONE;
}

function typoOfSmall(a: number, b: number, base: number): Typo {
  let x = a | 0;
  let y = b | 0;
  while (((x % base) | 0) === ((y % base) | 0)) {
    x = (x / base) | 0;
    y = (y / base) | 0;
  }
  const x1 = (x / base) | 0;
  const y1 = (y / base) | 0;
  if (x1 === y1) return DIGIT;
  if (x1 === y || y1 === x) return LENGTH;
  const crossed = ((x % base) | 0) === ((y1 % base) | 0) && ((y % base) | 0) === ((x1 % base) | 0);
  return crossed && ((x1 / base) | 0) === ((y1 / base) | 0) ? TRANSPOSED : NONE;
}

/** `NONE` when one code is a hash (its characters are gone), or when only one has letters. */
export function typoOf(a: number, b: number): Typo {
  if (a < LETTERS && b < LETTERS) return a < 0 || b < 0 ? NONE : findTypoBetween(a, b, 10);
  return a >= LETTERS && b >= LETTERS && a < HASHED && b < HASHED
    ? findTypoBetween(a - LETTERS, b - LETTERS, 36)
    : NONE;
}

/** Whether a number is a longer one without its first digits, with at least three left. */
export function isCut(short: number, long: number): boolean {
  if (short < 100 || long <= short) return false;
  let unit = 1000;
  while (unit <= short) unit *= 10;
  return long % unit === short;
}
