import { accessSync, constants, renameSync as renameAtOnceSync } from 'node:fs';
import { rename as renameAtOnce } from 'node:fs/promises';
import path from 'node:path';
import { retryifyAsync, retryifySync } from 'stubborn-utils';
import { AppError } from '#contract/errors.ts';
import { getSystemCode } from './disk-error.ts';

/** An antivirus or a program that synchronises folders holds a new file for an instant: the rename is tried again for so long. */
const PATIENCE = { timeout: 2000, interval: 100 } as const;
const REFUSED: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES']);

function mayWriteIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error;
    return false;
  }
}

const folderOf = (error: unknown): string | undefined =>
  error instanceof Error && 'dest' in error && typeof error.dest === 'string' ? path.dirname(error.dest) : undefined;

/** Whether another program holds the file. Windows says `EPERM` of a held file too, so a folder that may be written tells it from a lack of permission. */
function isHeld(error: unknown): boolean {
  const code = getSystemCode(error);
  return code === 'EBUSY' || (REFUSED.has(code) && mayWriteIn(folderOf(error) ?? ''));
}

const toHeldError = (error: unknown, to: string): unknown =>
  isHeld(error)
    ? new AppError('ARCHIVO_TOMADO', {
        cause: error,
        detail: { archivo: path.basename(to), causa: getSystemCode(error) ?? '' },
      })
    : error;

/** Makes a rename that is tried again while another program holds the file. Throws `ARCHIVO_TOMADO` where that lasts; other errors as they come. */
export const toPatientRename =
  (once: (from: string, to: string) => Promise<void>) =>
  async (from: string, to: string): Promise<void> => {
    try {
      await retryifyAsync(once, { isRetriable: isHeld })(PATIENCE)(from, to);
    } catch (error) {
      throw toHeldError(error, to);
    }
  };

/** Every rename of the program, but for the log (`logger.ts`). */
export const rename = toPatientRename(renameAtOnce);

/** The same where the caller cannot wait for a promise: the thread stands still meanwhile. */
export function renameSync(from: string, to: string): void {
  try {
    retryifySync(renameAtOnceSync, { isRetriable: isHeld })(PATIENCE)(from, to);
  } catch (error) {
    throw toHeldError(error, to);
  }
}
