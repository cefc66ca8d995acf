import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'vitest';
import { createNames } from '#app/conciliaciones/names.ts';
import { dataFolder } from '#platform/data-folder.ts';

const CUENTA = { id: '0123456789abcdef', nombre: 'La Espiga' } as never;
const test = base.extend<{ datos: ReturnType<typeof dataFolder> }>({
  datos: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'nombres-'));
    await use(dataFolder(folder));
    await rm(folder, { recursive: true, force: true });
  },
});

test('a name stays for whoever opens the program next', async ({ datos }) => {
  await createNames(datos).give(CUENTA, { id: '7', carga: null }, 'Octubre');
  await createNames(datos).give(CUENTA, { id: '8', carga: 'C' }, 'Noviembre');
  const nameOf = await createNames(datos).of(CUENTA);
  expect([nameOf('7', null), nameOf('8', 'C'), nameOf('9', null)]).toEqual(['Octubre', 'Noviembre', undefined]);
});

test('a number that is given again to another upload has no name', async ({ datos }) => {
  const names = createNames(datos);
  await names.give(CUENTA, { id: '7', carga: 'A' }, 'Octubre');
  expect((await names.of(CUENTA))('7', 'B')).toBeUndefined();
  await names.give(CUENTA, { id: '7', carga: 'B' }, 'Noviembre');
  expect((await names.of(CUENTA))('7', 'A')).toBeUndefined();
});

test('taking away a name that there is not writes nothing', async ({ datos }) => {
  await createNames(datos).give(CUENTA, { id: '7', carga: null }, null);
  await expect(readFile(datos.cuenta('0123456789abcdef').nombres)).rejects.toThrow('ENOENT');
});

test('names that a newer version wrote are refused, untouched', async ({ datos }) => {
  await createNames(datos).give(CUENTA, { id: '7', carga: null }, 'Octubre');
  const file = datos.cuenta('0123456789abcdef').nombres;
  await writeFile(file, '{"version":2}');
  await expect(createNames(datos).of(CUENTA)).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
  await expect(createNames(datos).give(CUENTA, { id: '7', carga: null }, 'X')).rejects.toThrow();
  expect(await readFile(file, 'utf8')).toBe('{"version":2}');
});
