import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { clock, createOldCache } from './support.ts';

test('reconciled settlements that were read before keep what the service sent of them, and nothing else', () => {
  const file = createOldCache(9, (db) => {
    db.exec(`INSERT INTO liquidaciones_conciliadas (id, numero, fecha, total_acreditado, operaciones, hash)
      VALUES ('1', '77', '2026-10-05', 12345, 3, 'h')`);
  });
  const cache = openAccountCache(file, { clock });
  const [row = {}] = cache.readAll({ metodo: 'liquidaciones-conciliadas' });
  expect(row).toMatchObject({ id: '1', numero: '77', total_acreditado: 12345, operaciones: 3 });
  expect(Object.keys(row)).not.toContain('acreditada');
  expect(Object.keys(row)).not.toContain('fecha_recupero_adelanto');
  cache.close();
});
