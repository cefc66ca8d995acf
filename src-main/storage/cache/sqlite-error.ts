import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '');

/** True for what SQLite says of a file that is damaged or no database at all: the cache is then set aside and read again. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** What the disk causes as an AppError with its cause; damage and everything else as it is. */
export function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'SQLITE_FULL' || /^SQLITE_IOERR/.test(code)) {
      throw new AppError('DISCO_LLENO', { cause: error, detail: { sqlite: code } });
    }
    if (/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/.test(code)) {
      throw new AppError('CARPETA_SIN_PERMISO', { cause: error, detail: { sqlite: code } });
    }
    throw error;
  }
}
