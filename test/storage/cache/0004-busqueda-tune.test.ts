import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { openIndexing, openProposals } from '../../../src-main/storage/cache/search-index.ts';
import { MIGRATIONS } from '../../../src-main/storage/cache/migrations/index.ts';
import { clock } from './support.ts';

test('what was in the index stays, and what is added to it is found too', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-cache-'));
  const file = path.join(folder, 'cache.db');
  const db = new Database(file);
  for (const { version, sql } of MIGRATIONS.filter((each) => each.version < 4)) {
    db.exec(sql);
    db.pragma(`user_version = ${String(version)}`);
  }
  const put = (id: string): void => {
    db.exec(
      `INSERT INTO operaciones (id, fecha_venta, comercio, hash) VALUES ('${id}', '2026-10-05', 'La Espiga', 'h')`,
    );
  };
  const buildIndex = (): void => {
    const indexPiece = openIndexing(db);
    while (indexPiece({ howMany: 10, siempre: true }));
  };
  put('1');
  buildIndex();
  openAccountCache(file, { clock }).close();
  put('2');
  buildIndex();
  const proposal = openProposals(db).findProposals('operaciones', 'espiga');
  const proposed = db.prepare(`SELECT propuesta FROM ${proposal?.texto ?? ''}`).pluck();
  expect(proposed.all(...(proposal?.valores ?? []))).toEqual([1, 2]);
  const settings = db.prepare("SELECT k, v FROM busqueda_operaciones_config WHERE k <> 'version' ORDER BY k").all();
  expect(settings).toEqual([
    { k: 'automerge', v: 8 },
    { k: 'hashsize', v: 16_777_216 },
  ]);
  db.close();
  rmSync(folder, { recursive: true });
});
