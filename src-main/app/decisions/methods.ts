import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { Once } from '../once.ts';
import type { DecisionMethods } from './index.ts';

/** The methods of a person's decisions. Those that write in the ledger hold the lock of the data folder. */
export const methodsOfDecisions = (decisions: Once<DecisionMethods>): MethodsOf<`decisiones.${string}`> => ({
  'decisiones.tomar': { writes: true, run: async (input, context) => (await decisions()).tomar(input, context) },
  'decisiones.deshacer': { writes: true, run: async (input, context) => (await decisions()).deshacer(input, context) },
  'decisiones.listar': { writes: false, run: async (input, context) => (await decisions()).listar(input, context) },
  'decisiones.historia': { writes: false, run: async (input, context) => (await decisions()).historia(input, context) },
});
