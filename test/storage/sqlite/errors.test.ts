import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { guard } from '../../../src-main/storage/sqlite/errors.ts';

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
