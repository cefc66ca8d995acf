import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { badCuts } from './cut-wal.ts';

test('a WAL cut at every byte of its last frame leaves the events of before it', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wal-'));
  expect(await badCuts(folder, 1)).toEqual([]);
  rmSync(folder, { recursive: true });
});
