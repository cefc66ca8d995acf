import type {
  ConciliacionDocument,
  ListedConciliaciones,
  ListedUpload,
  StoppedUpload,
  UploadQuestionDocument,
} from '#contract/documents.ts';
import type { Progress } from '#contract/host-events.ts';
import { say as sayIn } from '#domain/texts/upload-sentences.ts';
import { m } from '../../paraglide/messages.js';
import { getFileName, shortenName } from '#domain/texts/language.ts';
import { formatNumber, formatDay, formatShortDate, formatShortTime, toBuenosAires, withText } from '../../ui/format.ts';
import { getLanguage } from '../../ui/language.ts';
import type { StateName } from '../../ui/icons.ts';
import type { Job } from '../../shared/jobs.svelte.ts';

type Sentence = UploadQuestionDocument['frase'];

export const say = (sentence: Sentence): string => sayIn(sentence, getLanguage());

/** A sentence of the core in the language of the screens, with a capital and a full stop. */
export function describeAlone(sentence: Sentence): string {
  const said = say(sentence);
  return `${said.charAt(0).toLocaleUpperCase()}${said.slice(1)}${said.endsWith('.') ? '' : '.'}`;
}

export function describeFiles(files: readonly string[]): string {
  const [item = '', ...others] = files.map(getFileName);
  return others.length === 0 ? item : m.recientes_y_otros({ nombre: item, cuantos: formatNumber(others.length) });
}

/** The question of an upload. An earlier upload is named by file and date, because a person does not know its number. */
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

/** True for a stopped upload whose coupons are all confirmed, so that only its result is missing. */
export const lacksOnlyResult = ({ estado, decision }: Pick<StoppedUpload, 'estado' | 'decision'>): boolean =>
  estado === 'ESPERANDO' && decision === undefined;

/**
 * The tanda that failed at each attempt, in words, and a smaller size of tandas that isolates the failing coupon. Undefined if the upload stopped otherwise.
 */
export function findFailing({ codigo, detalle = {} }: Pick<StoppedUpload, 'codigo' | 'detalle'>) {
  const { veces, cupones, archivo, desde, hasta } = detalle;
  if (codigo !== 'CARGA_INTERRUMPIDA' || typeof cupones !== 'number') return undefined;
  const rows = { archivo: String(archivo), desde: String(desde), hasta: String(hasta) };
  const words = m.envio_falla_tanda({ veces: String(veces), cupones: m.cupones_n(withText(cupones)), ...rows });
  return { words, smaller: cupones > 1 ? Math.max(1, Math.floor(cupones / 10)) : undefined };
}

/** Where a reconciliation no longer exists: on this PC (`borrada`) or at the service (`ausente`). */
interface Place {
  readonly borrada?: boolean | undefined;
  readonly ausente?: boolean | undefined;
  /** True when the result was read and the upload only waited for late coupons. */
  readonly conResultado?: boolean | undefined;
}

const STATES: Readonly<Partial<Record<string, readonly [icon: StateName, word: () => string]>>> = {
  IMPORTADO: ['conciliado', m.carga_terminada],
  TERMINADA: ['conciliado', m.carga_terminada],
  // The service still receives data and has compared nothing (API description, "Reconciliation `estado`").
  PENDIENTE: ['espera', m.carga_recibiendo],
  // Not "waiting", because perhaps no program waits for the result now.
  ESPERANDO: ['espera', m.carga_sin_resultado],
  PREPARADA: ['espera', m.carga_preparada],
  ENVIANDO: ['aviso', m.carga_a_medias],
  DECISION: ['dudoso', m.carga_decision],
  ABANDONADA: ['sin-datos', m.carga_abandonada],
};

/** The state as icon and word; unknown states stay as they came. A reconciliation that the service no longer has is never shown as complete. */
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

export function describeRunning(
  { progress, hasResult }: Pick<Job, 'progress' | 'hasResult'>,
  isAsked = false,
): StateDescription {
  if (isAsked) return { state: 'espera', word: m.fase_espera_clave() };
  if (progress === undefined || progress.fase === 'anterior') return { state: 'espera', word: m.en_espera() };
  if (hasResult) return { state: 'conciliado', word: m.carga_con_resultado() };
  return { state: 'curso', word: progress.fase === 'envio' ? m.envio_t_enviando() : m.carga_esperando() };
}

