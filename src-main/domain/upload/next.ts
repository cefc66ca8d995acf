import { assertNever } from '../assert-never.ts';
import { planSending } from './plan.ts';
import type { In, Machine, Mono } from './machine.ts';
import type { Action } from './types.ts';
import { findNextStop } from './wait-for-rows.ts';

const waitUntil = (to: Mono, mono: Mono, action: Action): Action =>
  mono < to ? { tipo: 'esperar', ms: to - mono } : action;

/** The next thing to do. Pure: the same state at the same time gives the same action. */
export function chooseAction(m: Machine, mono: Mono): Action {
  const phase = m.fase;
  switch (phase.state) {
    case 'DRAFT':
    case 'DONE':
    case 'ABANDONED':
      return { tipo: 'nada' };
    case 'FROZEN':
      if (planSending(m).tipo === 'nada') return { tipo: 'concluir' };
      return waitUntil(phase.deleting?.hasta ?? mono, mono, { tipo: 'listar', desde: null });
    case 'READY':
      return waitUntil(phase.hasta, mono, { tipo: 'ver', id: m.id ?? '' });
    case 'BASELINED':
    case 'CHECKED':
      return prepare(m);
    case 'ATTEMPT':
      return { tipo: 'enviar', envio: phase.envio };
    case 'REFUSED':
      if (phase.envio.id !== '0') return { tipo: 'ver', id: phase.envio.id };
      return phase.candidatas.length > 0
        ? { tipo: 'pertenencia', ids: phase.candidatas, seq: phase.envio.desde }
        : { tipo: 'listar', desde: m.base?.desde ?? null };
    case 'UNKNOWN': {
      if (phase.envio.id !== '0') return waitUntil(phase.hasta, mono, { tipo: 'ver', id: phase.envio.id });
      if (phase.candidatas.length > 0) return { tipo: 'pertenencia', ids: phase.candidatas, seq: phase.envio.desde };
      return waitUntil(findNextStop(phase, mono), mono, { tipo: 'listar', desde: m.base?.desde ?? null });
    }
    case 'RENEWING':
      return { tipo: 'renovar' };
    case 'WAITING':
      return { tipo: 'esperar', ms: Math.max(0, phase.hasta - mono) };
    case 'LEARNING':
      return { tipo: 'listar', desde: m.base?.desde ?? null };
    case 'RESTARTING':
      return waitUntil(
        phase.hasta,
        mono,
        phase.step === 'prueba' ? { tipo: 'pertenencia', ids: [phase.id], seq: null } : { tipo: 'ver', id: phase.id },
      );
    case 'DELETE_ATTEMPT':
      return { tipo: 'borrar', id: phase.id };
    case 'DELETE_UNKNOWN':
      return waitUntil(phase.hasta, mono, { tipo: 'ver', id: phase.id });
    case 'NEEDS_DECISION':
      return { tipo: 'preguntar', decision: phase.decision };
    case 'VERIFYING':
      return waitUntil(phase.hasta, mono, chooseVerification(m, phase));
    case 'LATE_AUDIT':
      return { tipo: 'esperar', ms: Math.max(0, phase.hasta - mono) };
    case 'CLOSING':
      return { tipo: 'concluir' };
    case 'STOPPED':
      return { tipo: 'detenerse', codigo: phase.codigo };
    default:
      return assertNever(phase);
  }
}

function prepare(m: Machine): Action {
  const plan = planSending(m);
  // 'nada' is handled before the list is asked for (FROZEN), 'sin_cierre' when the header comes (`observe.ts`).
  return plan.tipo === 'envio' ? { tipo: 'preparar', envio: plan.envio } : { tipo: 'concluir' };
}

function chooseVerification(m: Machine, phase: In<'VERIFYING'>): Action {
  const id = m.id ?? '';
  switch (phase.step) {
    case 'sondeo':
      return { tipo: 'ver', id };
    case 'lista':
      return { tipo: 'listar', desde: m.base?.desde ?? null };
    case 'candidatas':
      // Our own reconciliation is read beside them: whether its rows have our marker decides what a row without one can be.
      return { tipo: 'pertenencia', ids: [...phase.candidatas, id], seq: null };
    case 'leer':
      return { tipo: 'leer', id };
    default:
      return assertNever(phase.step);
  }
}
