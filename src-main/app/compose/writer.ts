import { AppError } from '#contract/errors.ts';
import { BUSY_REASONS } from '#domain/texts/failures.ts';
import { acquireInstanceLock, type HostKind, type InstanceLock } from '#platform/instance-lock.ts';

/**
 * The data folder's lock, shared by everything that writes at the same time within this process: the first writer takes it, the last one gives
 * it back. Another process that wants to write is refused at once with `EN_USO`. Within this process, `EN_USO` refuses work that has to be
 * alone while others write, and any work that begins while something is alone.
 */
export function createWriter(root: string, host: HostKind): <T>(work: () => Promise<T>, alone?: boolean) => Promise<T> {
  let lock: Promise<InstanceLock> | undefined;
  let users = 0;
  let someoneAlone = false;
  return async (work, alone = false) => {
    if (someoneAlone) throw toBusyError('cambio_de_lugar');
    if (alone && users > 0) throw toBusyError('trabajo_en_marcha');
    someoneAlone = alone;
    users += 1;
    lock ??= acquireInstanceLock(root, host);
    const held = lock;
    try {
      await held;
      return await work();
    } finally {
      users -= 1;
      if (alone) someoneAlone = false;
      if (users === 0) {
        lock = undefined;
        const [taken] = await Promise.allSettled([held]);
        if (taken.status === 'fulfilled') taken.value.release();
      }
    }
  };
}

const toBusyError = (motivo: keyof typeof BUSY_REASONS): AppError =>
  new AppError('EN_USO', { mensaje: BUSY_REASONS[motivo], detail: { motivo } });
