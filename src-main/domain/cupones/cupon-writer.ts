import { CUPON_FIELDS, type CuponFieldType, type CuponField } from '../cupon.ts';
import { valueOfIdentity } from './duplicates.ts';

const FIRST_BYTES = 1 << 20;
/** How many encoded values to cache. Values with accents are mostly brands and names, which repeat. */
const ODD_KNOWN = 1024;
const LINE_BREAK = 0x0a;
const ZERO = 0x30;
const QUOTE = 0x22;
const BRACE = 0x7d;

/** Writes canonical texts as UTF-8, one per line, and hashes them. Makes no strings, because an import writes millions of values. `fields`: in wire order. */
export function createCuponWriter(fields: readonly CuponField[]) {
  const types = fields.map((field): CuponFieldType => CUPON_FIELDS[field].tipo);
  const encoder = new TextEncoder();
  // Each key begins with the quote that ends the previous value; the first key of a coupon opens the object instead.
  const keys = fields.map((field) => encoder.encode(`","${field}":"`));
  const firstKeys = fields.map((field) => encoder.encode(`{"${field}":"`));
  const oddKnown = new Map<string, Uint8Array>();
  let bytes = new Uint8Array(FIRST_BYTES);
  let at = 0;
  let start = 0;
  let a = 0;
  let b = 0;

  const reserve = (more: number): void => {
    if (at + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(bytes.length * 2, at + more));
    larger.set(bytes.subarray(0, at));
    bytes = larger;
  };
  const put = (key: Uint8Array): void => {
    for (let i = 0; i < key.length; i++) bytes[at + i] = key[i] ?? 0;
    at += key.length;
  };
  /** Writes a value that needs escaping in JSON or more than one byte per character. */
  const putOdd = (value: string): void => {
    let encoded = oddKnown.get(value);
    if (encoded === undefined) {
      encoded = encoder.encode(JSON.stringify(value).slice(1, -1));
      if (oddKnown.size >= ODD_KNOWN) oddKnown.clear();
      oddKnown.set(value, encoded);
    }
    reserve(encoded.length);
    bytes.set(encoded, at);
    at += encoded.length;
  };

  /** The part of a value that identifies a coupon. Most values are returned unchanged, because `mix` ignores the case of ASCII letters. */
  const identityOf = (order: number, value: string, odd: boolean): string => {
    const type = types[order];
    if (type === 'texto') return odd ? value.toLowerCase() : value;
    if ((type !== 'numero' && type !== 'decimal') || (value.charCodeAt(0) !== ZERO && !value.includes('.')))
      return value;
    return valueOfIdentity(type, value);
  };
  /** Adds a value to two multiplicative hashes of 32 bits each (mixing as in cyrb53); `order` tells fields apart. */
  const mix = (order: number, value: string): void => {
    let x = Math.imul(a ^ (order + 0x10000), 0x9e3779b1);
    let y = Math.imul(b ^ (order + 0x10000), 0x5f356495);
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      const small = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
      x = Math.imul(x ^ small, 0x9e3779b1);
      y = Math.imul(y ^ small, 0x5f356495);
    }
    a = x;
    b = y;
  };

  const mixHigh = (): number => Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  const mixLow = (): number => Math.imul(b ^ (b >>> 16), 0x7feb352d) ^ Math.imul(a ^ (a >>> 13), 0x846ca68b);

  return {
    begin(): void {
      start = at;
      a = 0xdeadbeef | 0;
      b = 0x41c6ce57 | 0;
    },
    /** Adds a value that is not empty. `order`: the field's place in wire order; fields must come in that order. */
    add(order: number, value: string): void {
      const key = (at === start ? firstKeys : keys)[order];
      if (key === undefined) throw new Error(`No field at place ${String(order)}`);
      const { length } = value;
      reserve(key.length + length);
      put(key);
      let odd = false;
      for (let i = 0; i < length; i++) {
        const code = value.charCodeAt(i);
        if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) odd = true;
        bytes[at + i] = code;
      }
      mix(order, identityOf(order, value, odd));
      if (odd) putOdd(value);
      else at += length;
    },
    end(): void {
      reserve(3);
      bytes[at] = QUOTE;
      bytes[at + 1] = BRACE;
      bytes[at + 2] = LINE_BREAK;
      at += 3;
    },
    abandon(): void {
      at = start;
    },
    /** The 64-bit hash of the last finished coupon, in two halves. Coupons with the same identity (`textOfIdentity`) have the same hash. */
    high: mixHigh,
    low: mixLow,
    /** The hash of the last finished coupon, cut to 53 bits, which fit in a number. */
    identity: (): number => (mixHigh() >>> 0) * 2 ** 21 + (mixLow() >>> 11),
    /** Returns the texts since the last call, each followed by a line break (no canonical text contains one). */
    take(): Uint8Array<ArrayBuffer> {
      const taken = bytes.slice(0, at);
      at = 0;
      start = 0;
      return taken;
    },
  };
}
