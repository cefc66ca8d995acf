import { mkdtempSync, rmSync } from 'node:fs';
import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { MIGRATIONS } from '../../../src-main/storage/cache/migrations/index.ts';
import { clock } from './support.ts';

test('a row that was set aside before keeps its sentence until it comes again', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-cache-'));
  const file = path.join(folder, 'cache.db');
  const db = new Database(file);
  for (const { version, sql } of MIGRATIONS.filter((each) => each.version < 7)) {
    db.exec(sql);
    db.pragma(`user_version = ${String(version)}`);
  }
  const raw = '{"id":"9","importe":"mucho"}';
  const before = 'importe: importe sin separador de miles';
  db.prepare(
    "INSERT INTO cuarentena (metodo, huella, crudo, motivo, primera, ultima) VALUES ('operaciones', ?, ?, ?, 1, 1)",
  ).run(hash('sha256', raw, 'base64url'), raw, before);
  db.close();
  const cache = openAccountCache(file, { clock });
  expect(cache.listQuarantined('operaciones')).toMatchObject([{ motivo: before, problemas: null }]);
  const problems = [{ campo: 'importe', forma: 'importe_sin_miles' }] as const;
  cache.setAside({ metodo: 'operaciones', crudo: raw, problemas: problems, cuando: 2 });
  expect(cache.listQuarantined('operaciones')).toMatchObject([
    { motivo: '', problemas: problems, primera: 1, ultima: 2 },
  ]);
  cache.close();
  rmSync(folder, { recursive: true });
});
