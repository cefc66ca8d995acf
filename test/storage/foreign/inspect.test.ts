import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { openAccountCache } from '#storage/cache/index.ts';
import { inspectForeign } from '#storage/foreign/inspect.ts';
import { SHAPES } from '#storage/foreign/shapes.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { openResults } from '#storage/results/index.ts';
import { openReview } from '#storage/review/index.ts';
import { takeSnapshot } from '#storage/sqlite/snapshot.ts';
import { test } from '../../platform/temporary-folder.ts';

/** What goes into a package: a copy without WAL. */
async function snapshot(path: string): Promise<string> {
  await takeSnapshot(path, `${path}.copia`);
  return `${path}.copia`;
}

describe('a database as its owner makes it is ours', () => {
  test('the ledger', async ({ folder }) => {
    const file = path.join(folder, 'ledger.db');
    (await openLedger(file, { clock: systemClock, random: () => 0.5 })).close();
    expect(inspectForeign(await snapshot(file), 'ledger.db')).toBe('ours');
  });

  test('the cache', async ({ folder }) => {
    const file = path.join(folder, 'cache.db');
    openAccountCache(file, { clock: systemClock }).close();
    expect(inspectForeign(await snapshot(file), 'cache.db')).toBe('ours');
  });

  test('the results', async ({ folder }) => {
    const file = path.join(folder, 'resultados.db');
    openResults(file).close();
    expect(inspectForeign(await snapshot(file), 'resultados.db')).toBe('ours');
  });

  test('the revision, before and after its rows are in', async ({ folder }) => {
    const file = path.join(folder, 'revision.db');
    const db = openReview(file);
    expect(inspectForeign(await snapshot(file), 'revision.db')).toBe('ours');
    db.finishLoading((cupones) => cupones.map(() => null));
    db.close();
    expect(inspectForeign(await snapshot(file), 'revision.db')).toBe('ours');
  });

  test.for([
    ['ledger.db', 'newer'],
    ['cache.db', 'other'],
  ] as const)('%s of a later version is not', async ([base, expected], { folder }) => {
    const file = path.join(folder, base);
    if (base === 'cache.db') openAccountCache(file, { clock: systemClock }).close();
    else (await openLedger(file, { clock: systemClock, random: () => 0.5 })).close();
    const db = new Database(file);
    db.pragma(`user_version = ${String(SHAPES[base].version + 1)}`);
    db.close();
    expect(inspectForeign(file, base)).toBe(expected);
  });
});

describe('anything else is not', () => {
  test.for(['ledger.db', 'cache.db', 'revision.db', 'resultados.db'] as const)(
    'an empty file called %s',
    (base, { folder }) => {
      const file = path.join(folder, base);
      new Database(file).close();
      expect(inspectForeign(file, base)).toBe('bad');
    },
  );

  test('a file of another kind', () => {
    expect(inspectForeign(path.resolve('package.json'), 'ledger.db')).toBe('bad');
  });

  test('the schema of one under the name of another', ({ folder }) => {
    const file = path.join(folder, 'cache.db');
    openAccountCache(file, { clock: systemClock }).close();
    expect(inspectForeign(file, 'ledger.db')).not.toBe('ours');
  });

  test('two tables in the same pages', ({ folder }) => {
    const file = path.join(folder, 'cache.db');
    openAccountCache(file, { clock: systemClock }).close();
    const db = new Database(file);
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    db.exec(`UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'saber')
             WHERE name = 'pagina'`);
    db.close();
    expect(inspectForeign(file, 'cache.db')).toBe('bad');
  });

  test('a value that its column could not hold', ({ folder }) => {
    const file = path.join(folder, 'cache.db');
    openAccountCache(file, { clock: systemClock }).close();
    const db = new Database(file);
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    db.exec(`INSERT INTO corrida (pedido, empezada) VALUES ('x', 1);
             UPDATE sqlite_schema SET sql = replace(sql, 'empezada INTEGER', 'empezada TEXT') WHERE name = 'corrida'`);
    db.close();
    const other = new Database(file);
    other.exec(`UPDATE corrida SET empezada = 'never'`);
    other.unsafeMode(true);
    other.pragma('writable_schema = ON');
    other.exec(
      `UPDATE sqlite_schema SET sql = replace(sql, 'empezada TEXT', 'empezada INTEGER') WHERE name = 'corrida'`,
    );
    other.close();
    expect(inspectForeign(file, 'cache.db')).toBe('bad');
  });
});
