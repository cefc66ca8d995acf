import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Clock } from '#domain/clock.ts';
import { VERSION } from '#platform/version.ts';
import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { Connect, OpenTrial } from './index.ts';

type OfProbe = MethodsOf<'cuentas.probar_servicio' | 'cuentas.probar_con_carga'>;

interface Deps {
  readonly connect: Connect;
  readonly openTrial: OpenTrial;
  readonly clock: Clock;
}

/** The methods of the probe. The first writes only the file that is named, so it takes no lock; the second one uploads. */
export function methodsOfProbe({ connect, openTrial, clock }: Deps): OfProbe {
  const loadProbe = async () => {
    const { createProbe } = await import('./index.ts');
    return createProbe({ connect, openTrial, clock, program: VERSION });
  };
  return {
    'cuentas.probar_servicio': {
      writes: false,
      run: async (input, context) => (await loadProbe())(input, context),
    },
    'cuentas.probar_con_carga': {
      writes: true,
      run: async ({ si, ...input }, context) => {
        if (!si) {
          throw new AppError('CONFIRMACION_NECESARIA', {
            mensaje: REFUSALS.trialToConfirm,
          });
        }
        return (await loadProbe())({ ...input, withUpload: true }, context);
      },
    },
  };
}
