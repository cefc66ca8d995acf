import { test } from 'vitest';
import { filasQueVanYVienen, tokenQueTermina } from './pasos.ts';

const PASOS = Array.from({ length: 40 }, (_, i) => i + 1);

test.each(PASOS.map((paso) => [paso, ['401', '403', '400', '419', '200-html'][paso % 5] ?? '401'] as const))(
  'a token that ends after %i requests, said as %s, is renewed',
  async (paso, variante) => {
    await tokenQueTermina(paso, variante);
  },
);

test.each(PASOS)('rows that go and come after %i requests end as the service has them', async (paso) => {
  await filasQueVanYVienen(paso);
});
