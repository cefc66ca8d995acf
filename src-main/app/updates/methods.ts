import type { PolicyDocument } from '#contract/updates.ts';
import type { Policy } from '#platform/policy.ts';
import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { Once } from '../once.ts';
import type { Updates } from './index.ts';

/**
 * The methods of the updates. Downloading a version writes nothing that others write, so it stops nobody from sending. Installing one is
 * `alone`, so it is refused during an upload.
 */
export function methodsOfUpdates(
  updates: Once<Updates>,
  policy: () => Promise<Policy>,
): MethodsOf<`${'actualizaciones' | 'politica'}.${string}`> {
  return {
    'actualizaciones.ver': { writes: false, run: async () => (await updates()).show() },
    'actualizaciones.buscar': {
      writes: false,
      run: async ({ sola = false }, { signal }) => (await updates()).look(sola, signal),
    },
    'actualizaciones.bajar': {
      writes: false,
      run: async (_input, { onProgress, signal }) => (await updates()).bring(onProgress, signal),
    },
    'actualizaciones.instalar': { writes: true, alone: true, run: async () => (await updates()).install() },
    'politica.ver': { writes: false, run: async () => toDocument(await policy()) },
  };
}

const toDocument = ({ file, present, writableByOthers, service, ...rest }: Policy): PolicyDocument => ({
  archivo: file,
  presente: present,
  deCualquiera: writableByOthers,
  servicio: service ?? null,
  actualizaciones: {
    direccion: rest.feed ?? null,
    canal: rest.channel ?? null,
    permitidas: rest.updates ?? null,
  },
});
