import { expect, test } from 'vitest';
import { readWithData } from '../../src-renderer/shared/life.svelte.ts';
import { openScreen, Rounds } from './effects.svelte.ts';

test('a screen reads when it opens and when the data changes; a reading is aborted by the next one and when the screen closes', async () => {
  const freshness = new Rounds();
  const signals: AbortSignal[] = [];
  const read = (signal: AbortSignal): Promise<void> => {
    signals.push(signal);
    return Promise.resolve();
  };
  let reading: ReturnType<typeof readWithData> | undefined;
  const close = openScreen(() => (reading = readWithData(freshness, read)));
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false]);
  freshness.rounds += 1;
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await reading?.readAgain();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  close();
  expect(signals.at(-1)?.aborted).toBe(true);
  expect(reading?.life.aborted).toBe(true);
});
