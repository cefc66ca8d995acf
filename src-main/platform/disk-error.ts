import path from 'node:path';
import { AppError, type ErrorDetail } from '#contract/errors.ts';

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
const NO_ACCESS = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ELOOP',
  'ENAMETOOLONG',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_PERM',
]);

const FAILING = new Set(['EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'SQLITE_IOERR']);
const HELD = new Set(['EBUSY', 'ETXTBSY', 'SQLITE_BUSY', 'SQLITE_LOCKED']);
const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** The system's code of an error, such as `ENOSPC`; undefined if it has none. Shortens SQLite's extended codes: `SQLITE_BUSY_SNAPSHOT` gives `SQLITE_BUSY`. */
export function getSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? error.code;
}

/** System calls whose path is the folder itself; other calls are about a file in the folder. */
const OF_FOLDERS: readonly unknown[] = ['mkdir', 'scandir'];

function folderOf(error: unknown): ErrorDetail {
  if (!(error instanceof Error)) return {};
  const place = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined;
  if (typeof place !== 'string') return {};
  const isItself = 'syscall' in error && OF_FOLDERS.includes(error.syscall);
  return { carpeta: isItself ? place : path.dirname(place) };
}

export const toAccessError = (error: unknown): AppError =>
  new AppError('CARPETA_SIN_PERMISO', {
    cause: error,
    detail: { ...folderOf(error), causa: getSystemCode(error) ?? '' },
  });

/**
 * Turns an error of the system into one for people: full disk, failing disk, folder without permission, file that another program has open, damaged
 * database. Its detail has the system's code. Returns other errors unchanged: they are bugs, or the caller knows what a missing file means.
 */
export function toDiskError(error: unknown): unknown {
  const code = getSystemCode(error);
  if (code === undefined) return error;
  if (NO_SPACE.has(code)) return new AppError('DISCO_LLENO', { cause: error, detail: { causa: code } });
  if (NO_ACCESS.has(code)) return toAccessError(error);
  if (FAILING.has(code)) return new AppError('DISCO_FALLA', { cause: error, detail: { causa: code } });
  if (HELD.has(code)) return new AppError('ARCHIVO_TOMADO', { cause: error, detail: { causa: code } });
  if (DAMAGED.has(code)) return new AppError('GUARDADO_ILEGIBLE', { cause: error, detail: { causa: code } });
  return error;
}
