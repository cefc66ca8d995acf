import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { Shared } from '../open/index.ts';
import { createOnce, type Once } from '../once.ts';
import type { Names } from './names.ts';
import type { StoredResults } from './kept.ts';

/** The stores of the methods: the names that people gave, and the kept results. */
export interface KeptResults {
  readonly names: Once<Names>;
  readonly stored: Once<StoredResults>;
}

/**
 * The methods of the reconciliations. Only those that delete or give a name are writers. The others write only what can be read from the
 * service again, in one transaction of its own file; and a result must be readable while another program uploads.
 */
export function createConciliacionMethods(
  { sessions, ledgers, results, clock }: Shared,
  { names, stored }: KeptResults,
): MethodsOf<`conciliaciones.${string}`> {
  const conciliaciones = createOnce(async () => {
    const { createConciliaciones } = await import('./index.ts');
    return createConciliaciones({
      sessions: await sessions(),
      ledgers: await ledgers(),
      results: await results(),
      names: await names(),
      clock,
    });
  });
  return {
    'conciliaciones.listar': {
      writes: false,
      run: async (input, { signal }) => (await conciliaciones()).list(input, signal),
    },
    'conciliaciones.ver': {
      writes: false,
      run: async (input, { signal }) => (await conciliaciones()).show(input, signal),
    },
    'conciliaciones.resultado': {
      writes: false,
      run: async (input, context) => (await stored()).resultado(input, context),
    },
    'conciliaciones.borrar': {
      writes: true,
      run: async (input, { signal }) => (await conciliaciones()).remove(input, signal),
    },
    'conciliaciones.leer': { writes: false, run: async (input, context) => (await stored()).leer(input, context) },
    'conciliaciones.guardada': {
      writes: false,
      run: async (input, context) => (await stored()).guardada(input, context),
    },
    'conciliaciones.conocidas': {
      writes: false,
      run: async (input, context) => (await stored()).conocidas(input, context),
    },
    'conciliaciones.cupones': {
      writes: false,
      run: async (input, context) => (await stored()).cupones(input, context),
    },
    'conciliaciones.informe': {
      writes: false,
      run: async (input, context) => (await stored()).informe(input, context),
    },
    'conciliaciones.puente': {
      writes: false,
      run: async (input, context) => (await stored()).puente(input, context),
    },
    'conciliaciones.nombrar': {
      writes: true,
      run: async (input, context) => (await stored()).nombrar(input, context),
    },
  };
}
