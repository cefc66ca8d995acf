import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { getSystemCode } from './disk-error.ts';

interface RotatingOptions {
  readonly file: string;
  /** Starts a new file if the next line would make the present one longer than this. */
  readonly maxBytes: number;
  /** The number of files, the present one included: `conciliador.log`, `conciliador.1.log` (newer) … */
  readonly keep: number;
}

/** Appends lines to a file that only its owner can read, synchronously, and starts a new one by size. Several processes may share it. */
export function openRotatingFile({ file, maxBytes, keep }: RotatingOptions) {
  let fd: number | undefined;

  const pathOf = (n: number): string => {
    const { dir, name, ext } = path.parse(file);
    return path.join(dir, `${name}.${String(n)}${ext}`);
  };
  const close = (): void => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
  const open = (): number => (fd ??= openSync(file, 'a', 0o600));

  /** Whether another process has moved our open file. */
  const isMovedAway = (): boolean => {
    try {
      return statSync(file).ino !== fstatSync(open()).ino;
    } catch (error) {
      if (getSystemCode(error) === 'ENOENT') return true;
      throw error;
    }
  };

  function rotate(): void {
    const moved = isMovedAway();
    close();
    if (moved) return;
    rmSync(pathOf(keep - 1), { force: true });
    for (let n = keep - 2; n >= 1; n -= 1) renameIfThere(pathOf(n), pathOf(n + 1));
    renameIfThere(file, pathOf(1));
  }

  return {
    write: (line: string): void => {
      if (fstatSync(open()).size + Buffer.byteLength(line) > maxBytes) rotate();
      writeSync(open(), line);
    },
    close,
  };
}

/** Tries once: a log line must not wait for another program that holds the file. The next line tries a failed rotation again. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (getSystemCode(error) !== 'ENOENT') throw error;
  }
}
