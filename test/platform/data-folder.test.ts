import { existsSync, statSync, writeFileSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import Database from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import { getDataFolder, ensureFolder, sweepLeftovers, createScratchFolder } from '#platform/data-folder.ts';
import { resolveDataRoot } from '#platform/data-root.js';
import { test, createTemporaryFolder } from './temporary-folder.ts';

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

const NOW = Date.UTC(2026, 10, 28);

test('only what we left in the data folder an hour ago is swept', ({ folder }) => {
  const outside = createTemporaryFolder();
  const account = path.join(folder, 'cuentas', '0123456789abcdef');
  mkdirSync(path.join(account, 'copias'), { recursive: true });
  const put = (at: string, seconds: number): void => {
    writeFileSync(path.join(folder, at), 'x');
    utimesSync(path.join(folder, at), seconds, seconds);
  };
  const swept = [
    '.ajustes.json.0123456789ab.tmp',
    'cuentas/0123456789abcdef/copias/ledger-20261121042200000.db.tmp',
    'cuentas/0123456789abcdef/copias/ledger-20261121042200000.db.tmp-journal',
    'bajada.parte',
    'borrada.db-journal',
  ];
  const kept = [
    'ajustes.json',
    'notas.tmp',
    'viva.db',
    'viva.db-journal',
    'borrada.db-wal',
    'cuentas/0123456789abcdef/ledger.db-wal',
  ];
  for (const at of [...swept, ...kept]) put(at, NOW / 1000 - 7200);
  put('.recien.json.0123456789ab.tmp', NOW / 1000 - 60);
  const other = path.join(outside, '.ajeno.json.0123456789ab.tmp');
  writeFileSync(other, '');
  utimesSync(other, 1, 1);
  symlinkSync(outside, path.join(folder, 'enlace'));
  sweepLeftovers(folder, NOW);
  const left = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('enlace'))
    .map(({ name, parentPath }) => path.relative(folder, path.join(parentPath, name)));
  expect(left.sort()).toEqual([...kept, '.recien.json.0123456789ab.tmp'].sort());
  expect(readdirSync(outside)).toHaveLength(1);
});

test('the journal of a database that was killed rolls it back', ({ folder }) => {
  const file = path.join(folder, 'a.db');
  const db = new Database(file);
  db.exec('CREATE TABLE t (n); INSERT INTO t VALUES (1); BEGIN; UPDATE t SET n = 2');
  db.pragma('cache_spill = 1');
  sweepLeftovers(folder, Date.now() + 86_400_000);
  expect(readdirSync(folder).sort()).toEqual(['a.db', 'a.db-journal']);
  db.exec('ROLLBACK');
  expect(db.prepare('SELECT n FROM t').pluck().get()).toBe(1);
  db.close();
});

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
