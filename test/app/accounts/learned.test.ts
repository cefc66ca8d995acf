import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { expect } from 'vitest';
import { abrirAprendido } from '#app/accounts/learned.ts';
import { dataFolder } from '#platform/data-folder.ts';
import { test } from '../../platform/temporary-folder.ts';

const ID = '0123456789abcdef';
const aprendido = z.object({ lista: z.boolean().nullable(), tamano: z.number().nullable() });

test('what was learnt is known at once, and in the next run', async ({ folder }) => {
  const account = dataFolder(folder).cuenta(ID);
  const facts = await abrirAprendido(account);
  expect(existsSync(account.carpeta)).toBe(false);
  for (let n = 1; n <= 50; n += 1) facts.set('max_dias:operaciones', String(n));
  facts.setJson('carga', { lista: true, tamano: null });
  expect(facts.get('max_dias:operaciones')).toBe('50');
  await facts.guardado();
  const again = await abrirAprendido(account);
  expect(again.get('max_dias:operaciones')).toBe('50');
  expect(again.getJson('carga', aprendido)).toEqual({ lista: true, tamano: null });
});

test('a fact of another shape counts as not learnt', async ({ folder }) => {
  const facts = await abrirAprendido(dataFolder(folder).cuenta(ID));
  facts.set('carga', 'not json');
  expect(facts.getJson('carga', aprendido)).toBeUndefined();
  facts.setJson('carga', { lista: 'yes' });
  expect(facts.getJson('carga', aprendido)).toBeUndefined();
  expect(facts.getJson('nothing', aprendido)).toBeUndefined();
});

test('a damaged file is set aside, and all is found out again', async ({ folder }) => {
  const account = dataFolder(folder).cuenta(ID);
  mkdirSync(account.carpeta, { recursive: true });
  writeFileSync(account.aprendido, '{"a":1}');
  const facts = await abrirAprendido(account);
  expect(facts.get('a')).toBeUndefined();
  facts.set('a', '2');
  await facts.guardado();
  expect(JSON.parse(readFileSync(account.aprendido, 'utf8'))).toEqual({ a: '2' });
  expect(readdirSync(account.carpeta)).toHaveLength(2);
});

test('a disk that does not take it is told when asked, once', async ({ folder }) => {
  writeFileSync(`${folder}/cuentas`, 'a file where the folder should be');
  const facts = await abrirAprendido({ ...dataFolder(folder).cuenta(ID), aprendido: `${folder}/none.json` });
  facts.set('a', '1');
  await expect(facts.guardado()).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
  await expect(facts.guardado()).resolves.toBeUndefined();
  expect(facts.get('a')).toBe('1');
});
