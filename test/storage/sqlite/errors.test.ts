import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { guard } from '../../../src-main/storage/sqlite/errors.ts';
import { openDatabase } from '../../../src-main/storage/sqlite/open.ts';
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
