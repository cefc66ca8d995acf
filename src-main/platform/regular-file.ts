import { close, constants, fstat, open, read, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { getSystemCode, toAccessError } from './disk-error.ts';

const openFile = promisify(open);
const statOf = promisify(fstat);
const closeFile = promisify(close);
const readFrom = promisify(read);

const PIECE = 65_536;

/** Opens a person's regular file; undefined for others: a pipe would block a thread, a device may never end. Throws the system's error. The caller closes. */
export async function openRegular(file: string): Promise<number | undefined> {
  // Checks the type on the open descriptor, so that the file cannot be replaced in between. O_NONBLOCK: opening a pipe would already wait.
  const fd = await openFile(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if ((await statOf(fd)).isFile()) return fd;
  } catch (error) {
    await closeFile(fd);
    throw error;
  }
  await closeFile(fd);
  return undefined;
}

/** The bytes of a regular file; undefined for others, and if it has more than `maxBytes`, whatever its reported size. Throws the system's error. */
export async function readRegular(file: string, maxBytes: number): Promise<Buffer | undefined> {
  const fd = await openRegular(file);
  if (fd === undefined) return undefined;
  try {
    const { size } = await statOf(fd);
    if (size > maxBytes) return undefined;
    const pieces: Buffer[] = [];
    let total = 0;
    for (;;) {
      // Reads more than the reported size, because some files of the system report zero and have content.
      const piece = Buffer.alloc(Math.max(size - total, PIECE) + 1);
      const { bytesRead } = await readFrom(fd, piece, 0, piece.length, null);
      if (bytesRead === 0) return Buffer.concat(pieces, total);
      total += bytesRead;
      if (total > maxBytes) return undefined;
      pieces.push(piece.subarray(0, bytesRead));
    }
  } finally {
    await closeFile(fd);
  }
}

/** True if a path exists. Throws `CARPETA_SIN_PERMISO` for a folder that cannot be read, for which `existsSync` would say false. */
export function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    const code = getSystemCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw toAccessError(error);
  }
}
