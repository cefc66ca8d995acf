/** The bytes of a workbook: a file by its path, or memory where the file came inside a `.zip`. */
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';

export type Source = string | Buffer;

/** The bytes from the beginning to the end, piece by piece. Ends with an error when `signal` is aborted. */
export const streamOf = (source: Source, signal: AbortSignal): AsyncIterable<Uint8Array> =>
  typeof source === 'string' ? createReadStream(source, { signal }) : toPieces(source);

async function* toPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const size = 64 * 1024;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The first `length` bytes, or all where there are fewer. */
export async function headOf(source: Source, length: number): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, length);
  const file = await open(source);
  try {
    const head = Buffer.alloc(length);
    const { bytesRead } = await file.read(head, 0, length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export const sizeOf = async (source: Source): Promise<number> =>
  typeof source === 'string' ? (await stat(source)).size : source.length;

export const bytesOf = async (source: Source, signal: AbortSignal): Promise<Buffer> =>
  typeof source === 'string' ? readFile(source, { signal }) : source;
