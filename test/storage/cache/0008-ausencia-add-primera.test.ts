import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { clock, createOldCache } from './support.ts';

test('a row that was in doubt before stays so, since the same moment', () => {
  const file = createOldCache(7, (db) => {
    db.exec("INSERT INTO operaciones (id, fecha_venta, hash) VALUES ('1', '2026-10-05', 'x')");
    db.exec("INSERT INTO ausencia (metodo, id, desde) VALUES ('operaciones', '1', 7)");
  });
  const cache = openAccountCache(file, { clock });
  expect([...cache.readAll({ metodo: 'operaciones' })]).toMatchObject([{ id: '1', en_duda: 7 }]);
  cache.close();
});
