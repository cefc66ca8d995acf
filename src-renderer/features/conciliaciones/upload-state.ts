import { m } from '../../paraglide/messages.js';
import type { StateName } from '../../ui/states.ts';

interface StateDescription {
  readonly estado: StateName;
  readonly word: string;
}

/** What else is known of it at the service: it was deleted from here, or the service no longer has it. */
interface Place {
  readonly borrada?: boolean | undefined;
  readonly ausente?: boolean | undefined;
}

/**
 * Where an upload or a reconciliation stands, as icon and word. An unknown value is shown as it came. A reconciliation that the service no longer
 * has is not shown as complete: it cannot be read again.
 */
export function describeState(estado: string, { borrada = false, ausente = false }: Place = {}): StateDescription {
  if (borrada) return { estado: 'sin-datos', word: m.carga_borrada() };
  if (ausente) return { estado: 'sin-datos', word: m.carga_ausente() };
  switch (estado) {
    case 'IMPORTADO':
    case 'TERMINADA':
      return { estado: 'conciliado', word: m.carga_terminada() };
    // A state of the service: it is still receiving data and has compared nothing (API description, "Reconciliation `estado`").
    case 'PENDIENTE':
      return { estado: 'espera', word: m.carga_recibiendo() };
    case 'ESPERANDO':
      return { estado: 'espera', word: m.carga_esperando() };
    case 'PREPARADA':
      return { estado: 'espera', word: m.carga_preparada() };
    case 'ENVIANDO':
      return { estado: 'aviso', word: m.carga_a_medias() };
    case 'DECISION':
      return { estado: 'dudoso', word: m.carga_decision() };
    case 'ABANDONADA':
      return { estado: 'sin-datos', word: m.carga_abandonada() };
    default:
      return { estado: 'sin-datos', word: estado };
  }
}
