import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { sweepLeftovers } from '#platform/data-folder.ts';
import { createTemporaryFolder, test } from './temporary-folder.ts';

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

test('a folder that is not there has no leftovers', ({ folder }) => {
  expect(() => {
    sweepLeftovers(path.join(folder, 'none'), NOW);
  }).not.toThrow();
});
