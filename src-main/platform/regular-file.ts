import { close, constants, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';

const openFile = promisify(open);
const statOf = promisify(fstat);
const closeFile = promisify(close);
const readFrom = promisify(read);

const PIECE = 65_536;

/**
 * Opens what a person gave, to be read; undefined when it is no regular file. A pipe would be waited for until somebody writes to it, a device may
 * have no end, and a thread of Node's that waits for one is not given back. Throws what the system says. Whoever gets the descriptor closes it.
 */
export async function openRegular(file: string): Promise<number | undefined> {
  // Looked at once it is open, so that nothing can take its place in between; without O_NONBLOCK the opening of a pipe would wait already.
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

/** The bytes of a regular file; undefined when it is none, or has more than `maxBytes`, whatever it says that it has. Throws what the system says. */
export async function readRegular(file: string, maxBytes: number): Promise<Buffer | undefined> {
  const fd = await openRegular(file);
  if (fd === undefined) return undefined;
  try {
    const { size } = await statOf(fd);
    if (size > maxBytes) return undefined;
    const pieces: Buffer[] = [];
    let total = 0;
    for (;;) {
      // One more than it should have: a file of the system says that it has none, and goes on.
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
