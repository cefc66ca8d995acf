import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { getSystemCode } from './disk-error.ts';

interface RotatingOptions {
  readonly file: string;
  /** A new file is begun when the next line would make the current one longer than this. */
  readonly maxBytes: number;
  /** Files in all, the current one included: `conciliador.log`, `conciliador.1.log` (newer) … */
  readonly keep: number;
}

/** Appends lines to a file of its owner's, synchronously, and starts a new one by size. Several processes may share it. */
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

  /** True when another process already moved the file that we have open. */
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

/** Tried once: a line of the log must not wait for another program that holds the file. A rotation that fails is tried with the next line. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (getSystemCode(error) !== 'ENOENT') throw error;
  }
}
