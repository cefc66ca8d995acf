/** Milliseconds since the Unix epoch. */
export type Instant = number;

export const DAY_MS = 86_400_000;

/** How far the clocks of the PC and of the service may be apart: more is no delay of the network. */
const MAX_OFF_MS = 600_000;

/** Whether the PC's clock is wrong. `offMs`: its time less the service's; undefined while the service has not said its own. */
export const isClockOff = (offMs: number | undefined): offMs is number =>
  offMs !== undefined && Math.abs(offMs) > MAX_OFF_MS;

/** The clock that everything outside platform/ uses. The real one is `platform/system-clock.ts`; tests pass one that they advance. */
export interface Clock {
  /** Wall-clock time. May jump: never use it to measure how long something took. */
  now(): Instant;
  /** Milliseconds on a clock that never goes back; only differences mean anything, and only within this process. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after `ms` with a `TimeoutError`. */
  timeout(ms: number): AbortSignal;
}
