import { test } from 'vitest';
import { killAndCompare } from './kill.ts';

test.each(Array.from({ length: 30 }, (_, i) => i + 1))(
  'killed at step %i, it goes on and everything is there',
  async (step) => {
    await killAndCompare([step]);
  },
);

test('killed at every step in turn, with a list that comes in another order each time', async () => {
  await killAndCompare(
    Array.from({ length: 20 }, (_, i) => i + 1),
    ['orden=fecha', 'max_dias=20'],
  );
});
