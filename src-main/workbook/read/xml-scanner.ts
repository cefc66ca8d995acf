/**
 * A tokeniser of XML over bytes. It makes strings only on demand, because general parsers spend their time on making strings (bench/read-xlsx.ts compares). It
 * checks that tags close in order, refuses any DTD (so only predefined and numeric entities exist), skips comments and processing instructions, and reads CDATA
 * as text. Names are numbers (`nameCode`) without their prefix. Longer than 300 lines, because all its methods share the position.
 */
import { createDamagedProblem, createTooBigProblem } from './file-problem.ts';

/** A number for a name, unique among all names of up to four letters and among the longer names that the readers use. */
export function nameCode(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i += 1) code = (Math.imul(code, 257) + name.charCodeAt(i)) | 0;
  return code;
}

/** Changes the code of an attribute with a prefix (`r:id`), so that it differs from the code of the same name without prefix. */
const PREFIXED = 0x2a5b1c3d;
export const parsePrefixedCode = (name: string): number => nameCode(name) ^ PREFIXED;

export interface XmlHandler {
  /** An element begins at `depth` (the root is 1). Its attributes are available only during this call. */
  open(name: number, depth: number, xml: XmlScanner): void;
  close(name: number, depth: number): void;
  /** Reports text as `bytes[start, end)`, valid only during the call. `raw`: the text has no references and no carriage returns. */
  text(bytes: Uint8Array, start: number, end: number, raw: boolean): void;
}

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const AMP = 0x26;
const CR = 0x0d;
const EQ = 0x3d;
const QUOT = 0x22;
const APOS = 0x27;
const COLON = 0x3a;
const BANG = 0x21;
const QUESTION = 0x3f;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const MAX_ATTRIBUTES = 256;
const MAX_DEPTH = 256;
const COMMENT = Buffer.from('<!--');
const CDATA = Buffer.from('<![CDATA[');

export class XmlScanner {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(512 * 1024);
  #length = 0;
  #position = 0;
  readonly #handler: XmlHandler;
  readonly #maxToken: number;
  readonly #stack = new Int32Array(MAX_DEPTH);
  #depth = 0;
  #rootSeen = false;
  readonly #names = new Int32Array(MAX_ATTRIBUTES);
  readonly #starts = new Int32Array(MAX_ATTRIBUTES);
  readonly #ends = new Int32Array(MAX_ATTRIBUTES);
  #attributes = 0;

  constructor(handler: XmlHandler, maxToken: number) {
    this.#handler = handler;
    this.#maxToken = maxToken;
  }

