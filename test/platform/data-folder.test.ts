import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { getDataFolder, ensureFolder } from '#platform/data-folder.ts';
import { resolveDataRoot } from '#platform/data-root.js';
import { test } from './temporary-folder.ts';

test.for([
  [{}, 'linux', '/home/ana/.local/share/conciliador'],
  [{ XDG_DATA_HOME: '/xdg' }, 'linux', '/xdg/conciliador'],
  [{ XDG_DATA_HOME: 'relative' }, 'linux', '/home/ana/.local/share/conciliador'],
  [{}, 'darwin', '/home/ana/Library/Application Support/Conciliador'],
  [{ APPDATA: '/home/ana/Roaming' }, 'win32', '/home/ana/Roaming/Conciliador'],
  [{}, 'win32', '/home/ana/AppData/Roaming/Conciliador'],
  [{ CONCILIADOR_HOME: '/elsewhere', XDG_DATA_HOME: '/xdg' }, 'linux', '/elsewhere'],
  [{ CONCILIADOR_HOME: '' }, 'linux', '/home/ana/.local/share/conciliador'],
  [{ CONCILIADOR_HOME: 'here' }, 'linux', path.resolve('here')],
] as const)('with %o on %s the data is in %s', ([env, platform, expected]) => {
  expect(resolveDataRoot({ env, platform, home: '/home/ana' })).toBe(expected);
});

test('an account’s paths are inside the folder of accounts', () => {
  const { ledger, cache } = getDataFolder('/data').accountFolder('0123456789abcdef');
  expect([cache, ledger]).toEqual([
    '/data/cuentas/0123456789abcdef/cache.db',
    '/data/cuentas/0123456789abcdef/ledger.db',
  ]);
});

test.for(['', '..', '../../etc', '0123456789ABCDEF', '0123456789abcde/'])('«%s» is no account id', (id) => {
  expect(() => getDataFolder('/data').accountFolder(id)).toThrow();
});

test('a new folder is its owner’s alone', async ({ folder }) => {
  const made = path.join(folder, 'a', 'b');
  await ensureFolder(made);
  expect([statSync(made).mode & 0o777, statSync(path.dirname(made)).mode & 0o777]).toEqual([0o700, 0o700]);
});

test('a folder that takes no other in it is CARPETA_SIN_PERMISO', async ({ folder }) => {
  const file = path.join(folder, 'un-archivo');
  writeFileSync(file, '');
  const refusalOf = (refused: string) => ({ code: 'CARPETA_SIN_PERMISO', detail: { carpeta: refused } });
  const inside = path.join(file, 'x');
  await expect(ensureFolder(inside)).rejects.toMatchObject(refusalOf(inside));
  await expect(ensureFolder(file)).rejects.toMatchObject(refusalOf(file));
});

if (!existsSync('/proc/self')) process.stderr.write('Skipped: no /proc here to be a folder of the system itself.\n');
test.runIf(existsSync('/proc/self'))('a folder of the system itself is refused, not tried for ever', async () => {
  await expect(ensureFolder('/proc/conciliador/datos')).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
});
