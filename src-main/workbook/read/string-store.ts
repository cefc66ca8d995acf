import { createTooBigProblem } from './file-problem.ts';
import { Uint32List } from './row-shapes.ts';

const CHUNK_BYTES = 256 * 1024;
/** In bytes; enough for a spreadsheet's longest cell of 32,767 characters. */
const MAX_TEXT_BYTES = CHUNK_BYTES - 8;
const RECENT = 4096;
const SEEN = 65_536;

/**
 * The texts of a workbook by number, as UTF-8 bytes: a million small strings would take several times as much memory. A text becomes a string when it is read;
 * recent strings are cached. A record is the text's length + 1 (one byte if below 128, else three with 7, 8 and 8 bits) and its bytes.
 */
export class StringStore {
  readonly #chunks: Buffer[] = [];
  #current = Buffer.alloc(0);
  #used = 0;
  #bytes = 0;
  readonly #addresses = new Uint32List();
  #count = 0;
  readonly #empty = new Set<number>();
  readonly #maxBytes: number;
  /** The address and the number + 1 of recent texts, by hash, so that an equal text gets the same number. */
  readonly #seenAt = new Uint32Array(SEEN);
  readonly #seenNumber = new Uint32Array(SEEN);
  readonly #recentNumber = new Int32Array(RECENT).fill(-1);
  readonly #recentText: string[] = new Array<string>(RECENT).fill('');

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a text even if an equal text exists, because cells refer to the texts of a shared string table by position. */
  append(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > MAX_TEXT_BYTES) throw createTooBigProblem('one text');
    if (length === 0) this.#empty.add(this.#count);
    // An empty text takes one byte and an entry in the set `#empty`: count 64 bytes for both.
    this.#bytes += length === 0 ? 64 : length + 2;
    if (this.#bytes > this.#maxBytes) throw createTooBigProblem('text');
    if (this.#used + length + 5 > this.#current.length) this.#nextChunk();
    this.#addresses.push(this.#address());
    this.#write(bytes, start, end);
    this.#count += 1;
    return this.#count - 1;
  }

  /** The number of the text in `bytes[0, length)`. Reuses the number of a recent equal text. */
  intern(bytes: Uint8Array, length: number): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < length; i += 1) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
    const slot = (hash ^ (hash >>> 16)) & (SEEN - 1);
    const known = (this.#seenNumber[slot] ?? 0) - 1;
    if (known >= 0 && this.#equals(this.#seenAt[slot] ?? 0, bytes.subarray(0, length))) return known;
    const number = this.append(bytes, 0, length);
    this.#seenNumber[slot] = number + 1;
    this.#seenAt[slot] = this.#address() - length;
    return number;
  }

  internText(text: string): number {
    const bytes = Buffer.from(text);
    return this.intern(bytes, bytes.length);
  }

  isEmpty(number: number): boolean {
    return this.#empty.has(number);
  }

  get(number: number): string {
    const slot = number & (RECENT - 1);
    if (this.#recentNumber[slot] === number) return this.#recentText[slot] ?? '';
    const text = this.#find(number);
    this.#recentNumber[slot] = number;
    this.#recentText[slot] = text;
    return text;
  }

  #find(number: number): string {
    const address = this.#addresses.get(number);
    const chunk = this.#chunks[(address / CHUNK_BYTES) | 0];
    if (chunk === undefined) return '';
    let at = (address % CHUNK_BYTES) + 1;
    let length = chunk[at - 1] ?? 0;
    if (length >= 128) {
      length = (length & 127) | ((chunk[at] ?? 0) << 7) | ((chunk[at + 1] ?? 0) << 15);
      at += 2;
    }
    return chunk.toString('utf8', at, at + length - 1);
  }

  #address(): number {
    return (this.#chunks.length - 1) * CHUNK_BYTES + this.#used;
  }

  #write(bytes: Uint8Array, start: number, end: number): void {
    const target = this.#current;
    const length = end - start + 1;
    let at = this.#used;
    if (length < 128) {
      target[at] = length;
      at += 1;
    } else {
      target[at] = (length & 127) | 128;
      target[at + 1] = (length >>> 7) & 255;
      target[at + 2] = (length >>> 15) & 255;
      at += 3;
    }
    // Copies short texts in a loop, which below 64 bytes is faster than `set` with a new view.
    if (length < 64) for (let i = start; i < end; i += 1, at += 1) target[at] = bytes[i] ?? 0;
    else {
      target.set(bytes.subarray(start, end), at);
      at += end - start;
    }
    this.#used = at;
  }

  #equals(address: number, bytes: Uint8Array): boolean {
    const chunk = this.#chunks[(address / CHUNK_BYTES) | 0];
    const at = address % CHUNK_BYTES;
    // Long texts seldom repeat, so they are not compared.
    const length = bytes.length + 1;
    if (chunk === undefined || length >= 128 || chunk[at - 1] !== length) return false;
    for (let i = 0; i < bytes.length; i += 1) if (chunk[at + i] !== bytes[i]) return false;
    return true;
  }

  #nextChunk(): void {
    this.#current = Buffer.alloc(CHUNK_BYTES);
    this.#chunks.push(this.#current);
    this.#used = 0;
  }
}
