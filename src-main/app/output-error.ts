import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { FailureWords } from '#domain/texts/failures.ts';
import { getSystemCode, toDiskError } from '#platform/disk-error.ts';

/** Why a file that a person asked for could not be written. `noFolder`: what is said when its folder is not there. */
export function toOutputError(error: unknown, file: string, noFolder: FailureWords): unknown {
  if (getSystemCode(error) !== 'ENOENT') return toDiskError(error);
  return new AppError('CARPETA_SIN_PERMISO', {
    cause: error,
    detail: { carpeta: path.dirname(file) },
    mensaje: noFolder,
  });
}
