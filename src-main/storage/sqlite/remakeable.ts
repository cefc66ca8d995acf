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
  /** Brings a file of the version before to this one; without it, and from any other, it is made anew. */
  readonly deLaAnterior?: (db: Database.Database) => void;
}

/**
 * Opens a file whose contents can be made again. It is made anew when it is damaged or of another version. Throws SQLite's errors for
 * anything else (`guard` says what they mean).
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
