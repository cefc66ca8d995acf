import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { clock, createOldCache, explainQuery } from './support.ts';

test('rows stay, none of them of a page that is known, and pages are looked for by their key', () => {
  const file = createOldCache(1, (db) => {
    db.exec(`INSERT INTO operaciones (id, fecha_venta, hash) VALUES ('1', '2026-10-05', 'h')`);
  });
  const cache = openAccountCache(file, { clock });
  expect([...cache.readAll({ metodo: 'operaciones' })]).toMatchObject([{ id: '1' }]);
  expect(cache.readPages('operaciones', 'fecha_venta', { desde: 0, hasta: Number.MAX_SAFE_INTEGER })).toEqual([]);
  cache.close();
  expect(
    explainQuery(
      file,
      'SELECT huella FROM pagina WHERE metodo = ? AND campo = ? AND desde >= ? ORDER BY desde',
      'm',
      'c',
      0,
    ),
  ).toContain('USING PRIMARY KEY (metodo=? AND campo=? AND desde>?)');
});
