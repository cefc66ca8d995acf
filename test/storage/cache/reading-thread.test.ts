import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { startReading } from '#storage/cache/reader.ts';
import { octoberRows, createTestCache, anOperacion } from './support.ts';

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
  // Somebody who still read would keep the log from being emptied.
  expect(db.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
});

test('after it ended, the next job begins another thread, which has no reading to go on with', async () => {
  using test = createTestCache();
  const thread = startReading();
  await thread.ask('begin', [test.ruta, { metodo: 'operaciones' }], { signal });
  await thread.close();
  await expect(thread.ask('next', [1], { signal })).rejects.toThrow('No reading was begun');
  expect((await thread.ask('readById', [test.ruta, { metodo: 'comercios', ids: [] }], { signal })).value).toEqual([]);
  await thread.close();
});
