import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { TABLES_SQL } from '../../../src-main/storage/cache/schema.ts';

const db = new Database(':memory:');
db.exec(TABLES_SQL);
afterAll(() => db.close());

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
  [`SELECT n FROM cobertura WHERE metodo = 'm' AND campo = 'c' AND desde <= ?`, 'cobertura_ventana'],
  ['SELECT n FROM impuestos WHERE (numero IS ?)', 'impuestos_numero'],
  ['SELECT n FROM movimientos WHERE (referencia IS ?)', 'movimientos_referencia'],
  [
    'SELECT n FROM movimientos WHERE (liquidaciones_id IS ?) AND liquidaciones_id IS NOT NULL',
    'movimientos_liquidacion',
  ],
  [
    `SELECT huella FROM pagina WHERE metodo = 'm' AND campo = 'c' AND desde >= ? ORDER BY desde`,
    'USING PRIMARY KEY (metodo=? AND campo=? AND desde>?)',
  ],
  [
    `SELECT min(ventana) FROM cuarentena_ventana WHERE metodo = 'operaciones' AND ventana > ? AND ultima >= 1`,
    'USING PRIMARY KEY (metodo=? AND ventana>?)',
  ],
  ['DELETE FROM cuarentena_ventana WHERE n = ?', 'cuarentena_ventana_n'],
])('%s goes by its index', ([sql = '', index = '']) => {
  expect(JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('x'))).toContain(index);
});

test('a row is noted to be indexed again only when its searched text changed', () => {
  db.exec("INSERT INTO operaciones (id, fecha_venta, comprobante, hash) VALUES ('1', '2026-10-05', '00000001', 'h')");
  const listPending = () => db.prepare('SELECT tabla, n FROM busqueda_pendiente').all();
  db.exec("UPDATE operaciones SET acreditada = 1, comprobante = '00000001', hash = 'i'");
  expect(listPending()).toEqual([]);
  db.exec("UPDATE operaciones SET comprobante = '00000002'");
  expect(listPending()).toEqual([{ tabla: 'operaciones', n: 1 }]);
});

test('a row that leaves the quarantine takes its days with it', () => {
  db.exec(`INSERT INTO cuarentena (n, metodo, huella, crudo, problemas, primera, ultima) VALUES (7, 'operaciones', 'h', '{}', '[]', 1, 1);
    INSERT INTO cuarentena_ventana (metodo, ventana, n, ultima) VALUES ('operaciones', '', 7, 1);
    DELETE FROM cuarentena`);
  expect(db.prepare('SELECT count(*) FROM cuarentena_ventana').pluck().get()).toBe(0);
});
