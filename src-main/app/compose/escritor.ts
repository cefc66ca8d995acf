import { acquireInstanceLock, type HostKind, type InstanceLock } from '#platform/instance-lock.ts';

/**
 * The data folder's lock, shared by everything that writes at the same time within this process: taken with the first, given back
 * with the last. Another process that writes is refused with `EN_USO` at once.
 */
export function crearEscritor(raiz: string, host: HostKind): <T>(work: () => Promise<T>) => Promise<T> {
  let lock: Promise<InstanceLock> | undefined;
  let users = 0;
  return async (work) => {
    users += 1;
    lock ??= acquireInstanceLock(raiz, host);
    const held = lock;
    try {
      await held;
      return await work();
    } finally {
      users -= 1;
      if (users === 0) {
        lock = undefined;
        const [taken] = await Promise.allSettled([held]);
        if (taken.status === 'fulfilled') taken.value.release();
      }
    }
  };
}
