import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../src-main/storage/ledger/schema.ts';

/** A ledger with one upload and one decision. */
function created(): Database.Database {
  const db = new Database(':memory:');
  for (const { sql } of MIGRATIONS) db.exec(sql);
  db.exec(`
    INSERT INTO cupon VALUES (1, 1, 0, 'H', 2, '{"importe":"1.00"}', x'02', 1, 11, 12, NULL);
    INSERT INTO original VALUES (1, 1, '{}', 11, NULL, NULL);
    INSERT INTO upload VALUES (1, 'CARGA', 'c', '["a.xlsx"]', 0, 0, 1, NULL, NULL, x'01');
    INSERT INTO decision VALUES (1, 0, 'ana', 'nota', '{}');
    INSERT INTO batch VALUES (1, 1, 1, 1, 1, 'h');
    INSERT INTO event VALUES (1, 1, 0, 'congelada', '{}');
    INSERT INTO disposicion VALUES (1, 1, 'sin_conciliar', NULL, NULL, NULL);`);
  return db;
}

test.for([
  ['upload', 'carga'],
  ['cupon', 'ocurrencia'],
  ['original', 'texto'],
  ['batch', 'carga'],
  ['event', 'carga'],
  ['decision', 'quien'],
])('what is in %s is neither changed nor deleted', ([table = '', column = '']) => {
  const db = created();
  expect(() => db.exec(`UPDATE ${table} SET ${column} = 2`)).toThrow(`${table} is append-only`);
  expect(() => db.exec(`DELETE FROM ${table}`)).toThrow(/append-only/);
  db.close();
});

test('a coupon has one disposition, of those that there are, and the next reading may give it another', () => {
  const db = created();
  expect(() => db.exec(`INSERT INTO disposicion VALUES (1, 1, 'conciliado', NULL, NULL, NULL)`)).toThrow(/UNIQUE/);
  expect(() => db.exec(`UPDATE disposicion SET disposicion = 'perdido'`)).toThrow(/CHECK/);
  db.exec(`UPDATE disposicion SET disposicion = 'conciliado'`);
  db.close();
});

test('the number of a draft that was thrown away is not given again', () => {
  const db = created();
  const add = db.prepare(
    `INSERT INTO borrador (ulid, cuenta, archivos, creado, cupones, igualdad, auxiliares) VALUES (?, 'c', '[]', 0, 0, x'', '[]')`,
  );
  const first = add.run('A').lastInsertRowid;
  db.exec('DELETE FROM borrador');
  expect(Number(add.run('B').lastInsertRowid)).toBe(Number(first) + 1);
  db.close();
});

test.for([
  [`SELECT ulid FROM upload WHERE igualdad = x'01'`, 'USING INDEX upload_igualdad'],
  [`SELECT seq FROM cupon WHERE clave_dia = 11`, 'INDEX cupon_dia'],
  [
    `SELECT max(ocurrencia) FROM cupon INDEXED BY cupon_dia WHERE clave_dia = 11 AND carga = 1 AND huella = x'00'`,
    'INDEX cupon_dia (clave_dia=? AND carga=? AND huella=?)',
  ],
  [`SELECT seq FROM cupon WHERE clave_numero = 12`, 'INDEX cupon_numero'],
  [`SELECT seq FROM original WHERE clave_dia = 11`, 'INDEX original_dia'],
  [`SELECT carga FROM upload WHERE ulid = 'CARGA'`, 'USING COVERING INDEX sqlite_autoindex_upload_1'],
  [`SELECT detail FROM event WHERE carga = 1 ORDER BY n`, 'USING PRIMARY KEY (carga=?)'],
])('%s goes by its index', ([sql = '', index = '']) => {
  const db = created();
  expect(JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())).toContain(index);
  db.close();
});