/** What an upload waits for while the arrival of an earlier upload's tanda is unknown. */
export const describeSettled = ({ archivos, tanda }: NonNullable<Progress['anterior']>): string =>
  m.fase_antes({ tanda: formatNumber(tanda), archivo: shortenName(describeFiles(archivos)) });

/** What an upload waits for while `ahead`, an upload of the same account, is being sent. */
export function describeTurn(ahead: Job | undefined): string {
  const { archivo = '' } = ahead?.upload ?? {};
  if (ahead === undefined || archivo === '') return m.fase_espera_otro();
  const named = { archivo: shortenName(archivo) };
  return ahead.hasResult ? m.fase_espera_seguridad(named) : m.fase_espera_de(named);
}

/** Number of confirmed coupons: while the upload runs and sends, from `job`, which is newer, otherwise from the list. Undefined in later phases. */
export function describeConfirmed({ enviados, cupones }: Pick<ListedUpload, 'enviados' | 'cupones'>, job?: Job) {
  const { progress } = job ?? {};
  const isSending = progress?.fase === 'envio';
  if (progress !== undefined && progress.fase !== 'anterior' && !isSending) return undefined;
  const confirmed = isSending ? progress.hecho : enviados;
  return m.pendientes_avance({ enviados: formatNumber(confirmed), cupones: formatNumber(cupones) });
}

type Named = Pick<ConciliacionDocument, 'id' | 'archivos'> & {
  readonly nombre?: string | undefined;
  /** When this PC sent the coupons, in milliseconds since 1970. */
  readonly at?: number | undefined;
};

/** The name of a reconciliation: the person's, or its files and their time, or its number. */
export function getConciliacionName({ id, archivos = [], nombre, at }: Named): string {
  if (nombre !== undefined) return nombre;
  if (archivos.length === 0) return m.resultado_titulo({ id });
  const files = describeFiles(archivos);
  return at === undefined ? files : `${files} · ${formatShortDate(toBuenosAires(at))}`;
}

/** Names of all reconciliations on this PC, by number. Equal names get their number added. */
export function nameConciliaciones({ conciliaciones, cargas }: ListedConciliaciones): Readonly<Record<string, string>> {
  const sent = Object.fromEntries(cargas.map(({ carga, at }) => [carga, at]));
  const names = conciliaciones.map((one) => {
    const at = one.carga === null ? undefined : sent[one.carga];
    return [one.id, getConciliacionName({ ...one, at })] as const;
  });
  const times = Object.groupBy(names, ([, name]) => name);
  return Object.fromEntries(names.map(([id, name]) => [id, times[name]?.length === 1 ? name : `${name} (${id})`]));
}

/** Days of sale of a reconciliation, from the service or else from the result on this PC; undefined while unknown. */
export function daysOf({
  origen_desde,
  origen_hasta,
  leida,
}: Pick<ConciliacionDocument, 'origen_desde' | 'origen_hasta' | 'leida'>) {
  const from = origen_desde ?? leida?.desde ?? null;
  const to = origen_hasta ?? leida?.hasta ?? null;
  return from === null || to === null ? undefined : { desde: from, hasta: to };
}

/** The counts of the result on this PC, unless the service's counters have changed since. These counters may lack coupons that were sent before. */
export const countsOf = ({
  conciliados,
  sin_conciliar,
  leida,
}: Pick<ConciliacionDocument, 'conciliados' | 'sin_conciliar' | 'leida'>) =>
  leida?.contados.conciliados === conciliados && leida.contados.sin_conciliar === sin_conciliar
    ? { conciliados: leida.conciliados, sin_conciliar: leida.sin_conciliar }
    : { conciliados, sin_conciliar };

/** How many more coupons match than when this PC last read the result; 0 without a result. */
export const countMatchedSince = ({ conciliados, leida }: Pick<ConciliacionDocument, 'conciliados' | 'leida'>) =>
  leida === undefined ? 0 : conciliados - leida.contados.conciliados;
