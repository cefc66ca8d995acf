import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { MIGRATIONS } from '../../../src-main/storage/cache/migrations/index.ts';
import { civilDay, clock } from './support.ts';

test('rows that were set aside stay, and their days are looked for by an index', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-cache-'));
  const file = path.join(folder, 'cache.db');
  const db = new Database(file);
  for (const { version, sql } of MIGRATIONS.filter((each) => each.version < 5)) {
    db.exec(sql);
    db.pragma(`user_version = ${String(version)}`);
  }
  db.exec(`INSERT INTO cuarentena (metodo, huella, crudo, motivo, primera, ultima, ventana)
    VALUES ('operaciones', 'h', '{}', 'm', 1, 1, '2026-10-05..2026-10-06')`);
  db.close();
  const cache = openAccountCache(file, { clock });
  expect(cache.listQuarantined('operaciones').map(({ ventana }) => ventana)).toEqual(['2026-10-05..2026-10-06']);
  expect(
    cache.hasNotUnderstood('operaciones', { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31'), leido: 1 }),
  ).toBe(true);
  expect(cache.hasNotUnderstood('operaciones', { desde: civilDay('2026-11-01'), leido: 1 })).toBe(false);
  cache.close();
  const after = new Database(file);
  const plan = after
    .prepare("EXPLAIN QUERY PLAN SELECT min(ventana) FROM cuarentena WHERE metodo = 'operaciones' AND ventana > ''")
    .all();
  expect(JSON.stringify(plan)).toContain('cuarentena_ventana');
  after.close();
  rmSync(folder, { recursive: true });
});
