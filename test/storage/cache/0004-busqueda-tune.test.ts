import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { openIndexing, openProposals } from '../../../src-main/storage/cache/search-index.ts';
import { clock, createOldCache } from './support.ts';

function putInIndex(db: Database.Database, id: string): void {
  db.exec(`INSERT INTO operaciones (id, fecha_venta, comercio, hash) VALUES ('${id}', '2026-10-05', 'La Espiga', 'h')`);
  const indexPiece = openIndexing(db);
  while (indexPiece({ howMany: 10, siempre: true }));
}

test('what was in the index stays, and what is added to it is found too', () => {
  const file = createOldCache(3, (db) => {
    putInIndex(db, '1');
  });
  openAccountCache(file, { clock }).close();
  const db = new Database(file);
  putInIndex(db, '2');
  const proposal = openProposals(db).findProposals('operaciones', 'espiga');
  const proposed = db.prepare(`SELECT propuesta FROM ${proposal?.texto ?? ''}`).pluck();
  expect(proposed.all(...(proposal?.valores ?? []))).toEqual([1, 2]);
  const settings = db.prepare("SELECT k, v FROM busqueda_operaciones_config WHERE k <> 'version' ORDER BY k").all();
  expect(settings).toEqual([
    { k: 'automerge', v: 8 },
    { k: 'hashsize', v: 16_777_216 },
  ]);
  db.close();
});
