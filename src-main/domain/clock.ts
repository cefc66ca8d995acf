/** Milliseconds since the Unix epoch. */
export type Instant = number;

export const DAY_MS = 86_400_000;

/** A larger difference between the clocks of the PC and the service is no network delay. */
const MAX_OFF_MS = 600_000;

/** `offMs`: the PC's time less the service's; undefined before the service's time is known. */
export const isClockOff = (offMs: number | undefined): offMs is number =>
  offMs !== undefined && Math.abs(offMs) > MAX_OFF_MS;

/** The clock of everything outside platform/: `platform/system-clock.ts`, or one that tests advance. */
export interface Clock {
  /** Wall-clock time. May jump, so it never measures a duration. */
  now(): Instant;
  /** Milliseconds that never go back; only differences within this process mean anything. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after `ms` with a `TimeoutError`. */
  timeout(ms: number): AbortSignal;
}
