import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { NOW, HOUR, clock, createTestCache } from './support.ts';

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

  test('sets its pragmas every time', () => {
    using test = createTestCache();
    const cache = openAccountCache(test.ruta, { clock });
    cache.close();
    const db = new Database(test.ruta, { readonly: true });
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.close();
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
