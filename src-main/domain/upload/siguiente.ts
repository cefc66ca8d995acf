import { assertNever } from '../assert-never.ts';
import { planear } from './plan.ts';
import type { Maquina, Mono } from './maquina.ts';
import type { Accion } from './tipos.ts';
import { nextStop } from './wait-for-rows.ts';

const esperarHasta = (hasta: Mono, mono: Mono, accion: Accion): Accion =>
  mono < hasta ? { tipo: 'esperar', ms: hasta - mono } : accion;

/** The next thing to do. Pure: the same state at the same time gives the same action. */
export function siguiente(m: Maquina, mono: Mono): Accion {
  const fase = m.fase;
  switch (fase.state) {
    case 'DRAFT':
    case 'DONE':
    case 'ABANDONED':
      return { tipo: 'nada' };
    case 'FROZEN':
      if (planear(m).tipo === 'nada') return { tipo: 'concluir' };
      return esperarHasta(fase.borrandose?.hasta ?? mono, mono, { tipo: 'listar', desde: null });
    case 'READY':
      return esperarHasta(fase.hasta, mono, { tipo: 'ver', id: m.id ?? '' });
    case 'BASELINED':
    case 'CHECKED':
      return preparar(m);
    case 'ATTEMPT':
      return { tipo: 'enviar', envio: fase.envio };
    case 'REFUSED':
      if (fase.envio.id !== '0') return { tipo: 'ver', id: fase.envio.id };
      return fase.candidatas.length > 0
        ? { tipo: 'pertenencia', ids: fase.candidatas, seq: fase.envio.desde }
        : { tipo: 'listar', desde: m.base?.desde ?? null };
    case 'UNKNOWN': {
      if (fase.envio.id !== '0') return esperarHasta(fase.hasta, mono, { tipo: 'ver', id: fase.envio.id });
      if (fase.candidatas.length > 0) {
        return { tipo: 'pertenencia', ids: fase.candidatas, seq: fase.envio.desde };
      }
      return esperarHasta(nextStop(fase, mono), mono, { tipo: 'listar', desde: m.base?.desde ?? null });
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
      return esperarHasta(
        fase.hasta,
        mono,
        fase.paso === 'prueba' ? { tipo: 'pertenencia', ids: [fase.id], seq: null } : { tipo: 'ver', id: fase.id },
      );
    case 'DELETE_ATTEMPT':
      return { tipo: 'borrar', id: fase.id };
    case 'DELETE_UNKNOWN':
      return esperarHasta(fase.hasta, mono, { tipo: 'ver', id: fase.id });
    case 'NEEDS_DECISION':
      return { tipo: 'preguntar', decision: fase.decision };
    case 'VERIFYING':
      return esperarHasta(fase.hasta, mono, verificacion(m, fase));
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

function preparar(m: Maquina): Accion {
  const plan = planear(m);
  // 'nada' and 'sin_cierre' are met before a header or a list is asked for.
  return plan.tipo === 'envio' ? { tipo: 'preparar', envio: plan.envio } : { tipo: 'concluir' };
}

function verificacion(m: Maquina, fase: Extract<Maquina['fase'], { state: 'VERIFYING' }>): Accion {
  const id = m.id ?? '';
  switch (fase.paso) {
    case 'sondeo':
      return { tipo: 'ver', id };
    case 'lista':
      return { tipo: 'listar', desde: m.base?.desde ?? null };
    case 'candidatas':
      // Our own beside them: whether this service gives the marker back decides what a row without one can be.
      return { tipo: 'pertenencia', ids: [...fase.candidatas, id], seq: null };
    case 'leer':
      return { tipo: 'leer', id };
    default:
      return assertNever(fase.paso);
  }
}
