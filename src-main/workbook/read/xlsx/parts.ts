import { createDamagedProblem, type Limits } from '../file-problem.ts';
import { getBuiltInFormat, parseFormat, type NumberFormat } from '../number-format.ts';
import { XmlScanner, decodeXml, nameCode, parsePrefixedCode, type XmlHandler } from '../xml-scanner.ts';
import type { ZipParts } from '../zip.ts';

/** `type`: the last segment of the type URI (`worksheet`, `styles`), because the earlier segments differ between schema families. */
export interface Relationship {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

interface Source {
  readonly zip: ZipParts;
  readonly limits: Limits;
}

const createElementHandler = (open: XmlHandler['open']): XmlHandler => ({
  open,
  close: () => undefined,
  text: () => undefined,
});

/** The relationships of a part (`''` for the package), without links to external files. */
export async function readRelationships({ zip, limits }: Source, part: string): Promise<readonly Relationship[]> {
  const slash = part.lastIndexOf('/');
  const folder = part.slice(0, slash + 1);
  const file = `${folder}_rels/${part.slice(slash + 1)}.rels`;
  if (!zip.has(file)) return [];
  const found: Relationship[] = [];
  const [relationship, id, type, target, mode] = ['Relationship', 'Id', 'Type', 'Target', 'TargetMode'].map(nameCode);
  const handler = createElementHandler((name, _depth, xml) => {
    if (name !== relationship || xml.value(mode ?? 0) === 'External') return;
    const to = xml.value(target ?? 0);
    if (to === undefined) return;
    const word = (xml.value(type ?? 0) ?? '').split('/').at(-1) ?? '';
    found.push({ id: xml.value(id ?? 0) ?? '', type: word, target: resolvePart(folder, to) });
  });
  await parseXml(zip.stream(file), handler, limits);
  return found;
}

/** Resolves a target, which is absolute or relative to its part's folder. The result never leaves the container. */
function resolvePart(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const segments: string[] = path.startsWith('/') ? [] : folder.split('/').filter((segment) => segment !== '');
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

export interface SheetEntry {
  readonly name: string;
  readonly hidden: boolean;
  readonly relationship: string;
}

export async function readWorkbookPart(
  { zip, limits }: Source,
  part: string,
): Promise<{ readonly sheets: readonly SheetEntry[]; readonly date1904: boolean }> {
  const sheets: SheetEntry[] = [];
  let date1904 = false;
  const [sheet, properties, name1904, name, state] = ['sheet', 'workbookPr', 'date1904', 'name', 'state'].map(nameCode);
  const id = parsePrefixedCode('id');
  const handler = createElementHandler((element, _depth, xml) => {
    if (element === properties) date1904 = /^(1|true|on)$/.test(xml.value(name1904 ?? 0) ?? '');
    if (element !== sheet) return;
    const hidden = (xml.value(state ?? 0) ?? 'visible') !== 'visible';
    sheets.push({ name: xml.value(name ?? 0) ?? '', hidden, relationship: xml.value(id) ?? '' });
  });
  await parseXml(zip.stream(part), handler, limits);
  if (sheets.length === 0) throw createDamagedProblem('a workbook without sheets');
  return { sheets, date1904 };
}

export async function readStyles({ zip, limits }: Source, part: string): Promise<readonly NumberFormat[]> {
  const custom = new Map<number, NumberFormat>();
  const ids: number[] = [];
  const [format, code, id, xfs, xf] = ['numFmt', 'formatCode', 'numFmtId', 'cellXfs', 'xf'].map(nameCode);
  let inXfs = false;
  const handler: XmlHandler = {
    open(name, depth, xml) {
      if (name === xfs) inXfs = true;
      else if (name === format) custom.set(Number(xml.value(id ?? 0)), parseFormat(xml.value(code ?? 0) ?? ''));
      else if (name === xf && inXfs && depth === 3) ids.push(Number(xml.value(id ?? 0) ?? 0));
    },
    close(name) {
      if (name === xfs) inXfs = false;
    },
    text: () => undefined,
  };
  await parseXml(zip.stream(part), handler, limits);
  return ids.map((formatId) => custom.get(formatId) ?? getBuiltInFormat(formatId));
}

/** Parses a part. Spreadsheet XML is UTF-8 or UTF-16 (ECMA-376 part 2, "XML usage"): UTF-16 is converted, any other declared encoding refused. */
export async function parseXml(pieces: AsyncIterable<Uint8Array>, handler: XmlHandler, limits: Limits): Promise<void> {
  const scanner = new XmlScanner(handler, limits.tokenBytes);
  let decode: ((piece: Uint8Array) => Uint8Array) | undefined;
  for await (const piece of pieces) {
    decode ??= decoderFor(piece);
    scanner.write(decode(piece));
  }
  scanner.end();
}

function decoderFor(first: Uint8Array): (piece: Uint8Array) => Uint8Array {
  const [a, b] = first;
  const utf16 =
    (a === 0xff && b === 0xfe) || (a === 0x3c && b === 0) ? 'utf-16le' : isBigEndian(a, b) ? 'utf-16be' : null;
  if (utf16 !== null) {
    const decoder = new TextDecoder(utf16, { fatal: true });
    return (piece) => Buffer.from(decoder.decode(piece, { stream: true }));
  }
  const declaration = Buffer.from(first.subarray(0, 200)).toString('latin1');
  const encoding = /^(?:ï»¿)?<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/.exec(declaration)?.[1]?.toLowerCase();
  if (encoding !== undefined && !/^(utf-?8|us-ascii|utf-?16(le|be)?)$/.test(encoding)) {
    throw createDamagedProblem(`XML encoded as ${encoding}`);
  }
  return (piece) => piece;
}

const isBigEndian = (a: number | undefined, b: number | undefined): boolean =>
  (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c);

/** Collects the text of pieces of XML (runs, references, CDATA) as bytes, because most text is only copied or read as a number. */
export class TextBuffer {
  bytes = new Uint8Array(1024);
  length = 0;
  /** Whether the text may contain an `_x000D_` escape. */
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
    if (needed > this.bytes.length)
      this.bytes = new Uint8Array(this.bytes.buffer.transfer(Math.max(needed, this.bytes.length * 2)));
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

  /** Replaces `_x000D_` escapes in place (ECMA-376 part 1, ST_Xstring); `_x005F_` stands for an underscore. */
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
