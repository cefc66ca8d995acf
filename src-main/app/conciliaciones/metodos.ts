import type { ConciliacionesOutputs } from '#contract/conciliaciones.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';
import type { Once } from '../compose/once.ts';
import type { Guardados } from './guardados.ts';

type Propios = { readonly [M in keyof ConciliacionesOutputs]: MethodTable[M] };

/**
 * The methods over kept results. Only the one that gives a name is a writer: what the others write can be read from the service again, in one transaction of its own file,
 * and a result must be read while another program uploads.
 */
export const metodosDeResultados = (guardados: Once<Guardados>): Propios => ({
  'conciliaciones.leer': { writes: false, run: async (input, context) => (await guardados()).leer(input, context) },
  'conciliaciones.guardada': {
    writes: false,
    run: async (input, context) => (await guardados()).guardada(input, context),
  },
  'conciliaciones.conocidas': {
    writes: false,
    run: async (input, context) => (await guardados()).conocidas(input, context),
  },
  'conciliaciones.cupones': {
    writes: false,
    run: async (input, context) => (await guardados()).cupones(input, context),
  },
  'conciliaciones.informe': {
    writes: false,
    run: async (input, context) => (await guardados()).informe(input, context),
  },
  'conciliaciones.puente': {
    writes: false,
    run: async (input, context) => (await guardados()).puente(input, context),
  },
  'conciliaciones.nombrar': {
    writes: true,
    run: async (input, context) => (await guardados()).nombrar(input, context),
  },
});
