import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemCode } from './disk-error.ts';

/** Of another user of this PC, whose own Conciliador deletes it; or held open on Windows: the next start finds it again. */
const NOT_NOW = new Set(['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY']);
const MINE = /^conciliador-(\d+)-[^-]+$/;

/** A process that we may not signal is of another user, and alive. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

/**
 * A folder of this process alone, mode 0700, for what it receives and hands over: workbooks, the page that opens the browser. What processes that
 * were killed left in theirs goes first: nobody else would ever delete those coupons. `root` is the system's folder for such things.
 */
export async function createScratchFolder(root: string = tmpdir()): Promise<string> {
  for (const name of await readdir(root)) {
    const pid = MINE.exec(name)?.[1];
    if (pid === undefined || lives(Number(pid))) continue;
    await rm(path.join(root, name), { recursive: true, force: true }).catch((error: unknown) => {
      if (!NOT_NOW.has(systemCode(error) ?? '')) throw error;
    });
  }
  return mkdtemp(path.join(root, `conciliador-${String(process.pid)}-`)); // mode 0700 by definition of mkdtemp
}
