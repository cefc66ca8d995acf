/** Batches for which the service fails (5xx), and the coupons in them that are the cause. `observe-send.ts` searches those, after D. */
import { getRestingPhase, getInitialSize, type Machine, type Mono } from './machine.ts';
import type { StopCode, Sending } from './types.ts';

/** The number of pieces of a failing batch. Each failure costs D and accepted pieces cost nothing, so the search takes few steps of many pieces. */
export const PIECES = 8;

/** Splits a batch into pieces: after a refusal, to learn whether its size was the reason; after a failure (`failure`), to find the coupon. */
export function divide(m: Machine, sending: Sending, failure: boolean): Machine['division'] {
  if (m.division === null) return { hasta: sending.hasta, mayor: 0, ...(failure ? { falla: failure } : {}) };
  return failure ? { ...m.division, found: false } : m.division;
}

const without = (seqs: readonly number[], others: readonly number[]): readonly number[] =>
  seqs.filter((seq) => !others.includes(seq));

/** True when a send is that of a coupon that was left out and is sent once more: no other send begins with such a coupon. */
export const isRetry = (m: Machine, { desde }: Pick<Sending, 'desde'>): boolean => m.rejected.includes(desde);

/** Coupons for which the service failed and that were not sent once more yet. */
export const listToRetry = (m: Machine): readonly number[] => without([...m.failed, ...m.suspicions], m.returned);

/** Leaves a coupon out and lets the next one be tried alone. */
export function suspect(m: Machine, seq: number, mono: Mono): Machine {
  const round = isRetry(m, { desde: seq });
  return {
    ...m,
    rejected: [...without(m.rejected, [seq]), seq].sort((a, b) => a - b),
    suspicions: [...without(m.suspicions, [seq]), seq],
    failed: without(m.failed, [seq]),
    returned: round ? [...m.returned, seq] : m.returned,
    division: round ? m.division : (m.division ?? { hasta: seq, mayor: 0, falla: true }),
    tamano: 1,
    notApplied: 0,
    fase: getRestingPhase(m, mono),
  };
}

/**
 * The service accepted a send, so it does not fail for everything, or no longer does. Coupons that were left out are sent once more before the
 * close. `retried`: the coupon that was left out before and has just been accepted; null for any other send.
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
 * Forgets the suspicions where nothing was accepted since. These coupons are sent again when the upload goes on; those that lie behind its place are
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

/** The state after a coupon was refused alone, for good. */
export const withRefused = (m: Machine, seq: number) => ({
  rejected: [...without(m.rejected, [seq]), seq].sort((a, b) => a - b),
  failed: without(m.failed, [seq]),
  suspicions: without(m.suspicions, [seq]),
});

export function getStoppedPhase(m: Machine, code: StopCode): Machine['fase'] {
  const failed = m.fase.state === 'UNKNOWN' && m.fase.status !== undefined;
  return failed ? { state: 'STOPPED', codigo: code, envio: m.fase.envio } : { state: 'STOPPED', codigo: code };
}

/** The next size after the failing coupon of a piece was found: pieces grow by the factor by which they had shrunk. */
export const growSize = (m: Machine): number => Math.min(getInitialSize(m.ajustes, m.aprendido), m.tamano * PIECES);
