import { expect, test } from 'vitest';
import { drawSystemRandom, readSystemAuthorities } from '#platform/machine.ts';
import path from 'node:path';
import { isUsableName, refuseExisting } from '#platform/new-file.ts';

test('numbers are within [0, 1) and do not repeat', () => {
  const numbers = Array.from({ length: 1000 }, drawSystemRandom);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(new Set(numbers).size).toBe(1000);
});

test("the authorities are Node's and those of the system", () => {
  const of = { default: ['uno', 'dos'], system: ['dos', 'oficina'] };
  expect(readSystemAuthorities({ getCACertificates: (type) => of[type] })).toEqual(['uno', 'dos', 'dos', 'oficina']);
});

test('a Node that cannot read those of the system keeps its own', () => {
  expect(readSystemAuthorities({})).toBeUndefined();
});

test('the Node that the project installs reads them', () => {
  const [first] = readSystemAuthorities() ?? [];
  expect(first).toMatch(/^-----BEGIN CERTIFICATE-----/);
});

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
