import { test } from 'vitest';
import { killAndCompare } from './kill.ts';

test('a synchronisation that is killed early, half way and near its end goes on, and everything is there', async () => {
  await killAndCompare([2, 9, 18]);
});
