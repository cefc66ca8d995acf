import { parseDecimal } from '../number-text.ts';

const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i);

/**
 * Parses the number in `bytes[0, length)`; NaN when it is none. Up to fifteen digits, dividing two exact numbers rounds correctly, so most numbers
 * never become text; the rest goes through `Number`.
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
