import type { ConciliacionesOutputs } from '#contract/conciliaciones.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';
import type { Once } from '../compose/once.ts';
import type { StoredResults } from './kept.ts';

type ResultMethods = { readonly [M in keyof ConciliacionesOutputs]: MethodTable[M] };

/**
 * The methods over kept results. Only the one that gives a name is a writer: what the others write can be read from the service again, in one transaction of its own file,
 * and a result must be read while another program uploads.
 */
export const resultMethods = (stored: Once<StoredResults>): ResultMethods => ({
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
});
