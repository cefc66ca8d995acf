import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { tellFailure, type Sum } from './shrink.ts';
import { programOf, type Family, type Program } from './program.ts';

const RUNS = Number(process.env['CONCILIADOR_FALLAS'] ?? 5_000);
const CORES = 2;

interface Stretch {
  readonly howMany: number;
  readonly family?: Family;
  readonly force?: Partial<Program>;
}

const inAnotherThread = (first: number, stretch: Stretch): Promise<Sum> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('segment.worker.ts', import.meta.url), {
      workerData: { ...stretch, primera: first },
      // Three times a worker's need: a leak ends the run instead of filling the machine.
      resourceLimits: { maxOldGenerationSizeMb: 768 },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

/** Plays schedules on every core and expects no failure; prints the first one in plain words. */
async function play({ howMany, family = 'dentro', force = {} }: Stretch) {
  const part = Math.ceil(howMany / CORES);
  const sums = await Promise.all(
    Array.from({ length: CORES }, (_, i) => inAnotherThread(1 + i * part, { howMany: part, family, force })),
  );
  const badOnes = sums.flatMap((sum) => sum.malas);
  const [bad] = badOnes;
  const inWords = bad === undefined ? '' : await tellFailure(programOf(bad, family, force));
  expect(badOnes.slice(0, 20), `${String(badOnes.length)} fallan; ${inWords}`).toEqual([]);
  expect(sums.reduce((n, sum) => n + sum.lost + sum.doubled, 0)).toBe(0);
  const add = (what: 'conDecision' | 'described'): number => sums.reduce((n, sum) => n + sum[what], 0);
  return { conDecision: add('conDecision') / add('described') };
}

const term = { timeout: 3_600_000 };

test(`${String(RUNS)} schedules lose nothing, double nothing, touch nothing of others`, term, async () => {
  const { conDecision } = await play({ howMany: RUNS });
  expect(conDecision).toBeLessThanOrEqual(0.05);
});

test('so do a tenth as many without markers, where a person is asked more', term, async () => {
  const { conDecision } = await play({ howMany: RUNS / 10, force: { marcador: false } });
  expect(conDecision).toBeGreaterThan(0);
});

test('a tenth as many with requests applied beyond D: what a reading shows is told', term, async () => {
  await play({ howMany: RUNS / 10, family: 'tarde' });
});
