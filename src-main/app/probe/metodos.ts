import type { Clock } from '#domain/clock.ts';
import { VERSION } from '#platform/version.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';
import type { Connect } from './index.ts';

type OfProbe = Pick<MethodTable, 'cuentas.probar_servicio'>;

/** The methods of the probe. It writes only the file that it is told, and so takes no lock. */
export function methodsOfProbe({ connect, clock }: { readonly connect: Connect; readonly clock: Clock }): OfProbe {
  return {
    'cuentas.probar_servicio': {
      writes: false,
      run: async (input, context) => {
        const { createProbe } = await import('./index.ts');
        return createProbe({ connect, clock, programa: VERSION })(input, context);
      },
    },
  };
}
