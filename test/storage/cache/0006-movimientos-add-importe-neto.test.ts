import { expect, test } from 'vitest';
import { VIEWS } from '#domain/views/index.ts';
import { openAccountCache } from '#storage/cache/index.ts';
import { clock, createOldCache } from './support.ts';

test('movements that were read before have their net amount', () => {
  // The letters of the view are those of the column, which SQL writes once more.
  const { plus, minus } = VIEWS.movimientos.signed ?? expect.unreachable();
  const file = createOldCache(5, (db) => {
    const put = db.prepare(
      "INSERT INTO movimientos (id, fecha, debito_credito, importe, hash) VALUES (?, '2026-10-05', ?, ?, 'h')",
    );
    for (const [id, letter, importe] of [
      ['1', plus, 500],
      ['2', minus, 300],
      ['3', 'X', 7],
      ['4', null, 8],
    ] as const)
      // prettier-ignore
      put.run(id, letter, importe);
  });
  const cache = openAccountCache(file, { clock });
  const [sum] = cache.group({ metodo: 'movimientos' }, { por: [], sumas: ['importe_neto'] });
  expect(sum).toEqual({ keys: [], n: 4, sumas: [200n], faltan: [2] });
  expect([...cache.readAll({ metodo: 'movimientos' })].map(({ importe }) => importe)).toEqual([500, 300, 7, 8]);
  cache.close();
});
