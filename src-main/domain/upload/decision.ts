import { assertNever } from '../result.ts';
import { sayAtConsole, getPhrase, LEFT_OUT, type Sentence, type SentenceCode } from '../texts/upload-sentences.ts';
import type { UploadQuestion, Sending, UploadEvent } from './types.ts';
import { getRestingPhase, getUnknownPhase, type In, type Machine, type Mono } from './machine.ts';

/** An answer that a question offers: its code, and its text in Spanish for the command line. */
export interface DecisionOption {
  readonly clave: string;
  readonly texto: string;
  readonly frase: Sentence;
}

export interface DecisionDescription {
  readonly pregunta: string;
  readonly frase: Sentence;
  readonly opciones: readonly DecisionOption[];
}

export const makeOption = (key: string, statement: Sentence): DecisionOption => ({
  clave: key,
  texto: sayAtConsole(statement),
  frase: statement,
});

export const describe = (statement: Sentence, options: readonly DecisionOption[]): DecisionDescription => ({
  pregunta: sayAtConsole(statement),
  frase: statement,
  opciones: options,
});

/** Describes a question. The answer `abandonar` is always among its options. */
export function describeDecision(decision: UploadQuestion): DecisionDescription {
  const { frase, opciones } = describeQuestion(decision);
  return describe(frase, [...opciones, offer('abandonar', 'op_abandonar')]);
}

const offer = (key: string, code: SentenceCode, ids: readonly string[] = []): DecisionOption =>
  makeOption(key, getPhrase(code, { ids }));

function describeQuestion(decision: UploadQuestion): Omit<DecisionDescription, 'pregunta'> {
  const ids = 'ids' in decision ? decision.ids : 'id' in decision ? [decision.id] : [];
  const ask = (code: SentenceCode, ...opciones: readonly DecisionOption[]) => ({
    frase: getPhrase(code, { ids }),
    opciones,
  });
  switch (decision.tipo) {
    case 'primero_incierto': {
      const { candidatas } = decision;
      return {
        frase: candidatas.length === 0 ? getPhrase('mudo') : getPhrase('candidatas', { ids: candidatas }),
        opciones: [
          ...candidatas.map((id) => offer(`adoptar:${id}`, 'op_adoptar', [id])),
          offer('reenviar', 'op_reenviar'),
        ],
      };
    }
    case 'cierre_crecido':
      return ask('crecio', offer('esperar', 'op_esperar_cierre'), offer('reiniciar', 'op_reiniciar', ids));
    case 'reinicios_agotados':
      return ask('distinta', offer('reiniciar', 'op_reiniciar_mas', ids));
    case 'propiedad_incierta':
      return ask(
        'propiedad',
        offer(`borrar:${decision.id}`, 'op_borrar', ids),
        decision.huerfana ? offer('dejar', 'op_dejar', ids) : offer('esperar', 'op_mirar_filas'),
      );
    case 'no_borrable':
      return ask('no_borrable', offer('esperar', 'op_releer', ids));
    case 'duplicacion':
      return {
        frase: getPhrase('de_mas', { ids, n: decision.sobran }),
        opciones: [offer('reiniciar', 'op_reiniciar_entera', ids), offer('dejar', 'op_dejar_doble')],
      };
    case 'desaparecida':
      return ask('desaparecida', offer('reiniciar', 'op_todo'));
    case 'rechazo_sistematico':
      return ask('rechazo', offer('continuar', 'op_continuar'));
    case 'cupon_fallido':
      return ask('cupon_fallido', offer('reintentar', 'op_reintentar'), offer('excluir', 'op_excluir'));
    case 'huerfana_incierta':
      return ask('huerfana', offer('dejar', 'op_no_es'));
    case 'recuperada': {
      const leave = offer('dejar', 'op_dejar_recuperada');
      return decision.propias
        ? ask('recuperada_propia', offer('rehacer', 'op_rehacer', ids), leave)
        : ask('recuperada', leave);
    }
    default:
      return assertNever(decision);
  }
}

export interface Resolution {
  readonly machine: Machine;
  readonly evento?: UploadEvent;
}

/** Applies a person's answer, which must be one of the options. */
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

/** The state after an answer that needs no event of its own. */
function keepGoing(
  n: Machine,
  { decision, envio: sending }: In<'NEEDS_DECISION'>,
  { verb, id, mono }: { readonly verb: string; readonly id: string; readonly mono: Mono },
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
      // D passed before the question, or the send was refused, so one reading tells whether the send arrived; if it did not, the upload asks again (I3).
      if (decision.tipo === 'no_borrable' && sending !== null) return lookAgain(n, sending, mono, 0);
      if (decision.tipo === 'propiedad_incierta') {
        return { ...n, fase: { state: 'RESTARTING', id: decision.id, step: 'ver', hasta: mono } };
      }
      return { ...n, fase: getRestingPhase(n, mono) };
    default:
      throw new Error(`Unknown answer: ${verb}`);
  }
}

/** The state that reads again whether a send was applied, for as long as the service may still apply it (`term`, ms). */
const lookAgain = (m: Machine, sending: Sending, mono: Mono, term = m.ajustes.patienceMs): Machine => ({
  ...m,
  fase: getUnknownPhase(sending, mono, mono + term),
});

/** Accepts the surplus coupons. If an answer was lost, first searches for other reconciliations that its send may have left (docs/upload.md, 7). */
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
