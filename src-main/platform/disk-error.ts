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
  'ENAMETOOLONG',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_PERM',
]);

/** The system's own code of an error (`ENOSPC`, `SQLITE_BUSY`), without SQLite's extended part; undefined when it has none. */
export function getSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? error.code;
}

/** Calls of the system whose path is the folder itself; in those of a file it is the one around it. */
const OF_FOLDERS: readonly unknown[] = ['mkdir', 'scandir'];

/** The folder that an error is about, where the system says so. */
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
 * What a person is told about a disk that does not cooperate: `DISCO_LLENO` or `CARPETA_SIN_PERMISO`, with the system's
 * code as detail. Anything else comes back as it is: it is a bug, or somebody else's to explain.
 */
export function toDiskError(error: unknown): unknown {
  const code = getSystemCode(error);
  if (code === undefined) return error;
  if (NO_SPACE.has(code)) return new AppError('DISCO_LLENO', { cause: error, detail: { causa: code } });
  if (NO_ACCESS.has(code)) return toAccessError(error);
  return error;
}
