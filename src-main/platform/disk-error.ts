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
/** A database that is damaged, or no database at all. */
const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** The system's own code of an error (`ENOSPC`, `SQLITE_BUSY`), without SQLite's extended part; undefined when it has none. */
export function getSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? error.code;
}

/** Calls of the system whose path is the folder itself. Other calls are about a file, and the folder is the one around the file. */
const OF_FOLDERS: readonly unknown[] = ['mkdir', 'scandir'];

function folderOf(error: unknown): ErrorDetail {
  if (!(error instanceof Error)) return {};
  const place = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined;
  if (typeof place !== 'string') return {};
  const isItself = 'syscall' in error && OF_FOLDERS.includes(error.syscall);
  return { carpeta: isItself ? place : path.dirname(place) };
}

/** Tells a person that a folder cannot be used, and which, with the system's code as detail. */
export const toAccessError = (error: unknown): AppError =>
  new AppError('CARPETA_SIN_PERMISO', {
    cause: error,
    detail: { ...folderOf(error), causa: getSystemCode(error) ?? '' },
  });

/**
 * Gives the error that a person sees for one of the system: a full disk, one that fails, a folder that cannot be written, a file that another program
 * holds, a damaged database; with the system's code as detail. Anything else comes back as it is: it is a bug, or the caller knows what it means that a file is missing.
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
