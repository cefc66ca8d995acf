/**
 * A first send was lost, a reconciliation that was not in the baseline is there, and the service shows no rows of it: nothing says whose it
 * is. Rows may come a while after it, so past D it is read again for a minute, less and less often, and then a person is asked (docs/upload.md, 2).
 */
import { getPause, type Phase, type Machine, type Mono } from './machine.ts';
import { withEvents, withPhase, type Step } from './step.ts';

type Unknown = Extract<Phase, { state: 'UNKNOWN' }>;

const PATIENCE_MS = 60_000;
/** The longest pause between two readings. */
const LONGEST_PAUSE_MS = 20_000;
/** How often what was waited becomes an event: a program that is closed forgets no more than this. */
const NOTE_MS = 10_000;
/** Less than this is noted with what follows: an event a second at most. */
const LEAST_NOTE_MS = 1_000;

/** When the pause under way is interrupted: to read, or to note how much was waited. */
export const nextStop = ({ hasta, countedFrom }: Unknown, mono: Mono): Mono =>
  countedFrom === null ? hasta : Math.min(hasta, mono + NOTE_MS);

/** Goes on waiting; undefined once the minute is over. */
export function waitForRows(m: Machine, fase: Unknown, mono: Mono): Step | undefined {
  const countedFrom = fase.countedFrom ?? fase.vence;
  const waited = fase.waitedMs + mono - countedFrom;
  if (waited >= PATIENCE_MS) return undefined;
  const pause = Math.max(getPause(m), Math.min(getPause(m) + waited, LONGEST_PAUSE_MS));
  const hasta = mono + Math.min(pause, PATIENCE_MS - waited);
  const next: Unknown = { ...fase, candidatas: [], hasta, countedFrom };
  return noteWaiting({ ...m, fase: next }, next, mono);
}

/** What was waited becomes an event: started again, the program goes on from there. */
export function noteWaiting(m: Machine, fase: Unknown, mono: Mono): Step {
  const ms = fase.countedFrom === null ? 0 : Math.round(mono - fase.countedFrom);
  return ms < LEAST_NOTE_MS ? withPhase(m, fase) : withEvents(m, mono, { kind: 'filas_esperadas', ms });
}
