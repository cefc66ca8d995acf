import { m } from '../../paraglide/messages.js';
import type { StateName } from '../../ui/icons.ts';
import type { ConciliacionDocument } from '#contract/documents.ts';
import { describeFiles } from '../sending/core-texts.ts';

interface StateDescription {
  readonly state: StateName;
  readonly word: string;
}

/** True for the state of an upload that cannot go on. */
export const hasEnded = (state: string): boolean => state === 'TERMINADA' || state === 'ABANDONADA';

/** Whether it was deleted from this PC (`borrada`), or the service no longer has it (`ausente`). */
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
    // Not "waiting": the program may not be waiting for the result now.
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

type Named = Pick<ConciliacionDocument, 'id' | 'archivos'> & { readonly nombre?: string | undefined };

/** What a reconciliation is called: as the person named it, else by its file, else by its number. */
export const getConciliacionName = ({ id, archivos = [], nombre }: Named): string =>
  nombre ?? (archivos.length > 0 ? describeFiles(archivos) : m.resultado_titulo({ id }));

/** The days of sale of its coupons: from the service, else from the reading of this PC; undefined while unknown. */
export function daysOf({
  origen_desde,
  origen_hasta,
  leida,
}: Pick<ConciliacionDocument, 'origen_desde' | 'origen_hasta' | 'leida'>):
  | { readonly desde: string; readonly hasta: string }
  | undefined {
  const from = origen_desde ?? leida?.desde ?? null;
  const to = origen_hasta ?? leida?.hasta ?? null;
  return from === null || to === null ? undefined : { desde: from, hasta: to };
}

/**
 * The counts to show as matched and unmatched: the counts of the reading, while the counters of the service are the same as then. The counters may leave
 * out coupons that the service had before, although its result lists them.
 */
export const countsOf = ({
  conciliados,
  sin_conciliar,
  leida,
}: Pick<ConciliacionDocument, 'conciliados' | 'sin_conciliar' | 'leida'>) =>
  leida?.contados.conciliados === conciliados && leida.contados.sin_conciliar === sin_conciliar
    ? { conciliados: leida.conciliados, sin_conciliar: leida.sin_conciliar }
    : { conciliados, sin_conciliar };

/** How many coupons matched since this PC last read the result; 0 where it read none. */
export const countMatchedSince = ({ conciliados, leida }: Pick<ConciliacionDocument, 'conciliados' | 'leida'>) =>
  leida === undefined ? 0 : conciliados - leida.contados.conciliados;
