import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { Shared } from '../open/index.ts';
import type { Listeners } from '../open/listeners.ts';
import { once } from '../once.ts';

export function syncMethods(
  shared: Shared,
  listeners: Listeners,
): MethodsOf<'datos.sincronizar' | 'sincronizacion.refrescar'> {
  const synchronise = once(async () => {
    const { createSynchronise } = await import('./index.ts');
    return createSynchronise({
      cuentas: await shared.accounts(),
      sessions: await shared.sessions(),
      caches: await shared.caches(),
      ledgers: await shared.ledgers(),
      listeners,
      clock: shared.clock,
    });
  });
  return {
    'datos.sincronizar': {
      writes: true,
      run: async (input, context) => (await synchronise()).synchronise(input, context),
    },
    'sincronizacion.refrescar': {
      writes: true,
      run: async (input, context) => (await synchronise()).refresh(input, context),
    },
  };
}
