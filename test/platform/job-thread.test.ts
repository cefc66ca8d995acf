import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createJobThread, type JobContext } from '#platform/job-thread.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const { signal } = new AbortController();
const MEMORY = { maxOldGenerationSizeMb: 64 };

/** `hold`: a job that blocks for a while; files record its begin and its end. `count`: pieces until it is cancelled. */
const SLOW_JOBS = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from 'node:fs';
  import { threadId } from 'node:worker_threads';
  const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  export const createJobs = ({ keepGoing, noteProgress }) => ({
    jobs: {
      hold(file) {
        writeFileSync(file + '.begun', '');
        pause(300);
        writeFileSync(file + '.finished', '');
        return file;
      },
      count(most) {
        for (let done = 1; done <= most; done++) {
          noteProgress({ stage: 'datos', done, total: most });
          pause(5);
          keepGoing();
        }
        return most;
      },
      die: () => process.exit(1),
      fail: async (code) => { throw Object.assign(new Error('no'), { code }); },
      who: () => threadId,
    },
  });
`)}`,
);
type SlowJobs = (context: JobContext) => {
  jobs: {
    hold: (file: string) => string;
    count: (most: number) => number;
    die: () => void;
    fail: (code: string) => Promise<void>;
    who: () => number;
  };
};
const startSlow = (held = 1) => createJobThread<SlowJobs>(SLOW_JOBS, { memory: MEMORY, held });

test('a thread is not ended in the middle of a job: it is waited for', async () => {
  const folder = createTemporaryFolder();
  const file = path.join(folder, 'cache.db');
  const thread = startSlow();
  const asked = thread.ask('hold', [file], { signal }).catch((error: unknown) => error);
  await expect.poll(() => existsSync(`${file}.begun`)).toBe(true);
  await thread.close();
  expect(existsSync(`${file}.finished`)).toBe(true);
  expect(await asked).toMatchObject({ code: 'CANCELADO' });
});

test('a job that is given up ends at its next piece, and the next one follows', async () => {
  const thread = startSlow();
  const stop = new AbortController();
  const seen: number[] = [];
  const onProgress = ({ done }: { readonly done: number }): void => {
    seen.push(done);
    if (done === 2) stop.abort();
  };
  const asked = thread.ask('count', [100_000], { signal: stop.signal, onProgress });
  await expect(asked).rejects.toMatchObject({ code: 'CANCELADO' });
  expect(await thread.ask('count', [3], { signal })).toBe(3);
  expect(seen.length).toBeLessThan(1000);
  await thread.close();
});

test('a job that is given up before its turn is not run', async () => {
  const folder = createTemporaryFolder();
  const thread = startSlow();
  const stop = new AbortController();
  const first = thread.ask('count', [3], { signal });
  const second = thread.ask('hold', [path.join(folder, 'two')], { signal: stop.signal });
  stop.abort();
  await expect(second).rejects.toMatchObject({ code: 'CANCELADO' });
  expect(await first).toBe(3);
  await thread.whenFree();
  await thread.close();
  expect(existsSync(path.join(folder, 'two.begun'))).toBe(false);
});

test('jobs that the thread holds are answered in the order in which they were asked', async () => {
  const thread = startSlow(2);
  const order: number[] = [];
  await Promise.all([4, 3, 2, 1].map(async (n) => order.push(await thread.ask('count', [n], { signal }))));
  expect(order).toEqual([4, 3, 2, 1]);
  await thread.close();
});

test('a thread that dies fails the job that it ran, and the next one begins another thread', async () => {
  const thread = startSlow();
  const [died, after] = await Promise.allSettled([
    thread.ask('die', [], { signal }),
    thread.ask('count', [1], { signal }),
  ]);
  expect(died).toMatchObject({ status: 'rejected', reason: new Error('A job thread ended') });
  expect(after).toMatchObject({ status: 'fulfilled', value: 1 });
  await thread.close();
});

test('an error of the system has its code on this side too, also where a job waited', async () => {
  const thread = startSlow(2);
  const [failed, after] = await Promise.allSettled([
    thread.ask('fail', ['ENOSPC'], { signal }),
    thread.ask('count', [1], { signal }),
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'ENOSPC' } });
  expect(after).toMatchObject({ status: 'fulfilled', value: 1 });
  await thread.close();
});

test('a thread that is idle for long ends, unless it gets a job before', async () => {
  const sleeps: (() => void)[] = [];
  const clock = { sleep: async (_ms: number): Promise<void> => new Promise((resolve) => sleeps.push(resolve)) };
  const thread = createJobThread<SlowJobs>(SLOW_JOBS, { memory: MEMORY, idle: { clock, ms: 1000 } });
  const first = await thread.ask('who', [], { signal });
  const asked = thread.ask('who', [], { signal });
  sleeps.at(-1)?.();
  expect(await asked).toBe(first);
  sleeps.at(-1)?.();
  await setImmediate();
  expect(await thread.ask('who', [], { signal })).not.toBe(first);
  await thread.close();
});
