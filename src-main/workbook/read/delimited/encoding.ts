import { detectUtf16Order } from '../sniff.ts';
import { headOf, streamOf, type Source } from '../source.ts';
import { decodeCp850, isCp850 } from './cp850.ts';

/** Encodings by their `TextDecoder` name, and cp850, which it does not know. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'cp850';

/** Bytes that are looked at where a text is not valid UTF-8: headers and names come early. */
const SAMPLE_BYTES = 1024 * 1024;

/**
 * Detects the encoding of a text file: by its mark; UTF-16 also by its zeros; else UTF-8 if the whole file is valid UTF-8 (the first accent may come
 * after a megabyte of figures), or most of its accents are; else code page 850 if its accents fit that; else Windows-1252.
 */
export async function detectEncoding(source: Source, signal: AbortSignal): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  try {
    for await (const piece of streamOf(source, signal)) {
      const marked = first ? readMark(piece) : undefined;
      if (marked !== undefined) return marked;
      first = false;
      decoder.decode(piece, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return decideEncoding(await headOf(source, SAMPLE_BYTES));
    throw error;
  }
}

/** A decoder for pieces of one text, in order. */
export function decoderOf(encoding: Encoding): (piece: Uint8Array, stream: boolean) => string {
  if (encoding === 'cp850') return decodeCp850;
  const decoder = new TextDecoder(encoding);
  return (piece, stream) => decoder.decode(piece, { stream });
}

function decideEncoding(sample: Uint8Array): Encoding {
  if (isMostlyUtf8(sample)) return 'utf-8';
  return isCp850(sample) ? 'cp850' : 'windows-1252';
}

/**
 * Recognises UTF-8 with a broken letter here and there, as a till leaves it that cuts names after so many bytes: those letters alone are shown as �.
 * In another encoding hardly any accent begins what would be a letter of UTF-8.
 */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const accents = new TextDecoder().decode(sample, { stream: true }).match(/[^\0-\x7f]/gu) ?? [];
  return accents.filter((letter) => letter === '\ufffd').length * 2 < accents.length;
}

function readMark(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return detectUtf16Order(head.subarray(0, 4096));
}
