import { readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { Once } from '../once.ts';
import type { DecisionMethods } from './index.ts';

/** The methods of a person's decisions. Those that write in the ledger hold the lock of the data folder. */
export const methodsOfDecisions = (decisions: Once<DecisionMethods>): MethodsOf<`decisiones.${string}`> => ({
  'decisiones.tomar': withLock(async (input, context) => (await decisions()).tomar(input, context)),
  'decisiones.leer_planilla': readOnly(async (input, context) => (await decisions()).leer_planilla(input, context)),
  'decisiones.deshacer': withLock(async (input, context) => (await decisions()).deshacer(input, context)),
  'decisiones.listar': readOnly(async (input, context) => (await decisions()).listar(input, context)),
  'decisiones.historia': readOnly(async (input, context) => (await decisions()).historia(input, context)),
});
