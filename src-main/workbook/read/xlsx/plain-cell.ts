import { createDamagedProblem } from '../file-problem.ts';
import type { Area } from '../sheet-builder.ts';
import { parseDecimal } from '../number-format.ts';

/** Reads cells in the spelling of nearly every writer, `<c r="AB12" s="3" t="s"><v>123.45</v></c>`, at once instead of as five tokens. */
export class PlainCell {
  column = 0;
  style = 0;
  /** `value` is the number of a shared string if `shared`. */
  shared = false;
  value = 0;

  /** Reads the cell at `from` and returns its end; −1 for another spelling, or when it may not end before `end`. */
  read(bytes: Uint8Array, from: number, end: number): number {
    // A cell has at most `LONGEST` bytes, so this reads nothing past `end`.
    if (end - from < LONGEST) return -1;
    let at = skip(bytes, from, START);
    if (at < 0) return -1;
    at = this.#readReference(bytes, at);
    if (at < 0) return -1;
    this.style = 0;
    if (bytes[at] === SPACE && bytes[at + 1] === LETTER_S) {
      at = this.#readStyle(bytes, at);
      if (at < 0) return -1;
    }
    this.shared = false;
    if (bytes[at] === SPACE) {
      at = skip(bytes, at, TYPE);
      if (at < 0) return -1;
      this.shared = bytes[at] === LETTER_S;
      if ((!this.shared && bytes[at] !== LETTER_N) || bytes[at + 1] !== QUOTE) return -1;
      at += 2;
    }
    return this.#readValue(bytes, skip(bytes, at, OPEN));
  }

  /** Reads `AB12"`; only the column counts. */
  #readReference(bytes: Uint8Array, from: number): number {
    let at = from;
    let column = 0;
    for (; at - from < 3; at += 1) {
      const letter = (bytes[at] ?? 0) - 0x40;
      if (letter < 1 || letter > 26) break;
      column = column * 26 + letter;
    }
    const digits = at;
    while (isDigit(bytes[at] ?? 0) && at - digits < 7) at += 1;
    this.column = column - 1;
    return column > 0 && bytes[at] === QUOTE ? at + 1 : -1;
  }

  #readStyle(bytes: Uint8Array, from: number): number {
    const start = skip(bytes, from, STYLE);
    if (start < 0) return -1;
    let at = start;
    let style = 0;
    for (; isDigit(bytes[at] ?? 0) && at - start < 6; at += 1) style = style * 10 + (bytes[at] ?? 0) - 0x30;
    this.style = style;
    return at > start && bytes[at] === QUOTE ? at + 1 : -1;
  }

  #readValue(bytes: Uint8Array, from: number): number {
    if (from < 0) return -1;
    let mantissa = 0;
    let digits = 0;
    let point = -1;
    let at = from;
    for (; ; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isDigit(byte)) {
        digits += 1;
        if (digits > 15) return -1;
        mantissa = mantissa * 10 + (byte - 0x30);
      } else if (byte === POINT && point < 0 && !this.shared) point = digits;
      else break;
    }
    if (digits === 0) return -1;
    // Dividing two exact numbers rounds correctly (`parseNumber`).
    this.value = point < 0 ? mantissa : mantissa / (POWERS[digits - point] ?? 1);
    return skip(bytes, at, CLOSE);
  }
}

const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i);
const QUOTE = 0x22;
const SPACE = 0x20;
const POINT = 0x2e;
const LETTER_N = 0x6e;
const LETTER_S = 0x73;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

const START = Buffer.from('<c r="');
const STYLE = Buffer.from(' s="');
const TYPE = Buffer.from(' t="');
const OPEN = Buffer.from('><v>');
const CLOSE = Buffer.from('</v></c>');
const LONGEST =
  START.length +
  'XFD1048576"'.length +
  STYLE.length +
  '123456"'.length +
  TYPE.length +
  2 +
  OPEN.length +
  17 +
  CLOSE.length;

/** The position after `expected` at `from`; −1 for other bytes. */
function skip(bytes: Uint8Array, from: number, expected: Uint8Array): number {
  for (let i = 0; i < expected.length; i += 1) if (bytes[from + i] !== expected[i]) return -1;
  return from + expected.length;
}

/** A whole number without sign in `bytes[start, end)`; anything else is damage. */
export function parseWholeNumber(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i += 1) {
    const digit = (bytes[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) throw createDamagedProblem('a number that is none');
    value = value * 10 + digit;
  }
  if (end === start || end - start > 15) throw createDamagedProblem('a number that is none');
  return value;
}

/** The column of a reference such as `AB12`, from 0. */
export function columnOf(bytes: Uint8Array, start: number, end: number): number {
  let column = 0;
  let i = start;
  for (; i < end; i += 1) {
    const letter = ((bytes[i] ?? 0) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column === 0 || i - start > 4) throw createDamagedProblem('a cell reference');
  return column - 1;
}

const AREA = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/i;

export function readArea(text: string): Area | undefined {
  const match = AREA.exec(text);
  if (match === null) return undefined;
  const [first, last] = [match[1] ?? '', match[3] ?? ''].map((letters) => {
    const bytes = Buffer.from(letters);
    return columnOf(bytes, 0, bytes.length);
  });
  return { firstRow: Number(match[2]), lastRow: Number(match[4]), firstColumn: first ?? 0, lastColumn: last ?? 0 };
}

/**
 * Parses the number in `bytes[0, length)`; NaN for none. Up to fifteen digits, dividing two exact numbers rounds correctly, so most numbers never become
 * text.
 */
export function parseNumber(bytes: Uint8Array, length: number): number {
  const negative = bytes[0] === 0x2d;
  let mantissa = 0;
  let digits = 0;
  let decimals = -1;
  for (let i = negative ? 1 : 0; i < length; i += 1) {
    const byte = bytes[i] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) {
      mantissa = mantissa * 10 + (byte - 0x30);
      digits += 1;
      if (decimals >= 0) decimals += 1;
    } else if (byte === 0x2e && decimals < 0) decimals = 0;
    else return parseSlowly(bytes, length);
  }
  if (digits === 0 || digits > 15) return parseSlowly(bytes, length);
  const value = decimals > 0 ? mantissa / (POWERS[decimals] ?? 1) : mantissa;
  return negative && value !== 0 ? -value : value;
}

const parseSlowly = (bytes: Uint8Array, length: number): number =>
  parseDecimal(Buffer.from(bytes.buffer, bytes.byteOffset).toString('latin1', 0, length).trim());
