/** Putting another ledger in the place of one, and the note that it has to be compared with the service. */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { renameSync } from '#platform/rename.ts';
import { writeTimestamp } from '../sqlite/open.ts';
import { guard } from './sqlite-error.ts';

const getNextPath = (path: string): string => `${path}.restaurado`;
const getNotePath = (path: string): string => `${path}.restaurado-sin-revisar`;

interface Replacement {
  /** A whole ledger without WAL, which is moved from there. */
  readonly by: string;
  /** Its last event, ms. */
  readonly hasta: number | null;
  /** Why the old one goes: part of the name under which it is kept. */
  readonly why: 'danado' | 'anterior';
  readonly now: number;
}

/**
 * Replaces a closed ledger; answers the name under which the old one is kept beside it with its WAL, null when there was none. A process that dies in
 * between leaves the old ledger, or one that `finishReplacement` puts in place; the note to compare with the service is written first.
 */
export function replaceLedger(path: string, { by, hasta, why, now }: Replacement): string | null {
  return guard(() => {
    recordRestoration(path, hasta);
    if (existsSync(getNextPath(path))) rmSync(getNextPath(path));
    moveFile(by, getNextPath(path));
    const aside = `${path}.${why}-${writeTimestamp(now)}`;
    const had = existsSync(path);
    for (const suffix of ['-wal', '-shm', '']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    }
    renameSync(getNextPath(path), path);
    return had ? basename(aside) : null;
  });
}

/** Puts in place what an interrupted `replaceLedger` had ready; deletes it where the old ledger is still there. */
export function finishReplacement(path: string): void {
  if (!existsSync(getNextPath(path))) return;
  guard(() => {
    if (existsSync(path)) rmSync(getNextPath(path));
    else renameSync(getNextPath(path), path);
  });
}

/** Both are in the data folder, so a rename is enough; a copy only where the system says that they are not on one disk. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    copyFileSync(from, to);
  }
}

/** Writes the note that stays beside the ledger until some process compares it with the service. `to`: its last event, in ms. */
function recordRestoration(path: string, to: number | null): void {
  writeFileSync(getNotePath(path), String(to ?? ''));
}

export function readRestoration(path: string): { readonly hasta: number | null } | null {
  if (!existsSync(getNotePath(path))) return null;
  const text = readFileSync(getNotePath(path), 'utf8');
  return { hasta: /^\d{1,16}$/.test(text) ? Number(text) : null };
}

export const forgetRestoration = (path: string): void => {
  rmSync(getNotePath(path), { force: true });
};
