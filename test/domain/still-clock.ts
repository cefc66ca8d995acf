import type { Clock, Instant } from '#domain/clock.ts';

/** A clock that always says the same moment, and on which nothing takes time. */
export const createStillClock = (now: Instant): Clock => ({
  now: () => now,
  monotonic: () => 0,
  sleep: () => Promise.resolve(),
  timeout: () => new AbortController().signal,
});
