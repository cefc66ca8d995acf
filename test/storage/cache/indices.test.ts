import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openIndices } from '#storage/cache/writable.ts';
import { TABLES_SQL } from '#storage/cache/schema.ts';

const SCHEMA = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name";

function fresh(): Database.Database {
  const db = new Database(':memory:');
  db.exec(TABLES_SQL);
  return db;
}

test('every index that is taken out while tables are filled comes back as it was', () => {
  const db = fresh();
  const before = db.prepare(SCHEMA).all();
  const indices = openIndices(db);
  indices.takeOut();
  expect(db.prepare(SCHEMA).all().length).toBeLessThan(before.length);
  indices.add();
  expect(db.prepare(SCHEMA).all()).toEqual(before);
  db.close();
});

test('a note of anything else is not run', () => {
  const db = fresh();
  const indices = openIndices(db);
  const note = ['CREATE TABLE una (x)', "ATTACH ':memory:' AS otra", 'DROP TABLE operaciones'];
  db.prepare("INSERT INTO saber (clave, valor) VALUES ('indices_por_hacer', ?)").run(JSON.stringify(note));
  indices.add();
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name IN ('una', 'operaciones')").pluck().all()).toEqual([
    'operaciones',
  ]);
  db.close();
});
