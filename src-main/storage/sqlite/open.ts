import Database from 'better-sqlite3';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { AppError } from '#contract/errors.ts';
import path from 'node:path';
import { rmSync } from 'node:fs';

/** One step of a schema. `version` is the database's `user_version` after it. Never edit a released step. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

export interface DatabaseSchema {
  readonly migrations: readonly Migration[];
  /** Pragmas without the word `PRAGMA`. Each opening sets them, because files store few of them (a WAL file falls back to `synchronous = NORMAL`). */
  readonly pragmas: readonly string[];
}

export const versionOf = (db: Database.Database): number => Number(db.pragma('user_version', { simple: true }));

function refuseNewer(db: Database.Database, { migrations }: DatabaseSchema): void {
  const version = versionOf(db);
  if (version > (migrations.at(-1)?.version ?? 0)) throw new AppError('DATOS_MAS_NUEVOS', { detail: { version } });
}

/** Sets the pragmas and runs the missing migrations, each in its own transaction. Throws `DATOS_MAS_NUEVOS` for a newer schema before writing anything. */
export function prepareDatabase(db: Database.Database, schema: DatabaseSchema): void {
  guard(() => {
    refuseNewer(db, schema);
    for (const pragma of schema.pragmas) db.pragma(pragma);
    for (const { version, sql } of schema.migrations) {
      if (version <= versionOf(db)) continue;
      db.transaction(() => {
        db.exec(sql);
        db.pragma(`user_version = ${String(version)}`);
      }).immediate();
    }
  }, db.name);
}

/**
 * Opens or makes a file without writing to it. `check`: also checks every page, which takes long for a large file. Throws `DATOS_MAS_NUEVOS`,
 * `CARPETA_SIN_PERMISO`, `DISCO_LLENO`, and SQLite's error for a damaged file (`isDamaged`). Closes the file before it throws.
 */
export function openDatabase(path: string, schema: DatabaseSchema, { check = false } = {}): Database.Database {
  const db = guard(() => new Database(path), path);
  try {
    guard(() => {
      refuseNewer(db, schema);
      if (!check) return;
      const said = db.pragma('quick_check(1)', { simple: true });
      if (said !== 'ok') throw new Database.SqliteError(String(said), 'SQLITE_CORRUPT');
    }, path);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Yields rows in pages of at most `size`: `read` returns the rows after a number (`numberOf`). No statement is open between pages: callers may write. */
export function* readInPages<T>(
  size: number,
  read: (after: number) => readonly T[],
  numberOf: (row: T) => number,
): Generator<readonly T[]> {
  for (let after = 0; ;) {
    const rows = read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < size) return;
    after = numberOf(last);
  }
}

/** Copies an open database to a single file without WAL, so that reading the copy leaves no other files beside it. */
export async function copyDatabase(db: Database.Database, destination: string): Promise<void> {
  await db.backup(destination);
  const copy = new Database(destination);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

/** Whether a file is a sound database of this program, and its version. `pages`: checks every page, which takes long for a large file. */
export function examineDatabase(
  path: string,
  { pages = true } = {},
): { readonly sana: boolean; readonly version: number } {
  let db: Database.Database | undefined;
  try {
    db = guard(() => new Database(path, { readonly: true, fileMustExist: true }));
    const version = versionOf(db);
    const isSound = version > 0 && (!pages || db.pragma('integrity_check(1)', { simple: true }) === 'ok');
    return { sana: isSound, version };
  } catch (error) {
    if (isDamaged(error)) return { sana: false, version: 0 };
    throw error;
  } finally {
    db?.close();
  }
}

/** A time (ms) as 17 digits for file names, which then sort by time. */
export const writeTimestamp = (instant: number): string => new Date(instant).toISOString().replace(/\D/g, '');

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '');

export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** Codes for a full disk, including one on which SQLite's shared memory cannot grow. */
const FULL = /^SQLITE_(FULL|IOERR_SHMSIZE)/;

/** Turns errors of the disk into `AppError`s; damage and other errors pass unchanged. `file`: the opened database, whose folder the error names. */
export function guard<T>(work: () => T, file?: string): T {
  try {
    return work();
  } catch (error) {
    const sqlite = codeOf(error);
    if (FULL.test(sqlite)) throw new AppError('DISCO_LLENO', { cause: error, detail: { sqlite } });
    if (sqlite.startsWith('SQLITE_IOERR')) throw new AppError('DISCO_FALLA', { cause: error, detail: { sqlite } });
    if (/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/.test(sqlite)) {
      const folder = file === undefined ? {} : { carpeta: path.dirname(file) };
      throw new AppError('CARPETA_SIN_PERMISO', { cause: error, detail: { ...folder, sqlite } });
    }
    throw error;
  }
}

interface FileShape {
  readonly version: number;
  readonly tables: string;
  readonly pragmas: readonly string[];
}

/** Opens a file whose content can be made again: deletes one that is damaged or of another version. Throws SQLite's other errors; `guard` translates them. */
export function openRebuildable(path: string, shape: FileShape): Database.Database {
  try {
    return openOfVersion(path, shape);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    deleteFile(path);
    return openOfVersion(path, shape);
  }
}

/** Like `openRebuildable`, but throws SQLite's error for a damaged file. */
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

/** Opens the file; undefined, without touching it, if it has another version. */
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

/** Like `guard`, for the ledger: damage becomes `LIBRO_DANADO`, and the next opening of the ledger tries the backups. */
export function guardLedger<T>(work: () => T): T {
  try {
    return guard(work);
  } catch (error) {
    if (isDamaged(error)) throw new AppError('LIBRO_DANADO', { cause: error, mensaje: REFUSALS.ledgerDamagedInUse });
    throw error;
  }
}
