import { createDamagedProblem } from '../file-problem.ts';
import type { Area } from '../sheet-builder.ts';
import { parseDecimal } from '../number-format.ts';

const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i);

/** Reads a whole number without sign, of at most 15 digits, from `bytes[start, end)`. Throws `ARCHIVO_DANADO` for anything else. */
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

/** The column of a cell reference such as `AB12`, counted from 0. */
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

/** The number in `bytes[0, length)`; NaN for other text. Up to fifteen digits it divides two exact integers, which rounds correctly without a text. */
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
