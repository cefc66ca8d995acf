/**
 * Slows down after the service answered 429: a pause between requests that grows with each 429 and shrinks with each good answer. One 429 adds less
 * than a handful of good answers take off, so that a service that answers 429 now and then, at any pace, is not read ever more slowly.
 */
import type { Clock } from '#domain/clock.ts';

const FIRST_PAUSE_MS = 100;
const GROWTH = 1.6;
const WEAR = 0.9;
const MAX_PAUSE_MS = 5000;

export type Pace = ReturnType<typeof createPace>;

export function createPace(clock: Clock) {
  let pauseMs = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    /** Waits until the next request may leave. */
    async wait(signal: AbortSignal): Promise<void> {
      if (pauseMs === 0) return;
      const now = clock.monotonic();
      const at = Math.max(now, nextAt);
      nextAt = at + pauseMs;
      if (at > now) await clock.sleep(at - now, signal);
    },
    slowDown(): void {
      pauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * GROWTH));
    },
    speedUp(): void {
      pauseMs = pauseMs < 20 ? 0 : pauseMs * WEAR;
    },
  };
}
