import { AppError } from '#contract/errors.ts';
import { guard as guardDisk, isDamaged } from '../sqlite/errors.ts';

const DAMAGED =
  'El registro de envíos se dañó mientras se usaba. Lo que tiene el servicio no cambió. Cerrá Conciliador y volvé a abrirlo: se recupera la última copia sana.';

/** Runs `work`. Errors of the disk and damage are thrown as `AppError`s with their cause, everything else as it is. */
export function guard<T>(work: () => T): T {
  try {
    return guardDisk(work);
  } catch (error) {
    // The damage appeared in the middle of the work: the copies are tried when the ledger is opened again.
    if (isDamaged(error)) throw new AppError('LIBRO_DANADO', { cause: error, mensaje: DAMAGED });
    throw error;
  }
}
