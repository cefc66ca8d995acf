import { createReadStream } from 'node:fs';
import { detectUtf16Order } from '../sniff.ts';
import { decodeCp850, isCp850 } from './cp850.ts';

/** Encodings by their `TextDecoder` name, and cp850, which it does not know. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'cp850';

/**
 * Detects the encoding of a text file: by its mark; UTF-16 also by its zeros; else UTF-8 if the whole file is valid UTF-8 (the first accent may come
 * after a megabyte of figures); else code page 850 if its accents fit that; else Windows-1252.
 */
export async function detectEncoding(path: string, signal: AbortSignal): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  try {
    for await (const piece of createReadStream(path, { signal })) {
      if (!(piece instanceof Uint8Array)) break;
      const marked = first ? readMark(piece) : undefined;
      if (marked !== undefined) return marked;
      first = false;
      decoder.decode(piece, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return (await isCp850(path)) ? 'cp850' : 'windows-1252';
    throw error;
  }
}

/** A decoder for pieces of one text, in order. */
export function decoderOf(encoding: Encoding): (piece: Uint8Array, stream: boolean) => string {
  if (encoding === 'cp850') return decodeCp850;
  const decoder = new TextDecoder(encoding);
  return (piece, stream) => decoder.decode(piece, { stream });
}

function readMark(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return detectUtf16Order(head.subarray(0, 4096));
}
