import { readOnly, type MethodsOf } from '../dispatch/dispatch.ts';
import type { Once } from '../once.ts';
import type { Updates } from './index.ts';

/**
 * The methods of the updates. Downloading a version writes nothing that others write, so sending goes on meanwhile. Installing one is
 * `alone`, so it is refused during an upload.
 */
export const methodsOfUpdates = (updates: Once<Updates>): MethodsOf<`actualizaciones.${string}`> => ({
  'actualizaciones.ver': readOnly(async () => (await updates()).show()),
  'actualizaciones.buscar': readOnly(async ({ sola = false }, { signal }) => (await updates()).look(sola, signal)),
  'actualizaciones.bajar': readOnly(async (_input, { onProgress, signal }) =>
    (await updates()).bring(onProgress, signal),
  ),
  'actualizaciones.instalar': { writes: true, alone: true, run: async () => (await updates()).install() },
});
