import { existsSync, readdirSync, statSync, unlinkSync, type Dirent } from 'node:fs';
import path from 'node:path';
import type { Instant } from '#domain/clock.ts';
import { getSystemCode } from './disk-error.ts';

/** A younger file may belong to a program at work. */
const MIN_AGE_MS = 3_600_000;
/** The names of files on their way to another name (`atomic-file.ts`, `new-file.ts`, copies of the ledger). Other files are somebody else's. */
const ON_ITS_WAY = /^\..+\.[0-9a-f]{12}\.tmp$|\.db\.tmp$|\.parte$/;
const JOURNAL = /-journal$/;

/** The files of a folder and of those in it. Links are not followed: what they lead to is not in the folder (Node's own `recursive` follows them). */
function listFiles(folder: string): readonly Dirent[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error;
    return []; // missing or unreadable: the method that needs the folder reports it
  }
  return entries.flatMap((entry) => {
    if (entry.isDirectory()) return listFiles(path.join(folder, entry.name));
    return entry.isFile() ? [entry] : [];
  });
}

function removeIfOld(file: string, now: Instant): void {
  try {
    if (now - statSync(file).mtimeMs > MIN_AGE_MS) unlinkSync(file);
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error; // gone or held: the next start tries again
  }
}

/**
 * Deletes what killed programs left in the data folder: files on their way to another name, and rollback journals whose database is gone. A journal
 * beside its database is SQLite's, which rolls back by it; `-wal` files hold data and are never touched.
 */
export function sweepLeftovers(root: string, now: Instant): void {
  const files = listFiles(root).map(({ name, parentPath }) => ({ name, file: path.join(parentPath, name) }));
  for (const { name, file } of files) if (ON_ITS_WAY.test(name)) removeIfOld(file, now);
  for (const { name, file } of files) {
    if (JOURNAL.test(name) && !existsSync(file.replace(JOURNAL, ''))) removeIfOld(file, now);
  }
}