  /** The index of an attribute of the element that is being opened; −1 if it has none with this name. */
  attribute(code: number): number {
    for (let i = 0; i < this.#attributes; i += 1) if (this.#names[i] === code) return i;
    return -1;
  }
  valueStart(index: number): number {
    return this.#starts[index] ?? 0;
  }
  valueEnd(index: number): number {
    return this.#ends[index] ?? 0;
  }
  /** How many attributes the element that is being opened has; `nameAt` gives the code of each. */
  get attributeCount(): number {
    return this.#attributes;
  }
  nameAt(index: number): number {
    return this.#names[index] ?? 0;
  }
  value(code: number): string | undefined {
    const index = this.attribute(code);
    return index < 0 ? undefined : decodeXml(this.bytes, this.valueStart(index), this.valueEnd(index));
  }

  /** Takes the next piece of the document (UTF-8) and reports its complete tokens. */
  write(chunk: Uint8Array): void {
    this.#append(chunk);
    let position = 0;
    for (;;) {
      const next = this.#token(position);
      if (next < 0) break;
      position = next;
    }
    this.bytes.copyWithin(0, position, this.#length);
    this.#length -= position;
    if (this.#length > this.#maxToken) throw createTooBigProblem('one XML token');
  }

  /** Ends the document. Throws if an element is open or a token incomplete, because the document was cut. */
  end(): void {
    for (let i = 0; i < this.#length; i += 1) {
      if (!isSpace(this.bytes[i] ?? 0)) throw createDamagedProblem('XML ends in the middle of a token');
    }
    if (this.#depth !== 0 || !this.#rootSeen) throw createDamagedProblem('XML ends before its root is closed');
  }

  #append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.bytes.length)
      this.bytes = new Uint8Array(this.bytes.buffer.transfer(Math.max(needed, this.bytes.length * 2)));
    this.bytes.set(chunk, this.#length);
    this.#length = needed;
  }

  /** Reads the token at `from` and returns the position after it; −1 if the token is incomplete. */
  #token(from: number): number {
    const { bytes } = this;
    const length = this.#length;
    if (from >= length) return -1;
    if (bytes[from] !== LT) return this.#text(from);
    if (from + 1 >= length) return -1;
    const second = bytes[from + 1];
    if (second === SLASH) return this.#closeTag(from + 2);
    if (second === QUESTION) return this.#skipPast(from + 2, QUESTION);
    if (second === BANG) return this.#declaration(from);
    return this.#openTag(from + 1);
  }

  #text(from: number): number {
    const { bytes } = this;
    const length = this.#length;
    let raw = true;
    let i = from;
    for (; i < length; i += 1) {
      const byte = bytes[i];
      if (byte === LT) break;
      if (byte === AMP || byte === CR) raw = false;
    }
    if (i >= length) return -1;
    if (this.#depth > 0) this.#handler.text(bytes, from, i, raw);
    else for (let j = from; j < i; j += 1) this.#onlySpaceOrMark(bytes[j] ?? 0);
    return i;
  }

  /** Throws for a byte outside the root element, unless it is a blank or part of a byte order mark. */
  #onlySpaceOrMark(byte: number): void {
    if (!isSpace(byte) && byte !== 0xef && byte !== 0xbb && byte !== 0xbf)
      throw createDamagedProblem('text outside the XML root');
  }

  #closeTag(from: number): number {
    const { bytes } = this;
    const length = this.#length;
    let code = 0;
    let i = from;
    for (; i < length; i += 1) {
      const byte = bytes[i] ?? 0;
      if (byte === GT) break;
      if (byte === COLON) code = 0;
      else if (!isSpace(byte)) code = (Math.imul(code, 257) + byte) | 0;
    }
    if (i >= length) return -1;
    this.#pop(code);
    return i + 1;
  }

  #pop(code: number): void {
    if (this.#depth === 0 || this.#stack[this.#depth - 1] !== code)
      throw createDamagedProblem('XML tags that do not match');
    const depth = this.#depth;
    this.#depth -= 1;
    this.#handler.close(code, depth);
  }

  #openTag(from: number): number {
    const { bytes } = this;
    const length = this.#length;
    let code = 0;
    let i = from;
    let byte = 0;
    for (; i < length; i += 1) {
      byte = bytes[i] ?? 0;
      if (byte === GT || byte === SLASH || isSpace(byte)) break;
      if (byte === LT) throw createDamagedProblem('a tag inside a tag');
      code = byte === COLON ? 0 : (Math.imul(code, 257) + byte) | 0;
    }
    if (i >= length) return -1;
    if (i === from) throw createDamagedProblem('a tag without a name');
    this.#attributes = 0;
    this.#position = i;
    if (byte !== GT && !this.#readAttributes()) return -1;
    i = this.#position;
    const selfClosed = bytes[i] === SLASH;
    if (selfClosed) {
      if (i + 1 >= length) return -1;
      i += 1;
      if (bytes[i] !== GT) throw createDamagedProblem('a slash inside a tag');
    }
    this.#push(code);
    if (selfClosed) this.#pop(code);
    return i + 1;
  }

  #push(code: number): void {
    if (this.#depth === 0 && this.#rootSeen) throw createDamagedProblem('XML with two roots');
    if (this.#depth >= MAX_DEPTH) throw createDamagedProblem('XML nested too deep');
    this.#rootSeen = true;
    this.#stack[this.#depth] = code;
    this.#depth += 1;
    this.#handler.open(code, this.#depth, this);
  }

  /** Reads attributes from `#position` to the `>` or `/` that ends the tag; false if the tag is incomplete. */
  #readAttributes(): boolean {
    const { bytes } = this;
    const length = this.#length;
    let i = this.#position;
    for (;;) {
      while (i < length && isSpace(bytes[i] ?? 0)) i += 1;
      if (i >= length) return false;
      if (bytes[i] === GT || bytes[i] === SLASH) break;
      let code = 0;
      let prefixed = 0;
      for (; i < length; i += 1) {
        const byte = bytes[i] ?? 0;
        if (byte === EQ || isSpace(byte)) break;
        if (byte === GT || byte === LT || byte === QUOT) throw createDamagedProblem('an attribute without a value');
        if (byte === COLON) {
          code = 0;
          prefixed = PREFIXED;
        } else code = (Math.imul(code, 257) + byte) | 0;
      }
      while (i < length && isSpace(bytes[i] ?? 0)) i += 1;
      if (i >= length) return false;
      if (bytes[i] !== EQ) throw createDamagedProblem('an attribute without a value');
      i += 1;
      while (i < length && isSpace(bytes[i] ?? 0)) i += 1;
      if (i >= length) return false;
      const quote = bytes[i];
      if (quote !== QUOT && quote !== APOS) throw createDamagedProblem('an attribute without quotes');
      const start = i + 1;
      i = start;
      while (i < length && bytes[i] !== quote) i += 1;
      if (i >= length) return false;
      if (this.#attributes >= MAX_ATTRIBUTES) throw createDamagedProblem('a tag with too many attributes');
      this.#names[this.#attributes] = code ^ prefixed;
      this.#starts[this.#attributes] = start;
      this.#ends[this.#attributes] = i;
      this.#attributes += 1;
      i += 1;
    }
    this.#position = i;
    return true;
  }

  /** The position after the `?>` or similar pair that ends an instruction; −1 if it is incomplete. */
  #skipPast(from: number, first: number): number {
    const { bytes } = this;
    for (let i = from; i + 1 < this.#length; i += 1) if (bytes[i] === first && bytes[i + 1] === GT) return i + 2;
    return -1;
  }

  /** Skips a comment or reads CDATA; −1 if it is incomplete. Throws for any other `<!`, which begins a DTD: spreadsheets need none, but entity bombs do. */
  #declaration(from: number): number {
    const view = Buffer.from(this.bytes.buffer, 0, this.#length);
    const available = this.#length - from;
    if (available < COMMENT.length) return -1;
    if (view.subarray(from, from + COMMENT.length).equals(COMMENT)) {
      const end = view.indexOf('-->', from + COMMENT.length, 'latin1');
      return end < 0 ? -1 : end + 3;
    }
    if (available < CDATA.length && view.subarray(from).equals(CDATA.subarray(0, available))) return -1;
    if (!view.subarray(from, from + CDATA.length).equals(CDATA)) throw createDamagedProblem('a DTD');
    const start = from + CDATA.length;
    const end = view.indexOf(']]>', start, 'latin1');
    if (end < 0) return -1;
    // An ampersand in CDATA stands for itself, so escape the text before its references are resolved.
    this.#cdata(view.toString('utf8', start, end));
    return end + 3;
  }

  #cdata(content: string): void {
    const escaped = Buffer.from(content.replaceAll('&', '&amp;'));
    if (this.#depth > 0) this.#handler.text(escaped, 0, escaped.length, false);
  }
}

const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const asText = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The text of `bytes[start, end)`, with references resolved and all line ends as line feeds. */
export function decodeXml(bytes: Uint8Array, start: number, end: number): string {
  const text = asText(bytes).toString('utf8', start, end);
  const normal = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!normal.includes('&')) return normal;
  return normal.replace(/&([^;&]{0,32});?/g, (reference, name: string) => {
    const known = PREDEFINED[name];
    if (known !== undefined && reference.endsWith(';')) return known;
    const number = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name);
    const code = number === null ? Number.NaN : Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10);
    if (!reference.endsWith(';') || !(code > 0 && code <= 0x10ffff)) throw createDamagedProblem('an unknown entity');
    return String.fromCodePoint(code);
  });
}
