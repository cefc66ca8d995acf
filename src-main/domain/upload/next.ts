import { assertNever } from '../result.ts';
import type { In, Machine, Mono } from './machine.ts';
import type { Action, SendingPlan } from './types.ts';
import { findNextStop } from './step.ts';

const waitUntil = (to: Mono, mono: Mono, action: Action): Action =>
  mono < to ? { tipo: 'esperar', ms: to - mono } : action;

/** The next action of an upload; depends only on its state and the time. */
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
  // The plan is always a send here: FROZEN handles 'nada' before it reads the list, and `observe.ts` handles 'sin_cierre' when the header comes.
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
      // Reads the upload's own reconciliation too: if its rows show our marker, the service returns markers, so a row without our marker is not ours.
      return { tipo: 'pertenencia', ids: [...phase.candidatas, id], seq: null };
    case 'leer':
      return { tipo: 'leer', id };
    default:
      return assertNever(phase.step);
  }
}

type Plan =
  | { readonly tipo: 'envio'; readonly envio: SendingPlan }
  /** All coupons were refused or left out, so no reconciliation is made. */
  | { readonly tipo: 'nada' }
  /** The coupon that should close the reconciliation was refused or left out; all others were sent. Only a restart can close the reconciliation. */
  | { readonly tipo: 'sin_cierre' };

/** Plans the next send: one coupon that opens, batches of `tamano`, or one coupon that closes (docs/upload.md, 2–4). A repeated range keeps its number (I4). */
export function planSending(m: Machine): Plan {
  const rejected = new Set(m.rejected);
  const isFree = (seq: number): boolean => !rejected.has(seq);
  let first = m.nextSeq;
  while (first <= m.total && !isFree(first)) first += 1;
  let last = m.total;
  while (last >= 1 && !isFree(last)) last -= 1;
  if (last < 1) return { tipo: 'nada' };
  if (first > last) return { tipo: 'sin_cierre' };
  if (m.id === null) return createSendingPlan(m, first === last ? 'unico' : 'primero', first, first);
  if (first === last) return createSendingPlan(m, 'cierre', first, first);
  // Usually no coupon was refused, and the end of the range is simple arithmetic.
  if (rejected.size === 0) return createSendingPlan(m, 'tanda', first, Math.min(first + m.tamano, last) - 1);
  let to = first;
  let cupones = 1;
  for (let seq = first + 1; seq < last && cupones < m.tamano; seq += 1) {
    if (!isFree(seq)) continue;
    to = seq;
    cupones += 1;
  }
  return createSendingPlan(m, 'tanda', first, to);
}

function createSendingPlan(m: Machine, type: SendingPlan['tipo'], from: number, to: number): Plan {
  const isRepeated = m.ultima !== null && m.ultima.desde === from && m.ultima.hasta === to;
  const n = isRepeated && m.ultima !== null ? m.ultima.n : (m.ultima?.n ?? 0) + 1;
  return { tipo: 'envio', envio: { tipo: type, generacion: m.generacion, n, desde: from, hasta: to, id: m.id ?? '0' } };
}
