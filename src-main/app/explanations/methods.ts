import type { ExplanationsOutputs } from '#contract/explanations.ts';
import { readOnly, type FunctionsOf, type MethodsOf } from '../dispatch/dispatch.ts';
import type { Once } from '../once.ts';

/** One function for each method. */
export type Explanations = FunctionsOf<keyof ExplanationsOutputs>;

/**
 * The methods that explain. None of them is a writer: `explicar` may keep a result that was read from the service, without the lock of the data
 * folder, as `conciliaciones.leer` does.
 */
export const methodsOfExplanations = (explanations: Once<Explanations>): MethodsOf<`explicaciones.${string}`> => ({
  'explicaciones.explicar': readOnly(async (input, context) => (await explanations()).explicar(input, context)),
  'explicaciones.previa': readOnly(async (input, context) => (await explanations()).previa(input, context)),
  'explicaciones.faltantes': readOnly(async (input, context) => (await explanations()).faltantes(input, context)),
  'explicaciones.exportar': readOnly(async (input, context) => (await explanations()).exportar(input, context)),
  'explicaciones.exportar_faltantes': readOnly(async (input, context) =>
    (await explanations()).exportar_faltantes(input, context),
  ),
});
