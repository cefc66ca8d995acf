/** The spelling of nearly every writer, `<c r="AB12" s="3" t="s"><v>123.45</v></c>`, without the five tokens that a tokeniser makes of it. */
export class PlainCell {
  column = 0;
  style = 0;
  /** `value` is the number of a shared string. */
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

  /** `AB12"`: only the column counts, as everywhere. */
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
