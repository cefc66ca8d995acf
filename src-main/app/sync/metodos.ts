import type { Sincronizar } from './index.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';

/** What is behind the methods that bring data from the service. */
export function metodosDeSync(
  sincronizar: () => Promise<Sincronizar>,
): Pick<MethodTable, 'datos.sincronizar' | 'sincronizacion.refrescar'> {
  return {
    'datos.sincronizar': {
      writes: true,
      run: async (input, context) => (await sincronizar()).sincronizar(input, context),
    },
    'sincronizacion.refrescar': {
      writes: true,
      run: async (input, context) => (await sincronizar()).refrescar(input, context),
    },
  };
}
