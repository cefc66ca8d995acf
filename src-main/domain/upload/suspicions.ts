/** Batches that the service fails for (5xx), and the coupons in them that it fails for: they are found by `observe-send.ts`, after D. */
import { restingPhase, getInitialSize, type Machine, type Mono } from './machine.ts';
import type { StopCode, Sending } from './types.ts';

/** Pieces of a batch that the service fails for. Each failure costs D: few steps, of many pieces each, since those that pass cost nothing. */
export const PIECES = 8;

/** Splits a batch into pieces: after a refusal to learn whether its size was the reason, after a failure (`falla`) to find the coupon. */
export function divide(m: Machine, sending: Sending, falla: boolean): Machine['division'] {
  if (m.division === null) return { hasta: sending.hasta, mayor: 0, ...(falla ? { falla } : {}) };
  return falla ? { ...m.division, hallado: false } : m.division;
}

const without = (seqs: readonly number[], otros: readonly number[]): readonly number[] =>
  seqs.filter((seq) => !otros.includes(seq));

/** A coupon that was left out and is sent once more: the only send that begins with one of those. */
export const isRetry = (m: Machine, { desde }: Pick<Sending, 'desde'>): boolean => m.rechazados.includes(desde);

/** Coupons that the service failed for and that were not sent once more yet, in the order in which they are. */
export const listToRetry = (m: Machine): readonly number[] => without([...m.fallados, ...m.sospechas], m.vueltos);

/** Leaves a coupon out while the next one is tried, alone. */
export function suspect(m: Machine, seq: number, mono: Mono): Machine {
  const vuelta = isRetry(m, { desde: seq });
  return {
    ...m,
    rechazados: [...without(m.rechazados, [seq]), seq].sort((a, b) => a - b),
    sospechas: [...without(m.sospechas, [seq]), seq],
    fallados: without(m.fallados, [seq]),
    vueltos: vuelta ? [...m.vueltos, seq] : m.vueltos,
    division: vuelta ? m.division : (m.division ?? { hasta: seq, mayor: 0, falla: true }),
    tamano: 1,
    noAplicados: 0,
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
    rechazados: without(m.rechazados, taken),
    fallados: without([...m.fallados, ...without(m.sospechas, m.vueltos)], taken),
    sospechas: [],
  };
};

/**
 * Nothing was accepted since these coupons were left out. They are sent again when the upload goes on; those that it already passed by are
 * sent before the close.
 */
export const clearSuspicions = (m: Machine): Machine =>
  m.sospechas.length === 0
    ? m
    : {
        ...m,
        rechazados: m.rechazados.filter((seq) => seq < m.siguiente || !m.sospechas.includes(seq)),
        fallados: [...m.fallados, ...m.sospechas.filter((seq) => seq < m.siguiente)],
        vueltos: without(m.vueltos, m.sospechas),
        sospechas: [],
      };

/** A coupon was refused alone, for good. */
export const withRefused = (m: Machine, seq: number) => ({
  rechazados: [...without(m.rechazados, [seq]), seq].sort((a, b) => a - b),
  fallados: without(m.fallados, [seq]),
  sospechas: without(m.sospechas, [seq]),
});

export function stoppedPhase(m: Machine, codigo: StopCode): Machine['fase'] {
  const failed = m.fase.state === 'UNKNOWN' && m.fase.status !== undefined;
  return failed ? { state: 'STOPPED', codigo, envio: m.fase.envio } : { state: 'STOPPED', codigo };
}

/** After what the service failed for was found in a piece, the next ones grow as they had shrunk. */
export const growSize = (m: Machine): number => Math.min(getInitialSize(m.ajustes, m.aprendido), m.tamano * PIECES);
