import { createDamagedProblem } from '../file-problem.ts';
import { XmlScanner, type XmlHandler } from '../xml-scanner.ts';
import type { Limits } from '../limits.ts';

/**
 * Runs a handler over the pieces of a part. Spreadsheet XML is UTF-8 or UTF-16 (ECMA-376 part 2, "XML usage"). UTF-16 is converted to UTF-8 first;
 * any other declared encoding is refused rather than misread.
 */
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
