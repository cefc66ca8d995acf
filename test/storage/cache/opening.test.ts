import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, onTestFinished } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { NOW, HOUR, clock, createTestCache, octoberRows, anOperacion } from './support.ts';
import { fc, forAllOf } from '../../for-all.ts';
import { computeDigest } from '#storage/cache/writing.ts';
import { openIndices } from '#storage/cache/writable.ts';
import { TABLES_SQL } from '#storage/cache/schema.ts';
import { startReading } from '#storage/cache/reader.ts';

describe('opening', () => {
  test('a cache of another version is replaced by an empty one', () => {
    using test = createTestCache();
    const other = path.join(path.dirname(test.ruta), 'otra.db');
    const db = new Database(other);
    db.exec('CREATE TABLE operaciones (n INTEGER PRIMARY KEY, algo TEXT)');
    db.pragma('user_version = 99');
    db.close();
    const cache = openAccountCache(other, { clock });
    expect(cache.count({ metodo: 'operaciones' })).toBe(0);
    cache.close();
    expect(readdirSync(path.dirname(other)).filter((name) => name.startsWith('otra.db.'))).toEqual([]);
  });

  test('a damaged file is set aside, said, and begun again', () => {
    using test = createTestCache();
    const broken = path.join(path.dirname(test.ruta), 'rota.db');
    writeFileSync(broken, 'this is no database at all, it only has its name '.repeat(100));
    const notices: string[] = [];
    const cache = openAccountCache(broken, { clock, onNotice: (text) => notices.push(text) });
    expect(cache.count({ metodo: 'operaciones' })).toBe(0);
    cache.close();
    expect(notices).toHaveLength(1);
    expect(readdirSync(path.dirname(broken)).some((name) => name.startsWith('rota.db.danada-'))).toBe(true);
  });
});

describe('runs', () => {
  test('one that was cut is taken up again, one that ended is not', () => {
    using test = createTestCache();
    const ago = { desde: NOW - HOUR };
    expect(test.cache.beginRun('a', { ahora: NOW, ...ago })).toBeUndefined();
    expect(test.cache.beginRun('a', { ahora: NOW + 5, ...ago })).toBe(NOW);
    expect(test.cache.beginRun('b', { ahora: NOW + 6, ...ago })).toBeUndefined();
    test.cache.finishRun('a', NOW + 7);
    expect(test.cache.beginRun('a', { ahora: NOW + 8, ...ago })).toBeUndefined();
  });
});

const value = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), fc.constant(null));
const row = fc.array(value, { minLength: 1, maxLength: 30 });

test('rows have the same digest when they are the same, and only then', () => {
  forAllOf(2000, row, row, (one, other) => {
    expect(computeDigest(one, 0) === computeDigest(other, 0)).toBe(JSON.stringify(one) === JSON.stringify(other));
  });
});

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

const { signal } = new AbortController();

test('a thread that ends in the middle of a reading lets go of the file', async () => {
  using test = createTestCache();
  test.cache.write(octoberRows(['1', '2', '3'].map((id) => anOperacion(id))));
  const thread = startReading();
  await thread.ask('begin', [test.ruta, { metodo: 'operaciones' }], { signal });
  await thread.ask('next', [1], { signal });
  await thread.close();
  const db = new Database(test.ruta);
  onTestFinished(() => {
    db.close();
  });
  // A reader that is still open would keep the log from being emptied.
  expect(db.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
});

test('after it ended, the next job begins another thread, which has no reading to go on with', async () => {
  using test = createTestCache();
  const thread = startReading();
  await thread.ask('begin', [test.ruta, { metodo: 'operaciones' }], { signal });
  await thread.close();
  await expect(thread.ask('next', [1], { signal })).rejects.toThrow('No reading was begun');
  expect(await thread.ask('answer', [test.ruta, 'byId', ['comercios', []]], { signal })).toEqual([]);
  await thread.close();
});
