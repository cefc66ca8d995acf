import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { clock, createOldCache, explainQuery } from './support.ts';

const createUnindexedCache = (): string =>
  createOldCache(2, (db) => {
    db.exec(`
      INSERT INTO operaciones (id, fecha_venta, comprobante, hash) VALUES ('1', '2026-10-05', '00000001', 'h');
      INSERT INTO cuarentena (metodo, huella, crudo, motivo, primera, ultima) VALUES ('rechazos', 'h', '{}', 'm', 1, 2);
    `);
  });

test('what was there stays, and nobody knows in which days a row was set aside', () => {
  const cache = openAccountCache(createUnindexedCache(), { clock });
  expect([...cache.readAll({ metodo: 'operaciones' })]).toMatchObject([{ id: '1', comprobante: '00000001' }]);
  expect(cache.listQuarantined()).toMatchObject([{ metodo: 'rechazos', ventana: null }]);
  cache.close();
});

test('a row is noted to be put in the index again only when what is searched changed', () => {
  const file = createUnindexedCache();
  openAccountCache(file, { clock }).close();
  const db = new Database(file);
  const countIndexPending = () => db.prepare('SELECT tabla, n FROM busqueda_pendiente').all();
  db.exec("UPDATE operaciones SET acreditada = 1, comprobante = '00000001', hash = 'i'");
  expect(countIndexPending()).toEqual([]);
  db.exec("UPDATE operaciones SET comprobante = '00000002'");
  expect(countIndexPending()).toEqual([{ tabla: 'operaciones', n: 1 }]);
  db.close();
});

test('links are looked for through their indexes', () => {
  const file = createUnindexedCache();
  openAccountCache(file, { clock }).close();
  const plan = (sql: string): string => explainQuery(file, sql, '1');
  expect(plan('SELECT n FROM impuestos WHERE (numero IS ?)')).toContain('impuestos_numero');
  expect(plan('SELECT n FROM movimientos WHERE (referencia IS ?)')).toContain('movimientos_referencia');
  expect(plan('SELECT n FROM movimientos WHERE (liquidaciones_id IS ?) AND liquidaciones_id IS NOT NULL')).toContain(
    'movimientos_liquidacion',
  );
});
