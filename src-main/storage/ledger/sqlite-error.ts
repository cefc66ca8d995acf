import { AppError } from '#contract/errors.ts';
import { guard as guardDisk, isDamaged } from '../sqlite/errores.ts';

/** Runs `work`; what the disk causes, and damage, come out as an AppError with their cause, everything else as it is. */
export function guard<T>(work: () => T): T {
  try {
    return guardDisk(work);
  } catch (error) {
    if (isDamaged(error)) throw new AppError('LIBRO_DANADO', { cause: error });
    throw error;
  }
}
