import Database from 'better-sqlite3';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { AppError } from '#contract/errors.ts';
import path from 'node:path';
import { rmSync } from 'node:fs';

/** One step of a schema; `version` is the `user_version` after it. Never edit a released one. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

export interface DatabaseSchema {
  /** In the order of versions; the last one is the version of this program. */
  readonly migrations: readonly Migration[];
  /**
   * The pragmas without the word `PRAGMA`. All are set on every open, because the file does not keep most of them (a reopened WAL database falls back
   * to `synchronous = NORMAL`).
   */
  readonly pragmas: readonly string[];
}

/** `user_version` of a database: 0 in an empty one. */
export const versionOf = (db: Database.Database): number => Number(db.pragma('user_version', { simple: true }));

function refuseNewer(db: Database.Database, { migrations }: DatabaseSchema): void {
  const version = versionOf(db);
  if (version > (migrations.at(-1)?.version ?? 0)) throw new AppError('DATOS_MAS_NUEVOS', { detail: { version } });
}

/**
 * Sets the pragmas and migrates to our schema, each migration in its own transaction. Throws `DATOS_MAS_NUEVOS` for a newer schema before writing
 * anything.
 */
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
 * Opens a file, or makes it, without writing to it. `check`: also checks its pages, which takes as long as the file is large. Throws
 * `DATOS_MAS_NUEVOS`, `CARPETA_SIN_PERMISO`, `DISCO_LLENO`, and damage as SQLite reports it (`isDamaged`). Leaves nothing open after a throw.
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

/**
 * Reads rows in pages of at most `size`: `read` returns the rows after a number, `numberOf` the number of a row. Keeps no statement open between two
 * pages, so that the caller may write meanwhile.
 */
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

/** Copies an open database page by page to one file, without WAL: reading the copy leaves no files beside it. */
export async function copyDatabase(db: Database.Database, destination: string): Promise<void> {
  await db.backup(destination);
  const copy = new Database(destination);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

/** Whether a file is a whole database of ours, and its version. `pages`: reads every page, which takes as long as the file is large. */
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

/** An instant (ms) as 17 digits for file names, which then sort by time. */
export const writeTimestamp = (instant: number): string => new Date(instant).toISOString().replace(/\D/g, '');

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '');

/** True for SQLite's errors about a damaged file or a file that is no database. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** A full disk, also where the shared memory of the file cannot grow. */
const FULL = /^SQLITE_(FULL|IOERR_SHMSIZE)/;

/**
 * Runs `work` and throws errors of the disk as `AppError`s with their cause; damage and other errors unchanged. `file`: the opened database, to name
 * its folder.
 */
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
  /** SQL to run in a new file. */
  readonly tables: string;
  readonly pragmas: readonly string[];
}

/**
 * Opens a file whose content can be made again. Deletes and makes anew a file that is damaged or of another version. Throws SQLite's other errors
 * (`guard` translates them).
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

/** Undefined for a file of another version, which stays untouched. */
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

/** As `guard`, for the ledger: damage during work is `LIBRO_DANADO`. Opening the ledger again tries the backups. */
export function guardLedger<T>(work: () => T): T {
  try {
    return guard(work);
  } catch (error) {
    if (isDamaged(error)) throw new AppError('LIBRO_DANADO', { cause: error, mensaje: REFUSALS.ledgerDamagedInUse });
    throw error;
  }
}
