import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { VIEW_NAMES, VIEWS } from '#domain/views/index.ts';
import type { View } from '#domain/views/view.ts';
import { TABLES } from '#storage/cache/index.ts';
import { TABLES_SQL } from '#storage/cache/schema.ts';

const db = new Database(':memory:');
db.exec(TABLES_SQL);
afterAll(() => db.close());

const texts = z.array(z.string());
const list = (sql: string, ...values: readonly string[]): readonly string[] =>
  texts.parse(
    db
      .prepare(sql)
      .pluck()
      .all(...values),
  );
describe.for(VIEW_NAMES)('the table of %s', (name) => {
  const view: View = VIEWS[name];
  const table = TABLES[name];

  test('has an index for the date of the view and for each field that it says', () => {
    const sql =
      'SELECT (SELECT name FROM pragma_index_info(i.name) WHERE seqno = 0) FROM pragma_index_list(?) AS i ORDER BY 1';
    const own = view.dates[0];
    // Every table has an index of its identifiers; totals, one row a month, are read whole without one by date.
    const byDate = own === undefined || own === 'desde' ? [] : [own];
    expect(new Set(list(sql, table.tabla))).toEqual(new Set(['id', ...byDate, ...view.indexes]));
  });
});

const planOf = (sql: string, ...bound: readonly string[]): string =>
  JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...bound));

test('pages and totals of a period go through the index of its date', () => {
  const period =
    "FROM operaciones WHERE fecha_venta >= '2026-10-01' AND fecha_venta <= '2026-10-31' AND retirada IS NULL";
  expect(planOf(`SELECT count(*), sum(importe) ${period}`)).toContain('COVERING INDEX operaciones_venta');
  const page = planOf(`SELECT * ${period} ORDER BY fecha_venta, fecha_venta_hora, n LIMIT 100`);
  expect(page).toContain('INDEX operaciones_orden');
  expect(page).not.toContain('TEMP B-TREE');
});

test.for([
  ['operaciones', 'operaciones_venta'],
  ['movimientos', 'movimientos_fecha'],
])('amounts of %s are looked for in %s, which is many times shorter than the table', ([table = '', index = '']) => {
  const rows = planOf(
    `SELECT n FROM ${table} WHERE retirada IS NULL
     AND (importe BETWEEN 100 AND 199 OR importe BETWEEN -199 AND -100) ORDER BY +n DESC LIMIT 8`,
  );
  expect(rows).toContain(`COVERING INDEX ${index}`);
});

test.for([
  [`SELECT n FROM cobertura WHERE metodo = 'm' AND campo = 'c' AND desde <= ?`, 'cobertura_ventana'],
  ['SELECT n FROM impuestos WHERE (numero IS ?)', 'impuestos_numero'],
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
  expect(planOf(sql, 'x')).toContain(index);
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
