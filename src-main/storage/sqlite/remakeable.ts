import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isDamaged } from './errors.ts';

interface FileShape {
  readonly version: number;
  /** Run when the file is new. */
  readonly tablas: string;
  /** Run at every opening. */
  readonly indices?: readonly string[];
  readonly pragmas: readonly string[];
  /** Migrates a file of the version before. Without it, and from any other version, the file is made anew. */
  readonly deLaAnterior?: (db: Database.Database) => void;
}

/**
 * Opens a file whose content can be made again. A file that is damaged or of another version is made anew. Throws SQLite's errors for anything else
 * (`guard` translates them).
 */
export function openRebuildable(ruta: string, shape: FileShape): Database.Database {
  try {
    return prepareFile(ruta, shape);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(ruta + suffix, { force: true });
    return prepareFile(ruta, shape);
  }
}

function prepareFile(
  ruta: string,
  { version, tablas, indices = [], pragmas, deLaAnterior }: FileShape,
): Database.Database {
  const db = new Database(ruta);
  try {
    for (const pragma of pragmas) db.pragma(pragma);
    const hay = Number(db.pragma('user_version', { simple: true }));
    const anterior = deLaAnterior !== undefined && hay === version - 1 && hay > 0;
    if (hay !== 0 && hay !== version && !anterior) throw new Database.SqliteError('another version', 'SQLITE_NOTADB');
    db.transaction(() => {
      if (hay === 0) db.exec(tablas);
      else if (anterior) deLaAnterior(db);
      if (hay !== version) db.pragma(`user_version = ${String(version)}`);
      for (const index of indices) db.exec(index);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
