import { assertNever } from '../assert-never.ts';
import { planSending } from './plan.ts';
import type { Machine, Mono } from './machine.ts';
import type { Action } from './types.ts';
import { nextStop } from './wait-for-rows.ts';

const waitUntil = (hasta: Mono, mono: Mono, action: Action): Action =>
  mono < hasta ? { tipo: 'esperar', ms: hasta - mono } : action;

/** The next thing to do. Pure: the same state at the same time gives the same action. */
export function nextAction(m: Machine, mono: Mono): Action {
  const fase = m.fase;
  switch (fase.state) {
    case 'DRAFT':
    case 'DONE':
    case 'ABANDONED':
      return { tipo: 'nada' };
    case 'FROZEN':
      if (planSending(m).tipo === 'nada') return { tipo: 'concluir' };
      return waitUntil(fase.deleting?.hasta ?? mono, mono, { tipo: 'listar', desde: null });
    case 'READY':
      return waitUntil(fase.hasta, mono, { tipo: 'ver', id: m.id ?? '' });
    case 'BASELINED':
    case 'CHECKED':
      return prepare(m);
    case 'ATTEMPT':
      return { tipo: 'enviar', envio: fase.envio };
    case 'REFUSED':
      if (fase.envio.id !== '0') return { tipo: 'ver', id: fase.envio.id };
      return fase.candidatas.length > 0
        ? { tipo: 'pertenencia', ids: fase.candidatas, seq: fase.envio.desde }
        : { tipo: 'listar', desde: m.base?.desde ?? null };
    case 'UNKNOWN': {
      if (fase.envio.id !== '0') return waitUntil(fase.hasta, mono, { tipo: 'ver', id: fase.envio.id });
      if (fase.candidatas.length > 0) {
        return { tipo: 'pertenencia', ids: fase.candidatas, seq: fase.envio.desde };
      }
      return waitUntil(nextStop(fase, mono), mono, { tipo: 'listar', desde: m.base?.desde ?? null });
    }
    case 'RENEWING':
      return { tipo: 'renovar' };
    case 'WAITING':
      return { tipo: 'esperar', ms: Math.max(0, fase.hasta - mono) };
    case 'LEARNING':
      return fase.lista === null
        ? { tipo: 'listar', desde: m.base?.desde ?? null }
        : { tipo: 'pertenencia', ids: [m.id ?? ''], seq: null };
    case 'RESTARTING':
      return waitUntil(
        fase.hasta,
        mono,
        fase.paso === 'prueba' ? { tipo: 'pertenencia', ids: [fase.id], seq: null } : { tipo: 'ver', id: fase.id },
      );
    case 'DELETE_ATTEMPT':
      return { tipo: 'borrar', id: fase.id };
    case 'DELETE_UNKNOWN':
      return waitUntil(fase.hasta, mono, { tipo: 'ver', id: fase.id });
    case 'NEEDS_DECISION':
      return { tipo: 'preguntar', decision: fase.decision };
    case 'VERIFYING':
      return waitUntil(fase.hasta, mono, chooseVerification(m, fase));
    case 'LATE_AUDIT':
      return { tipo: 'esperar', ms: Math.max(0, fase.hasta - mono) };
    case 'CLOSING':
      return { tipo: 'concluir' };
    case 'STOPPED':
      return { tipo: 'detenerse', codigo: fase.codigo };
    default:
      return assertNever(fase);
  }
}

function prepare(m: Machine): Action {
  const plan = planSending(m);
  // 'nada' and 'sin_cierre' are handled before a header or a list is asked for.
  return plan.tipo === 'envio' ? { tipo: 'preparar', envio: plan.envio } : { tipo: 'concluir' };
}

function chooseVerification(m: Machine, fase: Extract<Machine['fase'], { state: 'VERIFYING' }>): Action {
  const id = m.id ?? '';
  switch (fase.paso) {
    case 'sondeo':
      return { tipo: 'ver', id };
    case 'lista':
      return { tipo: 'listar', desde: m.base?.desde ?? null };
    case 'candidatas':
      // Our own reconciliation is read beside them: whether its rows have our marker decides what a row without one can be.
      return { tipo: 'pertenencia', ids: [...fase.candidatas, id], seq: null };
    case 'leer':
      return { tipo: 'leer', id };
    default:
      return assertNever(fase.paso);
  }
}
