import { m } from '../../paraglide/messages.js';
import type { StateName } from '../../ui/states.ts';

interface StateDescription {
  readonly estado: StateName;
  readonly word: string;
}

/** What is known of it on the service besides: deleted from here, or not there any more. */
interface Place {
  readonly borrada?: boolean | undefined;
  readonly ausente?: boolean | undefined;
}

/**
 * Where an upload or a reconciliation stands, as icon and word. A value that we do not know is shown as it came. What the service has no more is not
 * complete: nothing of it can be read again.
 */
export function describeState(estado: string, { borrada = false, ausente = false }: Place = {}): StateDescription {
  if (borrada) return { estado: 'sin-datos', word: m.carga_borrada() };
  if (ausente) return { estado: 'sin-datos', word: m.carga_ausente() };
  switch (estado) {
    case 'IMPORTADO':
    case 'TERMINADA':
      return { estado: 'conciliado', word: m.carga_terminada() };
    // Of the service: data is still being received, nothing was compared (API description, "Reconciliation `estado`").
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
