import { statSync } from 'node:fs';
import { AppError } from '#contract/errors.ts';
import { getSystemCode } from './disk-error.ts';

/**
 * Whether there is something at a path. False only where there is nothing: a place that cannot be looked into throws `CARPETA_SIN_PERMISO`,
 * while `existsSync` would call its data absent.
 */
export function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    const code = getSystemCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new AppError('CARPETA_SIN_PERMISO', { cause: error, detail: { causa: code } });
  }
}
