import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ledgerCreate } from '../../../src-main/storage/ledger/migrations/0001-ledger-create.ts';

/** A ledger of the first step alone, with one upload. */
function created(): Database.Database {
  const db = new Database(':memory:');
  db.exec(ledgerCreate.sql);
  db.exec(`
    INSERT INTO upload VALUES (1, 'CARGA', 'c', '["a.xlsx"]', 0, 0, 1, NULL, NULL, x'01');
    INSERT INTO cupon VALUES (1, 1, 0, 'H', 2, '{"importe":"1.00"}', x'02');
    INSERT INTO batch VALUES (1, 1, 1, 1, 1, 'h');
    INSERT INTO event VALUES (1, 1, 0, 'congelada', '{}');
    INSERT INTO disposicion VALUES (1, 1, 'sin_conciliar', NULL, NULL, NULL);`);
  return db;
}

test.for(['upload', 'cupon', 'batch', 'event'])('what is in %s is neither changed nor deleted', (table) => {
  const db = created();
  expect(() => db.exec(`UPDATE ${table} SET carga = 2`)).toThrow(`${table} is append-only`);
  expect(() => db.exec(`DELETE FROM ${table}`)).toThrow(`${table} is append-only`);
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
  const add = db.prepare(`INSERT INTO borrador (ulid, cuenta, archivos, creado) VALUES (?, 'c', '[]', 0)`);
  const first = add.run('A').lastInsertRowid;
  db.exec('DELETE FROM borrador');
  expect(Number(add.run('B').lastInsertRowid)).toBe(Number(first) + 1);
  db.close();
});

test.for([
  [`SELECT ulid FROM upload WHERE igualdad = x'01'`, 'USING INDEX upload_igualdad'],
  [`SELECT fila FROM cupon WHERE huella = x'02'`, 'USING INDEX cupon_huella'],
  [`SELECT carga FROM upload WHERE ulid = 'CARGA'`, 'USING COVERING INDEX sqlite_autoindex_upload_1'],
  [`SELECT detail FROM event WHERE carga = 1 ORDER BY n`, 'USING PRIMARY KEY (carga=?)'],
])('%s goes by its index', ([sql = '', index = '']) => {
  const db = created();
  expect(JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())).toContain(index);
  db.close();
});
