import { decodeXml } from '../xml-scanner.ts';

/** Collects text from the pieces of XML: runs, references, CDATA. It stays bytes, because most of it is only copied or read as a number. */
export class TextBuffer {
  bytes = new Uint8Array(1024);
  length = 0;
  /** Whether there may be an `_x000D_` escape. */
  #escapes = false;

  clear(): void {
    this.length = 0;
    this.#escapes = false;
  }

  add(bytes: Uint8Array, start: number, end: number, raw: boolean): void {
    if (!raw) {
      const decoded = Buffer.from(decodeXml(bytes, start, end));
      this.add(decoded, 0, decoded.length, true);
      return;
    }
    const needed = this.length + end - start;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    const target = this.bytes;
    let at = this.length;
    for (let i = start; i < end; i += 1) {
      const byte = bytes[i] ?? 0;
      target[at] = byte;
      at += 1;
      if (byte === 0x5f) this.#escapes = true;
    }
    this.length = at;
  }

  toString(): string {
    return Buffer.from(this.bytes.buffer).toString('utf8', 0, this.length);
  }

  /** Resolves `_x000D_` escapes (ECMA-376 part 1, ST_Xstring) in place; `_x005F_` is the underscore that escapes them. */
  unescape(): void {
    if (!this.#escapes) return;
    const text = this.toString();
    const plain = text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (plain === text) return;
    this.clear();
    const bytes = Buffer.from(plain);
    this.add(bytes, 0, bytes.length, true);
  }
}
