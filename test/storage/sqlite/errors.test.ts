import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { guard, openDatabase, prepareDatabase, type Migration } from '../../../src-main/storage/sqlite/open.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

test.each([
  ['SQLITE_FULL', 'DISCO_LLENO'],
  ['SQLITE_IOERR_SHMSIZE', 'DISCO_LLENO'],
  ['SQLITE_IOERR_READ', 'DISCO_FALLA'],
  ['SQLITE_IOERR_WRITE', 'DISCO_FALLA'],
  ['SQLITE_READONLY', 'CARPETA_SIN_PERMISO'],
])('%s of SQLite is told as %s', (sqlite, code) => {
  const error = new Database.SqliteError('the disk', sqlite);
  expect(() =>
    guard(() => {
      throw error;
    }),
  ).toThrow(expect.objectContaining({ code, detail: { sqlite }, cause: error }));
});

test('a database that cannot be opened names its folder', () => {
  const folder = createTemporaryFolder();
  const file = path.join(folder, 'cache.db');
  mkdirSync(file);
  expect(() => openDatabase(file, { migrations: [], pragmas: [] })).toThrow(
    expect.objectContaining({ code: 'CARPETA_SIN_PERMISO', detail: { carpeta: folder, sqlite: 'SQLITE_CANTOPEN' } }),
  );
});

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
