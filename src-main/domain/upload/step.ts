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

export const withEvents = (m: Machine, mono: Mono, ...events: readonly UploadEvent[]): Step => ({
  eventos: events,
  machine: events.reduce((n, event) => apply(n, event, mono), m),
});

/** A change without an event, because it means nothing after a restart: a reading seen, the time of the next one. */
export const withPhase = (m: Machine, phase: Phase): Step => ({ eventos: [], machine: { ...m, fase: phase } });

export const requestDecision = (
  m: Machine,
  mono: Mono,
  decision: Extract<UploadEvent, { kind: 'decision_pedida' }>['decision'],
) => withEvents(m, mono, { kind: 'decision_pedida', decision });

/** Reconciliations that could be a first send of ours without an answer: not in the baseline, not known to us, of at most one coupon. */
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

/** Numbers before text (docs/upload.md, 2: "adopt the lower id"). */
export function compareIds(a: string, b: string): number {
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) {
    const difference = BigInt(a) - BigInt(b);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whose a reconciliation is, by its rows. */
export type Owner = 'nuestra' | 'ajena' | 'igual' | 'invisible' | 'ausente' | 'mezclada';

/** Equal content without a marker, or no rows at all, prove neither that a reconciliation is ours nor that it is not (I6). */
export function getOwner(p: Ownership | undefined, marker: Marker | null): Owner {
  if (p === undefined) return 'invisible';
  if (!p.existe) return 'ausente';
  if (p.marca > 0) return p.otras > 0 ? 'mezclada' : 'nuestra';
  // Without a marker, rows equal to ours beside rows of others may belong to either.
  if (p.otras > 0) return marker === null && p.igual > 0 ? 'mezclada' : 'ajena';
  return p.igual > 0 ? 'igual' : 'invisible';
}

export const isImported = (c: Conciliacion): boolean => c.estado === 'IMPORTADO';
