import { LEFT_OUT } from '../texts/upload-sentences.ts';
import { getRestingPhase, getUnknownPhase, type In, type Machine, type Mono } from './machine.ts';
import type { UploadQuestion, Sending, UploadEvent } from './types.ts';

/** The state after a person's answer, and its event, if any. */
export interface Resolution {
  readonly machine: Machine;
  readonly evento?: UploadEvent;
}

/** Applies a person's answer, which is one of the options. */
export function resolveDecision(m: Machine, key: string, mono: Mono): Resolution {
  if (m.fase.state !== 'NEEDS_DECISION') return { machine: m };
  const { decision } = m.fase;
  const [verb = '', id = ''] = key.split(/:(.*)/s);
  const n: Machine = { ...m, notApplied: 0, waits: 0, renovado: false };
  switch (verb) {
    case 'adoptar':
      return { machine: n, evento: { kind: 'aplicado', id, prueba: 'persona', contadores: null, huerfanas: [] } };
    case 'reenviar':
    case 'reintentar':
      return { machine: n, evento: { kind: 'no_aplicado', prueba: 'persona', diagnostico: { que: 'repetir' } } };
    case 'excluir': {
      const seq = decision.tipo === 'cupon_fallido' ? decision.seq : 0;
      return {
        machine: n,
        evento: { kind: 'no_aplicado', prueba: 'persona', diagnostico: { que: 'cupon', seq, detalle: LEFT_OUT } },
      };
    }
    case 'reiniciar':
      return {
        machine: { ...n, allowed: n.allowed + 1 },
        evento: { kind: 'reinicio', motivo: decision.tipo === 'duplicacion' ? 'duplicada' : 'a_pedido' },
      };
    default:
      return { machine: keepGoing(n, m.fase, { verb, id, mono }) };
  }
}

interface PersonResponse {
  readonly verb: string;
  readonly id: string;
  readonly mono: Mono;
}

/** For an answer without an event. */
function keepGoing(
  n: Machine,
  { decision, envio: sending }: In<'NEEDS_DECISION'>,
  { verb, id, mono }: PersonResponse,
): Machine {
  switch (verb) {
    case 'abandonar':
      return { ...n, fase: { state: 'ABANDONED' } };
    case 'continuar':
      return { ...n, rejectionsInARow: 0, fase: getRestingPhase(n, mono) };
    case 'borrar':
      return {
        ...n,
        allowed: n.allowed + 1,
        fase: { state: 'RESTARTING', id, step: 'ver', hasta: mono, confirmada: true },
      };
    case 'dejar': {
      if (decision.tipo === 'duplicacion') return leaveDoubled(n, decision.sobran);
      const without = letGo(n, decision, mono);
      return decision.tipo === 'recuperada' && sending !== null ? lookAgain(without, sending, mono) : without;
    }
    case 'rehacer': {
      const other = { ...n, huerfanas: [...n.huerfanas, ...(decision.tipo === 'recuperada' ? decision.ids : [])] };
      return sending === null ? { ...other, fase: getRestingPhase(other, mono) } : lookAgain(other, sending, mono);
    }
    case 'esperar':
      if (decision.tipo === 'cierre_crecido' && sending !== null) return lookAgain(n, sending, mono);
      // D had passed when the question was asked, so one reading shows whether the send arrived, or the question returns (I3).
      if (decision.tipo === 'no_borrable' && sending !== null) return lookAgain(n, sending, mono, 0);
      if (decision.tipo === 'propiedad_incierta') {
        return { ...n, fase: { state: 'RESTARTING', id: decision.id, step: 'ver', hasta: mono } };
      }
      return { ...n, fase: getRestingPhase(n, mono) };
    default:
      throw new Error(`Unknown answer: ${verb}`);
  }
}

/** Reads again for a send with an unknown outcome, as long as it may still be applied (`term`, ms). */
const lookAgain = (m: Machine, sending: Sending, mono: Mono, term = m.ajustes.patienceMs): Machine => ({
  ...m,
  fase: getUnknownPhase(sending, mono, mono + term),
});

/** Accepts the surplus coupons. After a lost answer, still searches for reconciliations that its send may have left (docs/upload.md, 7). */
function leaveDoubled(m: Machine, extra: number): Machine {
  const n = { ...m, accepted: extra };
  return m.lastLoss === null
    ? { ...n, fase: { state: 'CLOSING' } }
    : { ...n, fase: { state: 'LATE_AUDIT', hasta: m.lastLoss + m.ajustes.patienceMs } };
}

function letGo(m: Machine, decision: UploadQuestion, mono: Mono): Machine {
  const left =
    decision.tipo === 'propiedad_incierta'
      ? [decision.id]
      : decision.tipo === 'huerfana_incierta' || decision.tipo === 'recuperada'
        ? decision.ids
        : [];
  const n: Machine = {
    ...m,
    huerfanas: m.huerfanas.filter((id) => !left.includes(id)),
    discarded: [...m.discarded, ...left],
  };
  return { ...n, fase: getRestingPhase(n, mono) };
}
