import { tooBig } from './file-problem.ts';

const CHUNK_BYTES = 256 * 1024;
/** Longest text kept, in bytes: a spreadsheet's cell ends at 32,767 characters. */
const MAX_TEXT_BYTES = CHUNK_BYTES;
const RECENT = 4096;

/**
 * The texts of a workbook as UTF-8 bytes, by number. A million little strings cost several times their bytes; these become
 * strings when asked for, and the ones asked for lately are kept.
 */
export class StringStore {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #current = new Uint8Array(0);
  #used = 0;
  #bytes = 0;
  /** Where each text begins: chunk × CHUNK_BYTES + offset; and its length. */
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #count = 0;
  readonly #maxBytes: number;
  /** Texts met lately, by hash, to give an equal one its old number. */
  readonly #seen = new Int32Array(65_536).fill(-1);
  readonly #recentIndex = new Int32Array(RECENT).fill(-1);
  readonly #recentText: string[] = new Array<string>(RECENT).fill('');

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a text even if there is an equal one: the numbers of a shared string table are positions. */
  append(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > MAX_TEXT_BYTES) throw tooBig('one text');
    if (this.#used + length > this.#current.length) this.#nextChunk();
    // A loop, because most texts are short and `set` with a view costs more than twenty bytes.
    const target = this.#current;
    if (length < 64) for (let i = 0; i < length; i += 1) target[this.#used + i] = bytes[start + i] ?? 0;
    else target.set(bytes.subarray(start, end), this.#used);
    if (this.#count === this.#starts.length) this.#grow();
    this.#starts[this.#count] = (this.#chunks.length - 1) * CHUNK_BYTES + this.#used;
    this.#lengths[this.#count] = length;
    this.#used += length;
    this.#bytes += length + 8;
    if (this.#bytes > this.#maxBytes) throw tooBig('text');
    this.#count += 1;
    return this.#count - 1;
  }

  /** The number of a text, that of an equal one when it was met lately. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
    const slot = (hash ^ (hash >>> 16)) & 0xffff;
    const known = this.#seen[slot] ?? -1;
    if (known >= 0 && this.#equals(known, bytes, start, end)) return known;
    const index = this.append(bytes, start, end);
    this.#seen[slot] = index;
    return index;
  }

  internText(text: string): number {
    const bytes = Buffer.from(text);
    return this.intern(bytes, 0, bytes.length);
  }

  isEmpty(index: number): boolean {
    return this.#lengths[index] === 0;
  }

  get(index: number): string {
    const slot = index & (RECENT - 1);
    if (this.#recentIndex[slot] === index) return this.#recentText[slot] ?? '';
    const start = this.#starts[index] ?? 0;
    const chunk = this.#chunks[Math.floor(start / CHUNK_BYTES)];
    if (chunk === undefined) return '';
    const offset = start % CHUNK_BYTES;
    const text = Buffer.from(chunk.buffer).toString('utf8', offset, offset + (this.#lengths[index] ?? 0));
    this.#recentIndex[slot] = index;
    this.#recentText[slot] = text;
    return text;
  }

  #equals(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#lengths[index] !== end - start) return false;
    const at = this.#starts[index] ?? 0;
    const chunk = this.#chunks[Math.floor(at / CHUNK_BYTES)];
    const offset = at % CHUNK_BYTES;
    for (let i = 0; i < end - start; i += 1) if (chunk?.[offset + i] !== bytes[start + i]) return false;
    return true;
  }

  #nextChunk(): void {
    this.#current = new Uint8Array(CHUNK_BYTES);
    this.#chunks.push(this.#current);
    this.#used = 0;
  }

  #grow(): void {
    const starts = new Uint32Array(this.#starts.length * 2);
    starts.set(this.#starts);
    this.#starts = starts;
    const lengths = new Uint32Array(this.#lengths.length * 2);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }
}
