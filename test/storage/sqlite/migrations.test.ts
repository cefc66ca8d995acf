import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { prepareDatabase, type Migration } from '../../../src-main/storage/sqlite/open.ts';

const FIRST: Migration = { version: 1, sql: 'CREATE TABLE venta (n INTEGER PRIMARY KEY)' };
const SECOND: Migration = { version: 2, sql: 'ALTER TABLE venta ADD COLUMN importe INTEGER NOT NULL DEFAULT 7' };
const BROKEN: Migration = { version: 3, sql: 'CREATE TABLE otra (n INTEGER); SELECT 1 FROM ninguna' };

test('a database goes through the steps that it lacks, each whole or not at all, and keeps its rows', () => {
  const db = new Database(':memory:');
  const versionOf = () => db.pragma('user_version', { simple: true });
  prepareDatabase(db, { migrations: [FIRST], pragmas: [] });
  db.exec('INSERT INTO venta (n) VALUES (1)');
  prepareDatabase(db, { migrations: [FIRST, SECOND], pragmas: [] });
  expect([versionOf(), db.prepare('SELECT * FROM venta').all()]).toEqual([2, [{ n: 1, importe: 7 }]]);
  expect(() => {
    prepareDatabase(db, { migrations: [FIRST, SECOND, BROKEN], pragmas: [] });
  }).toThrow('ninguna');
  expect([versionOf(), db.prepare("SELECT name FROM sqlite_schema WHERE name = 'otra'").all()]).toEqual([2, []]);
  expect(() => {
    prepareDatabase(db, { migrations: [FIRST], pragmas: [] });
  }).toThrow(expect.objectContaining({ code: 'DATOS_MAS_NUEVOS' }));
  db.close();
});
