import type { CivilDate } from './civil-date.ts';

/** A range of days, both included. */
export interface DateWindow {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/**
 * A range with times `HH:MM:SS`: from `desde` on, up to but not including `hasta`. Both bounds have a time or neither
 * has: mixed ones are never sent (docs/gaps.md), so they cannot be written down.
 */
export interface TimedWindow extends DateWindow {
  readonly times?: { readonly desde: string; readonly hasta: string };
}
