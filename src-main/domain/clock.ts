/** Milliseconds since the Unix epoch. */
export type Instant = number;

export const DAY_MS = 86_400_000;

/** Delays of the network can make the clocks of PC and service seem this far apart. */
const MAX_OFF_MS = 600_000;

/** Whether the PC's clock is wrong. `offMs`: the PC's time minus the service's; undefined if the service's time is unknown. */
export const isClockOff = (offMs: number | undefined): offMs is number =>
  offMs !== undefined && Math.abs(offMs) > MAX_OFF_MS;

/** The clock of all code outside `platform/`. `platform/system-clock.ts` implements it; tests pass a clock that they advance themselves. */
export interface Clock {
  /** The wall-clock time. It may jump, so use `monotonic` for durations. */
  now(): Instant;
  /** Milliseconds that never go back. Only differences within one process have a meaning. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  timeout(ms: number): AbortSignal;
}
