import { AppError } from '#contract/errors.ts';
import { guard as guardDisk, isDamaged } from '../sqlite/errors.ts';

const DAMAGED =
  'El registro de envíos se dañó mientras se usaba. Lo que tiene el servicio no cambió. Cerrá Conciliador y volvé a abrirlo: se recupera la última copia sana.';

/** Runs `work`; what the disk causes, and damage, come out as an AppError with their cause, everything else as it is. */
export function guard<T>(work: () => T): T {
  try {
    return guardDisk(work);
  } catch (error) {
    // Met in the middle of the work: the copies are tried when it is opened again.
    if (isDamaged(error)) throw new AppError('LIBRO_DANADO', { cause: error, mensaje: DAMAGED });
    throw error;
  }
}
