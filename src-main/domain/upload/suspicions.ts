/** Batches that the service fails for (5xx), and the coupons in them that it fails for: they are found by `observe-send.ts`, after D. */
import { restingPhase, getInitialSize, type Machine, type Mono } from './machine.ts';
import type { StopCode, Sending } from './types.ts';

/** Pieces of a batch that the service fails for. Each failure costs D: few steps, of many pieces each, since those that pass cost nothing. */
export const PIECES = 8;

/** Splits a batch into pieces: after a refusal to learn whether its size was the reason, after a failure (`falla`) to find the coupon. */
export function divide(m: Machine, sending: Sending, falla: boolean): Machine['division'] {
  if (m.division === null) return { hasta: sending.hasta, mayor: 0, ...(falla ? { falla } : {}) };
  return falla ? { ...m.division, found: false } : m.division;
}

const without = (seqs: readonly number[], others: readonly number[]): readonly number[] =>
  seqs.filter((seq) => !others.includes(seq));

/** A coupon that was left out and is sent once more: the only send that begins with one of those. */
export const isRetry = (m: Machine, { desde }: Pick<Sending, 'desde'>): boolean => m.rejected.includes(desde);

/** Coupons that the service failed for and that were not sent once more yet, in the order in which they are. */
export const listToRetry = (m: Machine): readonly number[] => without([...m.failed, ...m.suspicions], m.returned);

/** Leaves a coupon out while the next one is tried, alone. */
export function suspect(m: Machine, seq: number, mono: Mono): Machine {
  const vuelta = isRetry(m, { desde: seq });
  return {
    ...m,
    rejected: [...without(m.rejected, [seq]), seq].sort((a, b) => a - b),
    suspicions: [...without(m.suspicions, [seq]), seq],
    failed: without(m.failed, [seq]),
    returned: vuelta ? [...m.returned, seq] : m.returned,
    division: vuelta ? m.division : (m.division ?? { hasta: seq, mayor: 0, falla: true }),
    tamano: 1,
    notApplied: 0,
    fase: restingPhase(m, mono),
  };
}

/**
 * The service accepted something, so it does not fail for everything, or no longer does. Coupons that were left out are sent once more
 * before the close. `retried` is the coupon of such a send that was just accepted; null in any other send.
 */
export const withTaken = (m: Machine, retried: number | null) => {
  const taken = retried === null ? [] : [retried];
  return {
    rejected: without(m.rejected, taken),
    failed: without([...m.failed, ...without(m.suspicions, m.returned)], taken),
    suspicions: [],
  };
};

/**
 * Nothing was accepted since these coupons were left out. They are sent again when the upload goes on; those that it already passed by are
 * sent before the close.
 */
export const clearSuspicions = (m: Machine): Machine =>
  m.suspicions.length === 0
    ? m
    : {
        ...m,
        rejected: m.rejected.filter((seq) => seq < m.siguiente || !m.suspicions.includes(seq)),
        failed: [...m.failed, ...m.suspicions.filter((seq) => seq < m.siguiente)],
        returned: without(m.returned, m.suspicions),
        suspicions: [],
      };

/** A coupon was refused alone, for good. */
export const withRefused = (m: Machine, seq: number) => ({
  rejected: [...without(m.rejected, [seq]), seq].sort((a, b) => a - b),
  failed: without(m.failed, [seq]),
  suspicions: without(m.suspicions, [seq]),
});

export function stoppedPhase(m: Machine, codigo: StopCode): Machine['fase'] {
  const failed = m.fase.state === 'UNKNOWN' && m.fase.status !== undefined;
  return failed ? { state: 'STOPPED', codigo, envio: m.fase.envio } : { state: 'STOPPED', codigo };
}

/** After what the service failed for was found in a piece, the next ones grow as they had shrunk. */
export const growSize = (m: Machine): number => Math.min(getInitialSize(m.ajustes, m.aprendido), m.tamano * PIECES);
