import type { In, Machine, Mono } from './machine.ts';
import { withEvents, requestDecision, type Step } from './step.ts';
import type { Diagnosis } from './types.ts';

/** Limits of waiting after "too many requests". Past them, or when the service asks for a longer wait, the upload stops and can be resumed. */
const MAX_WAITS = 5;
const MAX_WAIT_MS = 60_000;
/** Time for every part of the service to learn a new token; short for a person who waits. */
const TOKEN_WAIT_MS = 2_000;

/** After this many single refusals and no applied coupon, the coupons are not the reason. */
const MAX_REFUSALS_IN_A_ROW = 5;

/**
 * Finds out why a send was refused, once a reading showed that nothing was stored: first an old token (renews it and sends again), then the size (halves
 * it), then the form of the numbers, then a single coupon, which counts as refused (docs/upload.md, "What an answer means").
 */
export function diagnose(m: Machine, phase: In<'REFUSED'>, mono: Mono): Step {
  const diagnosis = causeOf(m, phase);
  const step = withEvents(m, mono, { kind: 'no_aplicado', prueba: 'rechazo', diagnostico: diagnosis });
  const n = step.machine;
  if (diagnosis.que === 'cupon' && n.tandas === 0 && n.rejectionsInARow >= MAX_REFUSALS_IN_A_ROW) {
    const asked = requestDecision(n, mono, { tipo: 'rechazo_sistematico', detalle: phase.detalle });
    return { eventos: [...step.eventos, ...asked.eventos], machine: asked.machine };
  }
  return step;
}

function causeOf(m: Machine, { envio: sending, status, retryAfterMs, detalle }: In<'REFUSED'>): Diagnosis {
  if (namesToken(status)) {
    if (!m.renovado) return { que: 'token' };
    // The header could be read with the new token, so the send gets one more try before the token counts as refused.
    const onceMore = status !== 403 && m.waits === 0;
    return onceMore ? { que: 'espera', ms: TOKEN_WAIT_MS } : { que: 'detener', codigo: 'TOKEN_RECHAZADO' };
  }
  if (status === 429) {
    const ms = retryAfterMs ?? 2 ** m.waits * 1_000;
    return m.waits >= MAX_WAITS || ms > MAX_WAIT_MS
      ? { que: 'detener', codigo: 'DEMASIADOS_PEDIDOS' }
      : { que: 'espera', ms };
  }
  // One coupon is never too large, so its 413 may be temporary.
  if ((status !== 413 || sending.cupones === 1) && !m.renovado) return { que: 'token' };
  if (sending.cupones > 1) return { que: 'tamano', tamano: Math.ceil(sending.cupones / 2) };
  // A refusal for size (413) must not make the upload try values as numbers: later sends would then lose leading zeros.
  if (
    status !== 413 &&
    sending.conNumeros &&
    m.numeros === 'texto' &&
    m.aprendido.numeros === null &&
    !m.triedNumbers
  ) {
    return { que: 'numeros' };
  }
  return { que: 'cupon', seq: sending.desde, detalle };
}

/** Whether the status of a refusal may mean that the token ended (docs/api.md, "Authentication"). */
export const namesToken = (status: number): boolean => status === 401 || status === 403;
