import type { EnvioPlan } from './tipos.ts';
import type { Maquina } from './maquina.ts';
import { esVuelta, porVolver } from './sospechas.ts';

/** What is left to send in this generation. */
type Plan =
  | { readonly tipo: 'envio'; readonly envio: EnvioPlan }
  /** Every coupon was refused: there is no reconciliation to make. */
  | { readonly tipo: 'nada' }
  /** All were sent but the one that should close was refused: it can only be closed by beginning again. */
  | { readonly tipo: 'sin_cierre' };

/**
 * The next send: one coupon opens, batches of `tamano` follow, one closes (docs/upload.md, 2–4). Before it closes, what the service failed for
 * is sent once more, one by one. A range that was planned before keeps its number, so that its bytes can be compared (I4).
 */
export function planear(m: Maquina): Plan {
  const rechazados = new Set(m.rechazados);
  const libre = (seq: number): boolean => !rechazados.has(seq);
  let primero = m.siguiente;
  while (primero <= m.total && !libre(primero)) primero += 1;
  let ultimo = m.total;
  while (ultimo >= 1 && !libre(ultimo)) ultimo -= 1;
  if (ultimo < 1) return { tipo: 'nada' };
  if (primero > ultimo) return { tipo: 'sin_cierre' };
  if (m.id === null) return envio(m, primero === ultimo ? 'unico' : 'primero', primero, primero);
  if (primero === ultimo) {
    const [vuelto] = porVolver(m);
    return vuelto === undefined ? envio(m, 'cierre', primero, primero) : envio(m, 'tanda', vuelto, vuelto);
  }
  // Nothing refused, as nearly always: a range is a subtraction.
  if (rechazados.size === 0) return envio(m, 'tanda', primero, Math.min(primero + m.tamano, ultimo) - 1);
  let hasta = primero;
  let cupones = 1;
  for (let seq = primero + 1; seq < ultimo && cupones < m.tamano; seq += 1) {
    if (!libre(seq)) continue;
    hasta = seq;
    cupones += 1;
  }
  return envio(m, 'tanda', primero, hasta);
}

function envio(m: Maquina, tipo: EnvioPlan['tipo'], desde: number, hasta: number): Plan {
  const repetida = m.ultima !== null && m.ultima.desde === desde && m.ultima.hasta === hasta;
  const n = repetida && m.ultima !== null ? m.ultima.n : (m.ultima?.n ?? 0) + 1;
  return { tipo: 'envio', envio: { tipo, generacion: m.generacion, n, desde, hasta, id: m.id ?? '0' } };
}

/** The coupons of a range that are not in its send. */
export const fueraDe = (m: Maquina, envio: Pick<EnvioPlan, 'desde'>): readonly number[] =>
  esVuelta(m, envio) ? [] : m.rechazados;
