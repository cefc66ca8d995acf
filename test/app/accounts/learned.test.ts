import { existsSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { openLearned } from '#app/accounts/learned.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { test } from '../../platform/temporary-folder.ts';

const ID = '0123456789abcdef';

test('what was learnt is known at once, and in the next run', async ({ folder }) => {
  const account = getDataFolder(folder).accountFolder(ID);
  const facts = await openLearned(account);
  expect(existsSync(account.folder)).toBe(false);
  for (let n = 1; n <= 50; n += 1) facts.set('max_dias:operaciones', String(n));
  expect(facts.get('max_dias:operaciones')).toBe('50');
  await facts.waitSaved();
  const again = await openLearned(account);
  expect(again.get('max_dias:operaciones')).toBe('50');
});

test('a disk that does not take it is told when asked, once', async ({ folder }) => {
  writeFileSync(`${folder}/cuentas`, 'a file where the folder should be');
  const facts = await openLearned({ ...getDataFolder(folder).accountFolder(ID), learned: `${folder}/none.json` });
  facts.set('a', '1');
  await expect(facts.waitSaved()).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
  await expect(facts.waitSaved()).resolves.toBeUndefined();
  expect(facts.get('a')).toBe('1');
});
