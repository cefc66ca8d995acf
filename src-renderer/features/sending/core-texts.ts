import type { ListedUpload, StoppedUpload, UploadQuestionDocument, ConciliacionDocument } from '#contract/documents.ts';
import { say as sayIn } from '#domain/texts/upload-sentences.ts';
import { m } from '../../paraglide/messages.js';
import { getFileName, shortenName } from '#domain/texts/language.ts';
import { formatNumber, formatDay, formatShortTime } from '../../ui/format.ts';
import { getLanguage } from '../../ui/language.ts';
import type { StateName } from '../../ui/icons.ts';
import type { Job } from '../../shared/jobs.svelte.ts';

type Sentence = UploadQuestionDocument['frase'];

/** A sentence of the core about an upload, in the language of the screens. */
export const say = (sentence: Sentence): string => sayIn(sentence, getLanguage());

/** A sentence of the core with a capital and a full stop, to stand by itself. */
export function describeAlone(sentence: Sentence): string {
  const said = say(sentence);
  return `${said.charAt(0).toLocaleUpperCase()}${said.slice(1)}${said.endsWith('.') ? '' : '.'}`;
}

/** The files of an upload in words. */
export function describeFiles(files: readonly string[]): string {
  const [item = '', ...others] = files.map(getFileName);
  return others.length === 0 ? item : m.recientes_y_otros({ nombre: item, cuantos: formatNumber(others.length) });
}

/** The question of a decision. It names an earlier upload by its file and date, because a person does not know its number. */
export function describeQuestion({ frase, anterior }: UploadQuestionDocument): string {
  if (anterior === undefined) return say(frase);
  const file = describeFiles(anterior.archivos);
  const ids = m.nucleo_anterior({ archivo: file, dia: formatDay(anterior.at), hora: formatShortTime(anterior.at) });
  return say({ ...frase, ids: [ids] });
}

export interface StateDescription {
  readonly state: StateName;
  readonly word: string;
}

/** True for the state of an upload that cannot go on. */
export const hasEnded = (state: string): boolean => state === 'TERMINADA' || state === 'ABANDONADA';

/** True for an upload that stopped with every coupon confirmed: going on only means waiting. */
export const lacksOnlyResult = ({ estado, decision }: Pick<StoppedUpload, 'estado' | 'decision'>): boolean =>
  estado === 'ESPERANDO' && decision === undefined;

/** Whether the upload was deleted from this PC (`borrada`), or the service no longer has it (`ausente`). */
interface Place {
  readonly borrada?: boolean | undefined;
  readonly ausente?: boolean | undefined;
  /** Whether its result was read (`leida`), so that only the safety wait is left. */
  readonly conResultado?: boolean | undefined;
}

const STATES: Readonly<Partial<Record<string, readonly [icon: StateName, word: () => string]>>> = {
  IMPORTADO: ['conciliado', m.carga_terminada],
  TERMINADA: ['conciliado', m.carga_terminada],
  // In this state of the service it still receives data and has compared nothing (API description, "Reconciliation `estado`").
  PENDIENTE: ['espera', m.carga_recibiendo],
  // Not worded as "waiting": the program may not be waiting for the result now.
  ESPERANDO: ['espera', m.carga_sin_resultado],
  PREPARADA: ['espera', m.carga_preparada],
  ENVIANDO: ['aviso', m.carga_a_medias],
  DECISION: ['dudoso', m.carga_decision],
  ABANDONADA: ['sin-datos', m.carga_abandonada],
};

/**
 * The state of an upload or a reconciliation, as icon and word. An unknown value is shown as it came. A reconciliation that the service no longer has
 * is never shown as complete: it cannot be read again.
 */
export function describeState(
  state: string,
  { borrada = false, ausente = false, conResultado = false }: Place = {},
): StateDescription {
  if (borrada) return { state: 'sin-datos', word: m.carga_borrada() };
  if (ausente) return { state: 'sin-datos', word: m.carga_ausente() };
  if (conResultado && state === 'ESPERANDO') return { state: 'espera', word: m.carga_falta_espera() };
  const [icon, word] = STATES[state] ?? ['sin-datos'];
  return { state: icon, word: word?.() ?? state };
}

/** The state of an upload that runs now, or whose turn comes after another one's. */
export function describeRunning(
  { progress, hasResult }: Pick<Job, 'progress' | 'hasResult'>,
  isAsked = false,
): StateDescription {
  if (isAsked) return { state: 'espera', word: m.fase_espera_clave() };
  if (progress === undefined) return { state: 'espera', word: m.en_espera() };
  if (hasResult) return { state: 'conciliado', word: m.carga_con_resultado() };
  return { state: 'curso', word: progress.fase === 'envio' ? m.envio_t_enviando() : m.carga_esperando() };
}

/** What an upload waits for while `ahead`, an upload of the same account, has its turn. */
export function describeTurn(ahead: Job | undefined): string {
  const { archivo = '' } = ahead?.upload ?? {};
  if (ahead === undefined || archivo === '') return m.fase_espera_otro();
  const named = { archivo: shortenName(archivo) };
  return ahead.hasResult ? m.fase_espera_seguridad(named) : m.fase_espera_de(named);
}

/**
 * How much of an upload of this PC is confirmed. The list has the number of its reading, and the running upload (`job`) a newer one while it sends;
 * undefined after that.
 */
export function describeConfirmed({ enviados, cupones }: Pick<ListedUpload, 'enviados' | 'cupones'>, job?: Job) {
  const { progress } = job ?? {};
  if (progress !== undefined && progress.fase !== 'envio') return undefined;
  const confirmed = progress?.hecho ?? enviados;
  return m.pendientes_avance({ enviados: formatNumber(confirmed), cupones: formatNumber(cupones) });
}

type Named = Pick<ConciliacionDocument, 'id' | 'archivos'> & { readonly nombre?: string | undefined };

/** The name of a reconciliation: the person's, or else its file, or else its number. */
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
 * The matched and unmatched counts to show. They come from the reading while the counters of the service are the same as then, because those counters
 * may leave out coupons that the service had before, although its result lists them.
 */
export const countsOf = ({
  conciliados,
  sin_conciliar,
  leida,
}: Pick<ConciliacionDocument, 'conciliados' | 'sin_conciliar' | 'leida'>) =>
  leida?.contados.conciliados === conciliados && leida.contados.sin_conciliar === sin_conciliar
    ? { conciliados: leida.conciliados, sin_conciliar: leida.sin_conciliar }
    : { conciliados, sin_conciliar };

/** How many coupons matched since this PC last read the result; 0 when this PC never read one. */
export const countMatchedSince = ({ conciliados, leida }: Pick<ConciliacionDocument, 'conciliados' | 'leida'>) =>
  leida === undefined ? 0 : conciliados - leida.contados.conciliados;
