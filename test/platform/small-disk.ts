import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Why a small disk cannot be mounted here, also printed; undefined when it can. */
export function whyNoSmallDisk(): string | undefined {
  const why = findWhyNot();
  if (why !== undefined) process.stderr.write(`Skipped: what happens on a small disk of its own: ${why}\n`);
  return why;
}

function findWhyNot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux mounts a disk of its own';
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt'], {
      stdio: 'ignore',
    });
    return undefined;
  } catch (error) {
    return `this machine mounts nothing: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** A disk of `megabytes`, mounted on an existing folder. */
export class SmallDisk {
  readonly #folder: string;
  constructor(folder: string, megabytes: number) {
    this.#folder = folder;
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m,mode=700`, 'tmpfs', folder]);
  }
  get #fillerPath(): string {
    return path.join(this.#folder, 'relleno');
  }
  /** Fills the disk to the last byte. */
  fill(): void {
    const file = openSync(this.#fillerPath, 'w');
    try {
      for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2))
        this.#writeWhileFits(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
  }
  #writeWhileFits(file: number, bytes: Buffer): void {
    try {
      for (;;) writeSync(file, bytes);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  empty(): void {
    rmSync(this.#fillerPath);
  }
  unmount(): void {
    execFileSync('umount', ['--lazy', this.#folder]);
  }
}
