import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { badCuts } from './cut-wal.ts';

test('a WAL cut at every byte of its last frame leaves the events of before it', { timeout: 300_000 }, async () => {
  const folder = createTemporaryFolder();
  expect(await badCuts(folder, 1)).toEqual([]);
});
