import type { SendingPlan } from './types.ts';
import type { Machine } from './machine.ts';

/** The next thing to send in this generation. */
type Plan =
  | { readonly tipo: 'envio'; readonly envio: SendingPlan }
  /** Every coupon was refused: there is no reconciliation to make. */
  | { readonly tipo: 'nada' }
  /** All coupons were sent, and the one that should close was refused. Only beginning again can close the reconciliation. */
  | { readonly tipo: 'sin_cierre' };

/**
 * Plans the next send: one coupon opens, batches of `tamano` follow, one coupon closes (docs/upload.md, 2–4). A range that was planned before keeps
 * its number, so that its bytes can be compared (I4).
 */
export function planSending(m: Machine): Plan {
  const rejected = new Set(m.rejected);
  const isFree = (seq: number): boolean => !rejected.has(seq);
  let first = m.siguiente;
  while (first <= m.total && !isFree(first)) first += 1;
  let last = m.total;
  while (last >= 1 && !isFree(last)) last -= 1;
  if (last < 1) return { tipo: 'nada' };
  if (first > last) return { tipo: 'sin_cierre' };
  if (m.id === null) return createSendingPlan(m, first === last ? 'unico' : 'primero', first, first);
  if (first === last) return createSendingPlan(m, 'cierre', first, first);
  // When nothing was refused, which is nearly always so, the end of the range is a subtraction.
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
