import { test } from 'vitest';
import { rowsThatComeAndGo, tokenThatExpires } from './steps.ts';

const STEPS = Array.from({ length: 40 }, (_, i) => i + 1);

test.each(STEPS.map((step) => [step, ['401', '403', '400'][step % 3] ?? '401'] as const))(
  'a token that ends after %i requests, said as %s, is renewed',
  async (step, variant) => {
    await tokenThatExpires(step, variant);
  },
);

test.each(STEPS)('rows that go and come after %i requests end as the service has them', async (step) => {
  await rowsThatComeAndGo(step);
});
