import { apply } from './apply.ts';
import type { Phase, Machine, Mono } from './machine.ts';
import type { Conciliacion, ListReading } from '../conciliacion.ts';
import type { UploadEvent, Marker, Ownership } from './types.ts';
import { getCounts, sumOf } from './count.ts';

/** The outcome of an observation: events to make durable, and the state after them. */
export interface Step {
  readonly eventos: readonly UploadEvent[];
  readonly machine: Machine;
}

/** Applies events in order. */
export const withEvents = (m: Machine, mono: Mono, ...events: readonly UploadEvent[]): Step => ({
  eventos: events,
  machine: events.reduce((n, event) => apply(n, event, mono), m),
});

/** A change of the state that needs no event because it means nothing after a restart: a reading seen, the time of the next one. */
export const withPhase = (m: Machine, phase: Phase): Step => ({ eventos: [], machine: { ...m, fase: phase } });

export const requestDecision = (
  m: Machine,
  mono: Mono,
  decision: Extract<UploadEvent, { kind: 'decision_pedida' }>['decision'],
) => withEvents(m, mono, { kind: 'decision_pedida', decision });

/** Reconciliations of a list that could be a first send of ours without an answer: not in the baseline, not known to us, of at most one coupon. */
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

/** The order of ids: as numbers where both are, else as text (docs/upload.md, 2: "adopt the lower id"). */
export function compareIds(a: string, b: string): number {
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) {
    const difference = BigInt(a) - BigInt(b);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The owner of a reconciliation, as its rows show it. */
export type Owner = 'nuestra' | 'ajena' | 'igual' | 'invisible' | 'ausente' | 'mezclada';

/**
 * Rows with our marker show that a reconciliation is ours; rows of somebody else show that it is not. Equal content without a marker proves
 * nothing (I6), and neither does a reconciliation without rows.
 */
export function getOwner(p: Ownership | undefined, marker: Marker | null): Owner {
  if (p === undefined) return 'invisible';
  if (!p.existe) return 'ausente';
  if (p.marca > 0) return p.otras > 0 ? 'mezclada' : 'nuestra';
  // Without a marker, rows that equal ours, beside rows of somebody else, are as likely theirs as ours.
  if (p.otras > 0) return marker === null && p.igual > 0 ? 'mezclada' : 'ajena';
  return p.igual > 0 ? 'igual' : 'invisible';
}

export const isImported = (c: Conciliacion): boolean => c.estado === 'IMPORTADO';
