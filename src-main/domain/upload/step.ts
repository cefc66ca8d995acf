import { apply } from './apply.ts';
import { type Phase, type Machine, type Mono, getPause, type In } from './machine.ts';
import type { Conciliacion, ListReading } from '../conciliacion.ts';
import type { UploadEvent, UploadQuestion, Marker, Ownership, Count } from './types.ts';

export interface Step {
  readonly eventos: readonly UploadEvent[];
  readonly machine: Machine;
}

export const withEvents = (m: Machine, mono: Mono, ...events: readonly UploadEvent[]): Step => ({
  eventos: events,
  machine: events.reduce((n, event) => apply(n, event, mono), m),
});

/** Changes the state without an event, because the change means nothing after a restart, such as the time of the next reading. */
export const withPhase = (m: Machine, phase: Phase): Step => ({ eventos: [], machine: { ...m, fase: phase } });

export const requestDecision = (m: Machine, mono: Mono, decision: UploadQuestion): Step =>
  withEvents(m, mono, { kind: 'decision_pedida', decision });

/** Reconciliations that a first send of this upload may have made: not in `base`, not discarded, not its present one, with at most one coupon. */
export function findCandidatos(
  m: Machine,
  list: ListReading,
  base: ReadonlySet<string> | undefined,
): readonly string[] {
  const known = new Set([...m.discarded, ...(m.id === null ? [] : [m.id])]);
  return list.conciliaciones
    .filter((c) => base?.has(c.id) !== true && !known.has(c.id) && sumOf(getCounts(c)) <= 1)
    .map((c) => c.id);
}

/** Compares two ids by value if both are numbers, else as texts (docs/upload.md, 2: "adopt the lower id"). */
export function compareIds(a: string, b: string): number {
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) {
    const difference = BigInt(a) - BigInt(b);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

export type Owner = 'nuestra' | 'ajena' | 'igual' | 'invisible' | 'ausente' | 'mezclada';

/** Judges whose a reconciliation is. Equal content without a marker, or no rows at all, prove nothing (I6). */
export function getOwner(p: Ownership | undefined, marker: Marker | null): Owner {
  if (p === undefined) return 'invisible';
  if (!p.existe) return 'ausente';
  if (p.marca > 0) return p.otras > 0 ? 'mezclada' : 'nuestra';
  // Without markers, a reconciliation with foreign rows may still have rows of ours.
  if (p.otras > 0) return marker === null && p.igual > 0 ? 'mezclada' : 'ajena';
  return p.igual > 0 ? 'igual' : 'invisible';
}

export const isImported = (c: Conciliacion): boolean => c.estado === 'IMPORTADO';

// After an unanswered first send, a new reconciliation may still have no rows: after D the upload waits another minute, then asks (docs/upload.md, 2).

type Unknown = In<'UNKNOWN'>;

const ROWS_PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 20_000;
/** How often the waited time is stored as an event; a restart of the program forgets at most about this much. */
const NOTE_MS = 10_000;
/** A shorter wait is added to the next event, so that there is at most one event per second. */
const LEAST_NOTE_MS = 1_000;

/** When the pause ends, to read again or to store the waited time. */
export const findNextStop = ({ hasta, countedFrom }: Unknown, mono: Mono): Mono =>
  countedFrom === null ? hasta : Math.min(hasta, mono + NOTE_MS);

/** Plans the next reading of the rows; undefined after `ROWS_PATIENCE_MS`. */
export function waitForRows(m: Machine, phase: Unknown, mono: Mono): Step | undefined {
  const countedFrom = phase.countedFrom ?? phase.vence;
  const waited = phase.waitedMs + mono - countedFrom;
  if (waited >= ROWS_PATIENCE_MS) return undefined;
  const pause = Math.max(getPause(m), Math.min(getPause(m) + waited, LONGEST_PAUSE_MS));
  const to = mono + Math.min(pause, ROWS_PATIENCE_MS - waited);
  const next: Unknown = { ...phase, candidatas: [], hasta: to, countedFrom };
  return noteWaiting({ ...m, fase: next }, next, mono);
}

export function noteWaiting(m: Machine, phase: Unknown, mono: Mono): Step {
  const ms = phase.countedFrom === null ? 0 : Math.round(mono - phase.countedFrom);
  return ms < LEAST_NOTE_MS ? withPhase(m, phase) : withEvents(m, mono, { kind: 'filas_esperadas', ms });
}

// Comparisons of the header's counts. They ignore `total`, because the API description does not say what it counts.

export const NO_COUNTS: Count = { total: 0, nuevos: 0, existentes: 0, error: 0 };

export const getCounts = (c: Conciliacion): Count => ({
  total: c.total,
  nuevos: c.nuevos,
  existentes: c.existentes,
  error: c.error,
});

/** How many coupons were counted, including those with errors, which no result shows. */
export const sumOf = (c: Count): number => c.nuevos + c.existentes + c.error;

export const areCountsEqual = (a: Count, b: Count): boolean =>
  a.nuevos === b.nuevos && a.existentes === b.existentes && a.error === b.error;

/** Whether the counts together grew by exactly `n` coupons (at least one), and no count fell. */
export const grewBy = (before: Count, now: Count, n: number): boolean =>
  n > 0 &&
  now.nuevos >= before.nuevos &&
  now.existentes >= before.existentes &&
  now.error >= before.error &&
  sumOf(now) - sumOf(before) === n;

/** Whether the service has finished matching: it counts every new coupon as matched or unmatched (docs/upload.md, 6). */
export const covers = (c: Conciliacion): boolean => c.conciliados + c.sinConciliar >= c.nuevos;

/** Whether two headers agree in everything that changes while the service works. */
export const isSameHeader = (a: Conciliacion, b: Conciliacion): boolean =>
  areCountsEqual(a, b) && a.estado === b.estado && a.conciliados === b.conciliados && a.sinConciliar === b.sinConciliar;
