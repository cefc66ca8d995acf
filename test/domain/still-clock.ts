import type { Clock, Instant } from '#domain/clock.ts';

/** A clock that stands still, on which a sleep ends at once. */
export const createStillClock = (now: Instant): Clock => ({
  now: () => now,
  monotonic: () => 0,
  sleep: () => Promise.resolve(),
  timeout: () => new AbortController().signal,
});
