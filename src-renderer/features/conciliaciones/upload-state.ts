import { m } from '../../paraglide/messages.js';
import type { StateName } from '../../ui/states.ts';

interface StateDescription {
  readonly state: StateName;
  readonly word: string;
}

/** True for the state of an upload that cannot go on. */
export const hasEnded = (state: string): boolean => state === 'TERMINADA' || state === 'ABANDONADA';

/** What else is known of it at the service: it was deleted from here, or the service no longer has it. */
interface Place {
  readonly borrada?: boolean | undefined;
  readonly ausente?: boolean | undefined;
}

/**
 * Where an upload or a reconciliation stands, as icon and word. An unknown value is shown as it came. A reconciliation that the service no longer
 * has is not shown as complete: it cannot be read again.
 */
export function describeState(state: string, { borrada = false, ausente = false }: Place = {}): StateDescription {
  if (borrada) return { state: 'sin-datos', word: m.carga_borrada() };
  if (ausente) return { state: 'sin-datos', word: m.carga_ausente() };
  switch (state) {
    case 'IMPORTADO':
    case 'TERMINADA':
      return { state: 'conciliado', word: m.carga_terminada() };
    // A state of the service: it is still receiving data and has compared nothing (API description, "Reconciliation `estado`").
    case 'PENDIENTE':
      return { state: 'espera', word: m.carga_recibiendo() };
    // Whoever follows it says so by itself: here nobody may be waiting for the result.
    case 'ESPERANDO':
      return { state: 'espera', word: m.carga_sin_resultado() };
    case 'PREPARADA':
      return { state: 'espera', word: m.carga_preparada() };
    case 'ENVIANDO':
      return { state: 'aviso', word: m.carga_a_medias() };
    case 'DECISION':
      return { state: 'dudoso', word: m.carga_decision() };
    case 'ABANDONADA':
      return { state: 'sin-datos', word: m.carga_abandonada() };
    default:
      return { state: 'sin-datos', word: state };
  }
}
