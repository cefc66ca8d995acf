/** The second part under each switch of an upload: what is told of it, and that nothing stays at the service. */
import { expect, test } from 'vitest';
import { SWITCHES } from '#sandbox/index.ts';
import { SHOWN_BY_UPLOAD } from './told.ts';
import { withTrial } from './with-trial.ts';

const values = SHOWN_BY_UPLOAD.flatMap((name) => SWITCHES[name].valores.map((value) => [name, value] as const));
test.for(values)('%s=%s is told, and the coupons are deleted', ([name, value]) =>
  withTrial([`${name}=${value}`], async ({ sandbox, trial }) => {
    const report = await trial();
    expect(report.puntos.find(({ rasgo }) => rasgo === name)).toEqual({ rasgo: name, visto: value, motivo: null });
    expect(report.carga).toMatchObject({ estado: 'borrada', retomada: false });
    expect(report).not.toHaveProperty('codigo');
    expect(sandbox.truth.conciliaciones()).toEqual([]);
  }),
);

/** These change nothing of what two coupons that match nothing show. */
const ALIKE = ['total_cuenta'] as const;
test.for(ALIKE.flatMap((name) => SWITCHES[name].valores.map((value) => [name, value] as const)))(
  '%s=%s is told as not to be told apart',
  ([name, value]) =>
    withTrial([`${name}=${value}`], async ({ trial }) => {
      const { puntos } = await trial();
      expect(puntos.find(({ rasgo }) => rasgo === name)).toEqual({
        rasgo: name,
        visto: null,
        motivo: 'no_se_distingue',
      });
    }),
);

/** They touch an upload, or what is left of it. */
const OTHERS = [
  'parametros',
  'token_vencido',
  'token_unico',
  'ids',
  'existentes',
  'resultado_orden',
  'ids_reusados',
  'borrado_olvida',
] as const;
test.for(OTHERS.flatMap((name) => SWITCHES[name].valores.map((value) => `${name}=${value}`)))(
  'with %s two trials send two requests each, and leave nothing',
  (rasgo) =>
    withTrial([rasgo], async ({ sandbox, trial }) => {
      for (const sends of [2, 4]) {
        expect((await trial()).carga).toMatchObject({ estado: 'borrada', retomada: false });
        expect(sandbox.listReceived('subir')).toHaveLength(sends);
        expect(sandbox.truth.conciliaciones()).toEqual([]);
      }
    }),
);
