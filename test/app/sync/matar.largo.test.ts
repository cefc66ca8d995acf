import { test } from 'vitest';
import { matarYComparar } from './matar.ts';

test('a synchronisation that is killed early, half way and near its end goes on, and everything is there', async () => {
  await matarYComparar([2, 9, 18]);
});
