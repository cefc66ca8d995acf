import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createThread } from '#storage/cache/thread.ts';
import { octoberRows, createTestCache, anOperacion } from './support.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

const { signal } = new AbortController();

/** A thread that is in the middle of each question for a while; files say when it began and when it had finished. */
const SLOW_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from 'node:fs';
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, tipo, ruta }) => {
    if (tipo === 'terminar') return parentPort.close();
    writeFileSync(ruta + '.begun', '');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    writeFileSync(ruta + '.finished', '');
    parentPort.postMessage({ id, tipo: 'hecho', quedan: false });
  });
`)}`,
);

test('a thread is not ended in the middle of a question: it is waited for', async () => {
  const folder = createTemporaryFolder();
  const file = path.join(folder, 'cache.db');
  const thread = createThread(SLOW_THREAD);
  const asked = thread.ask({ tipo: 'cerrar', ruta: file }, { signal }).catch((error: unknown) => error);
  await expect.poll(() => existsSync(`${file}.begun`)).toBe(true);
  await thread.close();
  expect(existsSync(`${file}.finished`)).toBe(true);
  expect(await asked).toMatchObject({ code: 'CANCELADO' });
});

test('a thread that ends in the middle of a reading lets go of the file', async () => {
  using test = createTestCache();
  test.cache.write(octoberRows(['1', '2', '3'].map((id) => anOperacion(id))));
  const thread = createThread();
  await thread.ask({ tipo: 'todas', ruta: test.ruta, consulta: { metodo: 'operaciones' } }, { signal });
  await thread.ask({ tipo: 'siguen', howMany: 1 }, { signal });
  await thread.close();
  const db = new Database(test.ruta);
  onTestFinished(() => {
    db.close();
  });
  // Somebody who still read would keep the log from being emptied.
  expect(db.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
});

test('after it ended, the next question begins another thread', async () => {
  using test = createTestCache();
  const thread = createThread();
  await thread.ask({ tipo: 'cerrar', ruta: test.ruta }, { signal });
  await thread.close();
  expect(await thread.ask({ tipo: 'cerrar', ruta: test.ruta }, { signal })).toMatchObject({ tipo: 'hecho' });
  await thread.close();
});
