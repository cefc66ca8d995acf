/** The second part under every switch of the sandbox: what is told of it, and that nothing stays at the service. */
import { expect, test } from 'vitest';
import { SWITCHES } from '#sandbox/index.ts';
import { NOT_BY_UPLOAD, NUMBERS_BY_UPLOAD, SHOWN_BY_UPLOAD } from './told.ts';
import { withTrial } from './with-trial.ts';

interface Case {
  readonly name: string;
  readonly played: string;
  readonly visto: string | null;
  readonly motivo: string | null;
}

/** A service that redirects lets nobody in: nothing is uploaded to it. */
const REDIRECTS = 'redirige=si';

const CASES = Object.entries(SWITCHES)
  .flatMap(([name, { valores }]): readonly Case[] => {
    const motivo = NOT_BY_UPLOAD[name] ?? null;
    if (motivo !== null) return (valores ?? ['7']).map((played) => ({ name, played, visto: null, motivo }));
    const pairs = valores?.map((value) => [value, value] as const) ?? NUMBERS_BY_UPLOAD[name] ?? [];
    return pairs.map(([played, seen]) => ({ name, played, visto: seen, motivo }));
  })
  .filter(({ name, played }) => `${name}=${played}` !== REDIRECTS);

test('every switch is played', () => {
  expect(new Set(CASES.map(({ name }) => name))).toEqual(new Set(Object.keys(SWITCHES)));
  expect(SHOWN_BY_UPLOAD.filter((name) => name in NOT_BY_UPLOAD)).toEqual([]);
});

test.for(CASES)('$name=$played is told as $visto $motivo, and the coupons are deleted', (one) => {
  const { name, played, visto, motivo } = one;
  return withTrial([`${name}=${played}`], async ({ sandbox, trial }) => {
    const report = await trial();
    expect(report.puntos.find(({ rasgo }) => rasgo === name)).toEqual({ rasgo: name, visto, motivo });
    expect(report.carga).toMatchObject({ estado: 'borrada', retomada: false });
    expect(report).not.toHaveProperty('codigo');
    expect(sandbox.truth.conciliaciones()).toEqual([]);
  });
});

test('a service that redirects gets no coupons', () =>
  withTrial([REDIRECTS], async ({ sandbox, trial }) => {
    const report = await trial();
    expect(report.puntos).toContainEqual({ rasgo: 'redirige', visto: 'si', motivo: null });
    expect(report).not.toHaveProperty('carga');
    expect(sandbox.listReceived('subir')).toEqual([]);
  }));

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
test.for(OTHERS.flatMap((name) => SWITCHES[name].valores.map((value) => [name, value] as const)))(
  'with %s=%s two trials send two requests each, and leave nothing',
  ([name, value]) =>
    withTrial([`${name}=${value}`], async ({ sandbox, trial }) => {
      for (const sends of [2, 4]) {
        const { carga, puntos } = await trial();
        expect(carga).toMatchObject({ estado: 'borrada', retomada: false });
        expect(sandbox.listReceived('subir')).toHaveLength(sends);
        expect(sandbox.truth.conciliaciones()).toEqual([]);
        // What came of the number of a deleted one is seen once there is one.
        const reused = puntos.find(({ rasgo }) => rasgo === 'ids_reusados');
        expect(reused?.visto ?? null).toBe(sends === 2 ? null : name === 'ids_reusados' ? value : 'no');
      }
    }),
);
