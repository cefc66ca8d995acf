/**
 * Slows down after the service said 429: a pause between requests that grows with each and wears off with what goes well. It grows by less than
 * what a handful of good answers take off, so that one that says 429 now and then, whatever the pace, is not read more slowly each time.
 */
import type { Clock } from '#domain/clock.ts';

const FIRST_PAUSE_MS = 100;
const GROWTH = 1.6;
const WEAR = 0.9;
const MAX_PAUSE_MS = 5000;

export interface Pace {
  /** Waits until the next request may leave. */
  wait(signal: AbortSignal): Promise<void>;
  slowDown(): void;
  speedUp(): void;
}

export function createPace(clock: Clock): Pace {
  let pauseMs = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    async wait(signal) {
      if (pauseMs === 0) return;
      const now = clock.monotonic();
      const at = Math.max(now, nextAt);
      nextAt = at + pauseMs;
      if (at > now) await clock.sleep(at - now, signal);
    },
    slowDown() {
      pauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * GROWTH));
    },
    speedUp() {
      pauseMs = pauseMs < 20 ? 0 : pauseMs * WEAR;
    },
  };
}
