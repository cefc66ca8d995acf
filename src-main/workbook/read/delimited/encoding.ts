import { createReadStream } from 'node:fs';
import { utf16Order } from '../sniff.ts';

/** Encodings by the name that `TextDecoder` knows them by. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * How a text file is encoded: by its mark, UTF-16 also by its zeros, and else UTF-8 if the whole file is valid UTF-8 and Windows-1252 if
 * it is not (the first accent may come after a megabyte of figures).
 */
export async function detectEncoding(path: string, signal: AbortSignal): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  try {
    for await (const piece of createReadStream(path, { signal })) {
      if (!(piece instanceof Uint8Array)) break;
      const marked = first ? markedEncoding(piece) : undefined;
      if (marked !== undefined) return marked;
      first = false;
      decoder.decode(piece, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

function markedEncoding(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return utf16Order(head.subarray(0, 4096));
}
