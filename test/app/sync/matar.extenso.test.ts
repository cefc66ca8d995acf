import { test } from 'vitest';
import { matarYComparar } from './matar.ts';

test.each(Array.from({ length: 30 }, (_, i) => i + 1))(
  'killed at step %i, it goes on and everything is there',
  async (paso) => {
    await matarYComparar([paso]);
  },
);

test('killed at every step in turn, with a list that comes in another order each time', async () => {
  await matarYComparar(
    Array.from({ length: 20 }, (_, i) => i + 1),
    ['orden=barajado', 'max_dias=20'],
  );
});
