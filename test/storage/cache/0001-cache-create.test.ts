import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { cacheCreate } from '../../../src-main/storage/cache/migrations/0001-cache-create.ts';
import { clock, createOldCache } from './support.ts';

test('a cache of the first step keeps its rows, what it covers and what it knows', () => {
  const file = createOldCache(1, (db) => {
    db.exec(`
    INSERT INTO operaciones (id, fecha_venta, comprobante, importe, hash) VALUES ('1', '2026-10-05', '00000001', 12345, 'h');
    INSERT INTO impuestos (id, fecha, numero, hash) VALUES ('2', '2026-10-06', '77', 'h');
    INSERT INTO cobertura (metodo, campo, filtro, desde, hasta, leido, estado, contratado)
      VALUES ('impuestos', 'fecha', '', '2026-10-01', '2026-10-31', 5, 'completa', 1);
    INSERT INTO cuarentena (metodo, huella, crudo, motivo, primera, ultima) VALUES ('rechazos', 'h', '{}', 'm', 1, 2);
    INSERT INTO saber (clave, valor) VALUES ('a', 'b');`);
  });
  const cache = openAccountCache(file, { clock });
  expect([...cache.readAll({ metodo: 'operaciones' })]).toMatchObject([{ id: '1', importe: 12345 }]);
  expect([...cache.readAll({ metodo: 'impuestos' })]).toMatchObject([{ id: '2', numero: '77' }]);
  expect(cache.listQuarantined()).toMatchObject([{ metodo: 'rechazos' }]);
  expect(cache.readFact('a')).toBe('b');
  cache.close();
  const after = new Database(file, { readonly: true });
  expect(after.prepare('SELECT metodo, desde, hasta, leido, estado FROM cobertura').all()).toEqual([
    { metodo: 'impuestos', desde: '2026-10-01', hasta: '2026-10-31', leido: 5, estado: 'completa' },
  ]);
  after.close();
});

test.for([
  ['SELECT n FROM operaciones WHERE fecha_venta >= ? ORDER BY fecha_venta', 'operaciones_venta'],
  [
    'SELECT sum(importe) FROM operaciones WHERE fecha_venta >= ? AND retirada IS NULL',
    'COVERING INDEX operaciones_venta',
  ],
  ['SELECT n FROM operaciones WHERE fecha_pago = ?', 'operaciones_pago'],
  ['SELECT n FROM operaciones WHERE liquidaciones_id = ?', 'operaciones_liquidacion'],
  ['SELECT n FROM operaciones WHERE comprobante = ?', 'operaciones_comprobante'],
  ['SELECT n FROM movimientos WHERE fecha >= ? ORDER BY fecha', 'movimientos_fecha'],
  ['SELECT n FROM movimientos WHERE liquidaciones_id = ?', 'movimientos_liquidacion'],
  ['SELECT n FROM movimientos WHERE transacciones_id = ?', 'movimientos_operacion'],
  ['SELECT n FROM liquidaciones WHERE fecha >= ?', 'liquidaciones_fecha'],
  ['SELECT n FROM liquidaciones WHERE numero = ?', 'liquidaciones_numero'],
  ['SELECT n FROM impuestos WHERE fecha >= ?', 'impuestos_fecha'],
  ['SELECT n FROM rechazos WHERE fecha >= ? ORDER BY fecha', 'rechazos_fecha'],
  ['SELECT n FROM rechazos WHERE comprobante = ?', 'rechazos_comprobante'],
  ['SELECT n FROM liquidaciones_conciliadas WHERE fecha >= ?', 'liquidaciones_conciliadas_fecha'],
  ['SELECT n FROM calendario WHERE fecha >= ?', 'calendario_fecha'],
  ['SELECT n FROM conciliaciones WHERE fecha >= ?', 'conciliaciones_fecha'],
  [`SELECT n FROM cobertura WHERE metodo = 'm' AND campo = 'c' AND filtro = '' AND desde <= ?`, 'cobertura_ventana'],
])('%s goes by its index', ([sql = '', index = '']) => {
  const db = new Database(':memory:');
  db.exec(cacheCreate.sql);
  expect(JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('x'))).toContain(index);
  db.close();
});
