/**
 * Measures what each thread and each pause of the cache's readers saves (docs/decisions/0011): the same questions with it and without it, in turns in
 * one process. Each ratio is the lower quartile without it against that as it is; one that is under 1.1 has no reason to be there.
 * `node bench/threads.ts [ROWS [ROUNDS]]`. Times of the clock, because what is measured is waiting: other programs affect it.
 */
import { fork } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createReaders, type CacheReader, type Query } from '#storage/cache/index.ts';
import { createThread, type Thread } from '../src-main/storage/cache/thread.ts';
import { printGoal, quantileOf } from './lib/figures.ts';
import { fillOperations } from './lib/operations.ts';

const PAINT = 'pintar';
/** The threads of a reader: pages, sums, orders, index. */
const KINDS = 4;
if (process.argv[2] === PAINT) paintWhenTold();
else await measure(Number(process.argv[2] ?? 150_000), Number(process.argv[3] ?? 12));

/** The program that paints: each time that it is told to, it works for a while and says when it is done. */
function paintWhenTold(): void {
  process.on('message', () => {
    let sum = 0;
    for (let i = 0; i < 2e7; i++) sum = (sum * 31 + i) % 1_000_003;
    process.send?.(sum);
  });
}

interface Way {
  readonly clock: Clock;
  readonly startThread: () => Thread;
}

async function measure(rows: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
  const never = new AbortController().signal;
  const now = Date.UTC(2026, 10, 21, 15);
  const original = path.join(folder, 'original.db');
  fillOperations(original, { rows, today: civilDateAt(now), now });

  const painter = fork(import.meta.filename, [PAINT]);
  const paint = (): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    painter.once('message', resolve);
    painter.send('');
    return promise;
  };
  await paint();

  const AS_IT_IS: Way = { clock: systemClock, startThread: createThread };
  const withOneThread: Way = { ...AS_IT_IS, startThread: createSharedThread() };
  const withoutAhead: Way = { ...AS_IT_IS, startThread: neverFreeToSort() };
  const withoutPauses: Way = { ...AS_IT_IS, clock: { ...systemClock, sleep: () => Promise.resolve() } };

  /** A new file each time: the index of one that was used is filled. Answers the ms that `ask` says. */
  let turn = 0;
  async function askOnce({ clock, startThread }: Way, ask: (reader: CacheReader) => Promise<number>): Promise<number> {
    const file = path.join(folder, `${String((turn += 1))}.db`);
    copyFileSync(original, file);
    const readers = createReaders({ clock, startThread });
    const reader = readers.readerOf(file);
    await reader.byId('operaciones', ['1'], never); // its file is open
    try {
      return await ask(reader);
    } finally {
      await readers.close();
      rmSync(file);
    }
  }
  async function compare(name: string, without: Way, ask: (reader: CacheReader) => Promise<number>): Promise<void> {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      times[0].push(await askOnce(AS_IT_IS, ask));
      times[1].push(await askOnce(without, ask));
    }
    // The lower quartile: other programs make a time longer, never shorter.
    const [own, other] = [quantileOf(times[0], 0.25), quantileOf(times[1], 0.25)];
    console.log(`  ${name}: ${own.toFixed(0)} ms as it is, ${other.toFixed(0)} ms without`);
    printGoal(`hilos.${name}`, other / own, '≥', 1.1);
  }
  async function measureWork(work: () => Promise<unknown>): Promise<number> {
    const start = performance.now();
    await work();
    return performance.now() - start;
  }

  const ALL: Query = { metodo: 'operaciones' };
  const BY_AMOUNT: Query = { metodo: 'operaciones', orden: { campo: 'importe', desc: true } };
  const BRAND: Query = { metodo: 'operaciones', filtros: [{ campo: 'marca', valores: ['TRANSUR'] }] };
  const first = { desdeFila: 0, filas: 100 };

  const askWhileSumming = async (reader: CacheReader): Promise<number> => {
    const sums = [reader.readTotals(ALL, never), reader.readTotals(BRAND, never)];
    await delay(5);
    const ms = await measureWork(() => reader.readPage(ALL, first, never));
    await Promise.all(sums);
    return ms;
  };
  await compare('sumas_aparte', withOneThread, askWhileSumming);

  const askFarDown = async (reader: CacheReader): Promise<number> => {
    await reader.readPage(BY_AMOUNT, first, never);
    await delay(1500);
    return measureWork(() => reader.readPage(BY_AMOUNT, { desdeFila: rows / 3, filas: 100 }, never));
  };
  await compare('orden_antes', withoutAhead, askFarDown);

  /** Somebody types while the index is being filled: each key is a page and its painting. */
  const type = async (reader: CacheReader): Promise<number> => {
    const filling = new AbortController();
    const index = reader.buildIndex(filling.signal, { siempre: false }).catch(() => undefined);
    let ms = 0;
    for (const text of ['c', 'co', 'cor', 'cord', 'corda']) {
      await delay(60);
      ms += await measureWork(async () => {
        await reader.readPage({ ...ALL, texto: text }, first, never);
        await paint();
      });
    }
    filling.abort();
    await index;
    return ms;
  };
  await compare('pausas_del_indice', withoutPauses, type);

  painter.kill();
  rmSync(folder, { recursive: true });

  /** One thread for all kinds of questions. */
  function createSharedThread(): Way['startThread'] {
    let one = createThread();
    let asked = 0;
    return () => {
      if (asked++ % KINDS === 0) one = createThread();
      return one;
    };
  }

  /** The third thread, that of the orders, says that it is never free: it sorts only what somebody waits for. */
  function neverFreeToSort(): Way['startThread'] {
    let asked = 0;
    return () => {
      const thread = createThread();
      return asked++ % KINDS === 2 ? { ...thread, whenFree: () => new Promise(() => undefined) } : thread;
    };
  }
}
