import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getSystemCode } from './disk-error.ts';

/**
 * Errors of folders that cannot be deleted now: another user's, whose own Conciliador deletes them, or held open on Windows. The next start tries
 * again.
 */
const NOT_NOW = new Set(['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY']);
const MINE = /^conciliador-(\d+)-[^-]+$/;

/**
 * Creates a folder for this process alone, mode 0700, for what it receives and hands over: workbooks, the page that opens the browser. First it
 * deletes the folders of processes that were killed: the coupons in them would stay for ever. `root` is the system's folder for such
 * things.
 */
export async function createScratchFolder(root: string = tmpdir()): Promise<string> {
  for (const name of await readdir(root)) {
    const pid = MINE.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(path.join(root, name), { recursive: true, force: true }).catch((error: unknown) => {
      if (!NOT_NOW.has(getSystemCode(error) ?? '')) throw error;
    });
  }
  return mkdtemp(path.join(root, `conciliador-${String(process.pid)}-`)); // mode 0700 by definition of mkdtemp
}

/** Whether a process of this machine is running, by its number. A process of another user counts, although it may not be signalled. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return getSystemCode(error) === 'EPERM';
  }
}
