import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '');

/** True for what SQLite says of a file that is damaged or no database at all. */
export const isCorrupt = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** Runs `work`; what the disk causes comes out as an AppError with its cause, everything else as it is. */
export function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'SQLITE_FULL') throw new AppError('DISCO_LLENO', { cause: error });
    if (/^SQLITE_IOERR/.test(code)) throw new AppError('DISCO_LLENO', { cause: error, detail: { sqlite: code } });
    if (/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/.test(code)) {
      throw new AppError('CARPETA_SIN_PERMISO', { cause: error, detail: { sqlite: code } });
    }
    if (isCorrupt(error)) throw new AppError('LIBRO_DANADO', { cause: error, detail: { sqlite: code } });
    throw error;
  }
}
