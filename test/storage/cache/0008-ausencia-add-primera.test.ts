import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { MIGRATIONS } from '../../../src-main/storage/cache/migrations/index.ts';
import { clock } from './support.ts';

test('a row that was in doubt before stays so, since the same moment', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-cache-'));
  const file = path.join(folder, 'cache.db');
  const db = new Database(file);
  for (const { version, sql } of MIGRATIONS.filter((each) => each.version < 8)) {
    db.exec(sql);
    db.pragma(`user_version = ${String(version)}`);
  }
  db.exec("INSERT INTO operaciones (id, fecha_venta, hash) VALUES ('1', '2026-10-05', 'x')");
  db.exec("INSERT INTO ausencia (metodo, id, desde) VALUES ('operaciones', '1', 7)");
  db.close();
  const cache = openAccountCache(file, { clock });
  expect([...cache.readAll({ metodo: 'operaciones' })]).toMatchObject([{ id: '1', en_duda: 7 }]);
  cache.close();
  rmSync(folder, { recursive: true });
});
