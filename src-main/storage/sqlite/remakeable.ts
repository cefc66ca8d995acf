import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isDamaged } from './errors.ts';
import { versionOf } from './open.ts';

interface FileShape {
  readonly version: number;
  /** Run when the file is new. */
  readonly tables: string;
  readonly pragmas: readonly string[];
}

/**
 * Opens a file whose content can be made again. A file that is damaged or of another version is deleted and made anew. Throws SQLite's errors for
 * anything else (`guard` translates them).
 */
export function openRebuildable(path: string, shape: FileShape): Database.Database {
  try {
    return openOfVersion(path, shape);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    deleteFile(path);
    return openOfVersion(path, shape);
  }
}

/** As `openRebuildable`, but damage is thrown as SQLite reports it. */
export function openOfVersion(path: string, shape: FileShape): Database.Database {
  const found = prepareFile(path, shape);
  if (found !== undefined) return found;
  deleteFile(path);
  const made = prepareFile(path, shape);
  if (made === undefined) throw new Error(`${path} is of another version right after it was made`);
  return made;
}

const deleteFile = (path: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
};

/** Undefined, with nothing written, when the file is of another version. */
function prepareFile(path: string, { version, tables, pragmas }: FileShape) {
  const db = new Database(path);
  try {
    const present = versionOf(db);
    if (present !== 0 && present !== version) {
      db.close();
      return undefined;
    }
    for (const pragma of pragmas) db.pragma(pragma);
    db.transaction(() => {
      if (versionOf(db) === version) return;
      db.exec(tables);
      db.pragma(`user_version = ${String(version)}`);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
