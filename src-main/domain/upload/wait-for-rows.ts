/**
 * Waits for rows after a lost first send. A reconciliation outside the baseline exists, but the service shows no rows of it, so its owner is unknown.
 * After D it is read for another minute, less and less often, and then a person is asked (docs/upload.md, 2).
 */
import { getPause, type In, type Machine, type Mono } from './machine.ts';
import { withEvents, withPhase, type Step } from './step.ts';

type Unknown = In<'UNKNOWN'>;

const ROWS_PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 20_000;
/** How often the waited time becomes an event: the most that closing the program forgets. */
const NOTE_MS = 10_000;
/** A shorter time joins the next event, so that there is at most one event a second. */
const LEAST_NOTE_MS = 1_000;

/** When the present pause ends: to read, or to note the waited time. */
export const findNextStop = ({ hasta, countedFrom }: Unknown, mono: Mono): Mono =>
  countedFrom === null ? hasta : Math.min(hasta, mono + NOTE_MS);

/** Goes on waiting; undefined once the minute is over. */
export function waitForRows(m: Machine, phase: Unknown, mono: Mono): Step | undefined {
  const countedFrom = phase.countedFrom ?? phase.vence;
  const waited = phase.waitedMs + mono - countedFrom;
  if (waited >= ROWS_PATIENCE_MS) return undefined;
  const pause = Math.max(getPause(m), Math.min(getPause(m) + waited, LONGEST_PAUSE_MS));
  const to = mono + Math.min(pause, ROWS_PATIENCE_MS - waited);
  const next: Unknown = { ...phase, candidatas: [], hasta: to, countedFrom };
  return noteWaiting({ ...m, fase: next }, next, mono);
}

/** Makes an event of the waited time, so that a restarted program goes on from there. */
export function noteWaiting(m: Machine, phase: Unknown, mono: Mono): Step {
  const ms = phase.countedFrom === null ? 0 : Math.round(mono - phase.countedFrom);
  return ms < LEAST_NOTE_MS ? withPhase(m, phase) : withEvents(m, mono, { kind: 'filas_esperadas', ms });
}
