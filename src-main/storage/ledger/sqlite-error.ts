import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { guard as guardDisk, isDamaged } from '../sqlite/errors.ts';

/** Runs `work`. Errors of the disk and damage are thrown as `AppError`s with their cause, everything else as it is. */
export function guard<T>(work: () => T): T {
  try {
    return guardDisk(work);
  } catch (error) {
    // The damage appeared in the middle of the work: the copies are tried when the ledger is opened again.
    if (isDamaged(error)) throw new AppError('LIBRO_DANADO', { cause: error, mensaje: REFUSALS.ledgerDamagedInUse });
    throw error;
  }
}
