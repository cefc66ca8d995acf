import path from 'node:path';
import { expect, test } from 'vitest';
import { isUsableName, refuseExisting } from '#platform/new-file.ts';

test.each([
  'CON.csv',
  'con',
  'Prn.xlsx',
  'AUX .txt',
  'nul.tar.gz',
  'COM1.csv',
  'lpt9.xlsx',
  'COM².csv',
  'informe.',
  'informe ',
  'informe.xlsx .',
])('no file of ours is called %j', async (name) => {
  expect(isUsableName(name)).toBe(false);
  await expect(refuseExisting(path.join('/nowhere', name))).rejects.toMatchObject({ code: 'ENTRADA_INVALIDA' });
});

test.each(['conciliacion-7.xlsx', 'console.csv', 'auxiliar.xlsx', 'com10.csv', 'informe 2026.11', '.nul', 'año.xlsx'])(
  '%j is a name like any other',
  (name) => {
    expect(isUsableName(name)).toBe(true);
  },
);
