import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { createScratchFolder } from '#platform/scratch-folder.ts';
import { test } from './temporary-folder.ts';

test('what a killed process left is deleted, and what a living one or anybody else has is not', async ({ folder }) => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = path.join(folder, `conciliador-${String(pid)}-abc123`);
  const ofAnother = ['conciliador-otra', `conciliador-${String(process.ppid)}-abc123`, 'fotos'].map((name) =>
    path.join(folder, name),
  );
  for (const one of [left, ...ofAnother]) {
    mkdirSync(one);
    writeFileSync(path.join(one, 'cupones.csv'), 'Fecha;Importe');
  }
  const ours = await createScratchFolder(folder);
  expect(existsSync(left)).toBe(false);
  expect(ofAnother.map((one) => existsSync(path.join(one, 'cupones.csv')))).toEqual([true, true, true]);
  expect(path.basename(ours)).toMatch(new RegExp(`^conciliador-${String(process.pid)}-`));
  if (process.platform !== 'win32') expect(statSync(ours).mode & 0o777).toBe(0o700);
  const second = await createScratchFolder(folder);
  expect(existsSync(ours)).toBe(true);
  expect(second).not.toBe(ours);
});
