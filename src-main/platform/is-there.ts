import { statSync } from 'node:fs';
import { getSystemCode, toAccessError } from './disk-error.ts';

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
    throw toAccessError(error);
  }
}
