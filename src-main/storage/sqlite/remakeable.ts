import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isDamaged } from './errors.ts';

interface FileShape {
  readonly version: number;
  /** Run when the file is new. */
  readonly tables: string;
  /** Run at every opening. */
  readonly indices?: readonly string[];
  readonly pragmas: readonly string[];
  /** Migrates a file of the version before. Without it, and from any other version, the file is made anew. */
  readonly fromPrevious?: (db: Database.Database) => void;
}

/**
 * Opens a file whose content can be made again. A file that is damaged or of another version (of the version before only without `fromPrevious`) is
 * made anew. Throws SQLite's errors for anything else (`guard` translates them).
 */
export function openRebuildable(path: string, shape: FileShape): Database.Database {
  try {
    return prepareFile(path, shape);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    return prepareFile(path, shape);
  }
}

function prepareFile(
  path: string,
  { version, tables, indices = [], pragmas, fromPrevious }: FileShape,
): Database.Database {
  const db = new Database(path);
  try {
    for (const pragma of pragmas) db.pragma(pragma);
    const present = Number(db.pragma('user_version', { simple: true }));
    const previous = fromPrevious !== undefined && present === version - 1 && present > 0;
    if (present !== 0 && present !== version && !previous)
      throw new Database.SqliteError('another version', 'SQLITE_NOTADB');
    db.transaction(() => {
      if (present === 0) db.exec(tables);
      else if (previous) fromPrevious(db);
      if (present !== version) db.pragma(`user_version = ${String(version)}`);
      for (const index of indices) db.exec(index);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
