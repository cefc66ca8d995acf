import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { MIGRATIONS } from '../../../src-main/storage/cache/migrations/index.ts';
import { clock } from './support.ts';

test('rows stay, none of them of a page that is known, and pages are looked for by their key', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-cache-'));
  const file = path.join(folder, 'cache.db');
  const before = new Database(file);
  for (const { version, sql } of MIGRATIONS.filter((one) => one.version < 2)) {
    before.exec(sql);
    before.pragma(`user_version = ${String(version)}`);
  }
  before.exec(`INSERT INTO operaciones (id, fecha_venta, hash) VALUES ('1', '2026-10-05', 'h')`);
  before.close();
  const cache = openAccountCache(file, { clock });
  expect([...cache.readAll({ metodo: 'operaciones' })]).toMatchObject([{ id: '1' }]);
  expect(cache.readPages('operaciones', 'fecha_venta', { desde: 0, hasta: Number.MAX_SAFE_INTEGER })).toEqual([]);
  cache.close();
  const after = new Database(file, { readonly: true });
  const plan = after
    .prepare(
      'EXPLAIN QUERY PLAN SELECT huella FROM pagina WHERE metodo = ? AND campo = ? AND desde >= ? ORDER BY desde',
    )
    .all('m', 'c', 0);
  expect(JSON.stringify(plan)).toContain('USING PRIMARY KEY (metodo=? AND campo=? AND desde>?)');
  after.close();
  rmSync(folder, { recursive: true });
});
