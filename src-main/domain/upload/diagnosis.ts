import type { In, Machine, Mono } from './machine.ts';
import { withEvents, requestDecision, type Step } from './step.ts';
import type { Diagnosis } from './types.ts';

/** How often, and how long, to wait after "too many requests". Beyond that the upload stops and can be resumed. */
const MAX_WAITS = 5;
const MAX_WAIT_MS = 60_000;
/** How long to wait until every part of the service knows a new token. */
const TOKEN_WAIT_MS = 2_000;

/** If the service refuses this many coupons, each sent alone, and applied no send of this generation, the reason is not in the coupons: a person decides. */
const MAX_REFUSALS_IN_A_ROW = 5;

/** Decides why a send was refused, once a reading has shown that nothing was stored (docs/upload.md, "What an answer means"). */
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
    // Reading worked with the new token, so send once more before the token counts as refused.
    const onceMore = status !== 403 && m.waits === 0;
    return onceMore ? { que: 'espera', ms: TOKEN_WAIT_MS } : { que: 'detener', codigo: 'TOKEN_RECHAZADO' };
  }
  if (status === 429) {
    const ms = retryAfterMs ?? 2 ** m.waits * 1_000;
    return m.waits >= MAX_WAITS || ms > MAX_WAIT_MS
      ? { que: 'detener', codigo: 'DEMASIADOS_PEDIDOS' }
      : { que: 'espera', ms };
  }
  // A single coupon cannot be too large, so its 413 may come from something else.
  if ((status !== 413 || sending.cupones === 1) && !m.renovado) return { que: 'token' };
  if (sending.cupones > 1) return { que: 'tamano', tamano: Math.ceil(sending.cupones / 2) };
  // After a 413 do not try numbers instead of text: if the service took them, later sends would lose leading zeros.
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

/** Whether the status of a refusal may mean that the token is no longer valid (docs/api.md, "Authentication"). */
export const namesToken = (status: number): boolean => status === 401 || status === 403;
