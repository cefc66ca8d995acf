import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';

/** Throws `SALIDA_EXISTENTE` when the file exists: an export never replaces another file. */
export async function refuseExisting(salida: string): Promise<void> {
  try {
    await stat(salida);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw diskError(error);
  }
  throw new AppError('SALIDA_EXISTENTE', { detail: { archivo: path.basename(salida) } });
}
