import { reposo, type Maquina, type Mono } from './maquina.ts';
import type { Decision, Envio, Evento } from './tipos.ts';

/** What a person's answer makes of an upload: its state, and the event that is then as good as observed. */
export interface Resuelta {
  readonly maquina: Maquina;
  readonly evento?: Evento;
}

/** What follows from a person's answer, which was checked to be one of the options. */
export function resolver(m: Maquina, clave: string, mono: Mono): Resuelta {
  if (m.fase.state !== 'NEEDS_DECISION') return { maquina: m };
  const { decision } = m.fase;
  const [verbo = '', id = ''] = clave.split(/:(.*)/s);
  const n: Maquina = { ...m, noAplicados: 0, esperas: 0, renovado: false };
  switch (verbo) {
    case 'adoptar':
      return { maquina: n, evento: { kind: 'aplicado', id, prueba: 'persona', contadores: null, huerfanas: [] } };
    case 'reenviar':
      return { maquina: n, evento: { kind: 'no_aplicado', prueba: 'persona', diagnostico: { que: 'repetir' } } };
    case 'reiniciar':
      return {
        maquina: { ...n, permitidos: n.permitidos + 1 },
        evento: { kind: 'reinicio', motivo: decision.tipo === 'duplicacion' ? 'duplicada' : 'a_pedido' },
      };
    default:
      return { maquina: seguir(n, m.fase, { verbo, id, mono }) };
  }
}

interface Respuesta {
  readonly verbo: string;
  readonly id: string;
  readonly mono: Mono;
}

/** The state after an answer that is no event of the service. */
function seguir(
  n: Maquina,
  { decision, envio }: Extract<Maquina['fase'], { state: 'NEEDS_DECISION' }>,
  { verbo, id, mono }: Respuesta,
): Maquina {
  switch (verbo) {
    case 'abandonar':
      return { ...n, fase: { state: 'ABANDONED' } };
    case 'continuar':
      return { ...n, rechazosSeguidos: 0, fase: reposo(n, mono) };
    case 'borrar':
      return {
        ...n,
        permitidos: n.permitidos + 1,
        fase: { state: 'RESTARTING', id, paso: 'ver', hasta: mono, confirmada: true },
      };
    case 'dejar': {
      if (decision.tipo === 'duplicacion') return dejarDoblada(n, decision.sobran);
      const sin = dejar(n, decision, mono);
      return decision.tipo === 'recuperada' && envio !== null ? otraVez(sin, envio, mono) : sin;
    }
    case 'rehacer': {
      const con = { ...n, huerfanas: [...n.huerfanas, ...(decision.tipo === 'recuperada' ? decision.ids : [])] };
      return envio === null ? { ...con, fase: reposo(con, mono) } : otraVez(con, envio, mono);
    }
    case 'esperar':
      if (decision.tipo === 'cierre_crecido' && envio !== null) return otraVez(n, envio, mono);
      // D had passed when it was asked: one reading says whether it arrived, or it is asked again (I3).
      if (decision.tipo === 'no_borrable' && envio !== null) return otraVez(n, envio, mono, 0);
      if (decision.tipo === 'propiedad_incierta') {
        return { ...n, fase: { state: 'RESTARTING', id: decision.id, paso: 'ver', hasta: mono } };
      }
      return { ...n, fase: reposo(n, mono) };
    default:
      throw new Error(`Unknown answer: ${verbo}`);
  }
}

/** A send whose outcome nobody knows is read for again, as long as it may still be applied (`plazo`, ms). */
function otraVez(m: Maquina, envio: Envio, mono: Mono, plazo = m.ajustes.tardanzaMs): Maquina {
  const vence = mono + plazo;
  return {
    ...m,
    fase: {
      state: 'UNKNOWN',
      envio,
      vence,
      hasta: mono,
      candidatas: [],
      leida: mono,
      waitedMs: 0,
      countedFrom: null,
    },
  };
}

/** What is too many stays. Where some answer was lost, what it may have left elsewhere is looked for all the same (docs/upload.md, 7). */
function dejarDoblada(m: Maquina, sobran: number): Maquina {
  const n = { ...m, aceptados: sobran };
  return m.ultimaPerdida === null
    ? { ...n, fase: { state: 'CLOSING' } }
    : { ...n, fase: { state: 'LATE_AUDIT', hasta: m.ultimaPerdida + m.ajustes.tardanzaMs } };
}

function dejar(m: Maquina, decision: Decision, mono: Mono): Maquina {
  const dejadas =
    decision.tipo === 'propiedad_incierta'
      ? [decision.id]
      : decision.tipo === 'huerfana_incierta' || decision.tipo === 'recuperada'
        ? decision.ids
        : [];
  const n: Maquina = {
    ...m,
    huerfanas: m.huerfanas.filter((id) => !dejadas.includes(id)),
    descartadas: [...m.descartadas, ...dejadas],
  };
  return { ...n, fase: reposo(n, mono) };
}
