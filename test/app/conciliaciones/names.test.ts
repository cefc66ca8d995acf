import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { createNames } from '#app/conciliaciones/listing.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { test as base } from '../../platform/temporary-folder.ts';

const ACCOUNT = { id: '0123456789abcdef', nombre: 'La Espiga' } as never;
const test = base.extend<{ data: ReturnType<typeof getDataFolder> }>({
  data: async ({ folder }, use) => {
    await use(getDataFolder(folder));
  },
});

test('a name stays for whoever opens the program next', async ({ data }) => {
  await createNames(data).give(ACCOUNT, { id: '7', carga: null }, 'Octubre');
  await createNames(data).give(ACCOUNT, { id: '8', carga: 'C' }, 'Noviembre');
  const nameOf = await createNames(data).of(ACCOUNT);
  expect([nameOf('7', null), nameOf('8', 'C'), nameOf('9', null)]).toEqual(['Octubre', 'Noviembre', undefined]);
});

test('a number that is given again to another upload has no name', async ({ data }) => {
  const names = createNames(data);
  await names.give(ACCOUNT, { id: '7', carga: 'A' }, 'Octubre');
  expect((await names.of(ACCOUNT))('7', 'B')).toBeUndefined();
  await names.give(ACCOUNT, { id: '7', carga: 'B' }, 'Noviembre');
  expect((await names.of(ACCOUNT))('7', 'A')).toBeUndefined();
});

test('taking away a name that there is not writes nothing', async ({ data }) => {
  await createNames(data).give(ACCOUNT, { id: '7', carga: null }, null);
  await expect(readFile(data.accountFolder('0123456789abcdef').names)).rejects.toThrow('ENOENT');
});

test('names that a newer version wrote are refused, untouched', async ({ data }) => {
  await createNames(data).give(ACCOUNT, { id: '7', carga: null }, 'Octubre');
  const file = data.accountFolder('0123456789abcdef').names;
  await writeFile(file, '{"version":2}');
  await expect(createNames(data).of(ACCOUNT)).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
  await expect(createNames(data).give(ACCOUNT, { id: '7', carga: null }, 'X')).rejects.toThrow();
  expect(await readFile(file, 'utf8')).toBe('{"version":2}');
});
