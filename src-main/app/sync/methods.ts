import type { Synchronise } from './index.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';

/** What is behind the methods that bring data from the service. */
export function syncMethods(
  synchronise: () => Promise<Synchronise>,
): Pick<MethodTable, 'datos.sincronizar' | 'sincronizacion.refrescar'> {
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
