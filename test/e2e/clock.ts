import type { BrowserContext } from 'playwright-core';
import type { Clock } from '#domain/clock.ts';
import { systemClock } from '#platform/system-clock.ts';

/** The tests begin on this day, whatever the day is: its month has sales, payments and a bank holiday before it. */
const AHEAD_MS = Date.parse('2026-11-26T12:00:00-03:00') - systemClock.now();

export const clock: Clock = { ...systemClock, now: () => systemClock.now() + AHEAD_MS };

export const setClock = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`{ const now = Date.now; Date.now = () => now() + ${String(AHEAD_MS)}; }`);
