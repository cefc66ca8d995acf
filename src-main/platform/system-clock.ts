import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#domain/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }),
  timeout: (ms) => AbortSignal.timeout(ms),
};
