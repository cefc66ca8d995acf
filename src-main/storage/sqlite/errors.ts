import Database from 'better-sqlite3';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '');

/** True for SQLite's errors about a file that is damaged or no database at all. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** A full disk, also where the shared memory of the file cannot grow. */
const FULL = /^SQLITE_(FULL|IOERR_SHMSIZE)/;

/**
 * Runs `work`. Errors of the disk are thrown as `AppError`s with their cause; damage and everything else as it is. `file`: the database that is opened,
 * so that its folder can be named.
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
