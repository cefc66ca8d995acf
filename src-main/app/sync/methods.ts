import { withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { Shared } from '../open/index.ts';
import type { Listeners } from '../open/listeners.ts';
import { createOnce } from '../once.ts';
import type { SyncDeps } from './index.ts';

export function createSyncMethods(
  shared: Shared,
  listeners: Listeners,
  readResult: SyncDeps['readResult'],
): MethodsOf<'datos.sincronizar' | 'sincronizacion.refrescar'> {
  const synchronise = createOnce(async () =>
    (await import('./index.ts')).createSynchronise({
      accounts: await shared.accounts(),
      sessions: await shared.sessions(),
      caches: await shared.caches(),
      ledgers: await shared.ledgers(),
      readResult,
      listeners,
      clock: shared.clock,
    }),
  );
  return {
    'datos.sincronizar': withLock(async (input, context) => (await synchronise()).synchronise(input, context)),
    'sincronizacion.refrescar': withLock(async (input, context) => (await synchronise()).refresh(input, context)),
  };
}
