import { getErrorMessage, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import { assertNever } from '#domain/result.ts';
import { describeDecision } from '#domain/upload/decision.ts';
import type { Machine } from '#domain/upload/machine.ts';
import type { Counts, Ledger, SeqRange, CuponRow } from '#storage/ledger/index.ts';
import type { UploadState, UploadResult } from './types.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import type { Count, Sending, UploadEvent } from '#domain/upload/types.ts';
import { NO_COUNTS } from '#domain/upload/step.ts';
import { formatNumber } from '#domain/texts/language.ts';
import type { Progress } from '#contract/host-events.ts';
import { sayAtConsole, getPhrase, type Sentence, type SentenceCode } from '#domain/texts/upload-sentences.ts';

export function statusOf(m: Machine): UploadState {
  switch (m.fase.state) {
    case 'DRAFT':
      return 'PREPARADA';
    case 'FROZEN':
    case 'BASELINED':
      return m.tandas === 0 && m.restarts === 0 ? 'PREPARADA' : 'ENVIANDO';
    case 'VERIFYING':
    case 'LATE_AUDIT':
    case 'CLOSING':
      return 'ESPERANDO';
    case 'STOPPED':
      return m.cerrada ? 'ESPERANDO' : 'ENVIANDO';
    case 'NEEDS_DECISION':
      return 'DECISION';
    case 'DONE':
      return 'TERMINADA';
    case 'ABANDONED':
      return 'ABANDONADA';
    case 'READY':
    case 'CHECKED':
    case 'ATTEMPT':
    case 'REFUSED':
    case 'UNKNOWN':
    case 'RENEWING':
    case 'WAITING':
    case 'LEARNING':
    case 'RESTARTING':
    case 'DELETE_ATTEMPT':
    case 'DELETE_UNKNOWN':
      return 'ENVIANDO';
    default:
      return assertNever(m.fase);
  }
}

/** Whether the upload is in its last verification, which follows D if an answer was lost (docs/upload.md, 7). */
export const isAuditing = ({ fase }: Machine): boolean =>
  fase.state === 'LATE_AUDIT' || (fase.state === 'VERIFYING' && fase.auditoria);

export const advanceOf = (upload: string, m: Machine) => ({
  carga: upload,
  fase: statusOf(m),
  enviados: m.applied,
  pendientes: Math.max(0, m.total - m.rejected.length - m.applied),
});

export type UploadSummary = ReturnType<typeof summaryOf>;

/** The document of a finished upload (docs/cli.md, `conciliar --json`), from the ledger and the last header. */
export function summaryOf(upload: string, m: Machine, counts: Counts) {
  const header = m.lastReading?.lectura.encabezado;
  return {
    id: m.id,
    carga: upload,
    estado: header?.estado ?? statusOf(m),
    filas: m.total,
    enviados: m.applied,
    tandas: m.tandas,
    nuevos: header?.nuevos ?? 0,
    existen: header?.existentes ?? 0,
    error: header?.error ?? 0,
    conciliados: counts.conciliado,
    sinConciliar: counts.sin_conciliar,
    noInformados: counts.no_informado,
    noAceptados: counts.rechazado,
    completo: counts.conciliado + counts.sin_conciliar === m.total,
    sinProbar: m.sinProbar,
  };
}

export const toInterrupted = (
  upload: string,
  m: Machine,
  code: ErrorCode,
  { mensaje, detalle }: { mensaje?: string; detalle?: ErrorDetail } = {},
): UploadResult => ({
  estado: 'interrumpida',
  ...advanceOf(upload, m),
  codigo: code,
  mensaje: mensaje ?? getErrorMessage(code),
  detalle: detalle ?? {},
});

/** The outcome of an upload that has ended or waits for a person; undefined while it goes on. */
export function toFinalResult(upload: string, m: Machine, counts: () => Counts): UploadResult | undefined {
  const advance = advanceOf(upload, m);
  const { fase } = m;
  if (fase.state === 'DONE') return { estado: 'terminada', ...advance, resumen: summaryOf(upload, m, counts()) };
  if (fase.state === 'ABANDONED') return { estado: 'abandonada', ...advance, resumen: summaryOf(upload, m, counts()) };
  if (fase.state !== 'NEEDS_DECISION') return undefined;
  const isDuplication = fase.decision.tipo === 'duplicacion';
  return {
    estado: 'necesita_decision',
    ...advance,
    codigo: isDuplication ? 'DUPLICACION_DETECTADA' : 'DECISION_NECESARIA',
    ...describeDecision(fase.decision),
    ...(fase.decision.tipo === 'rechazo_sistematico' ? { detalle: { respuesta: fase.decision.detalle } } : {}),
    resumen: isDuplication ? summaryOf(upload, m, counts()) : null,
  };
}

/** The sends of the present generation (since the last restart) that were applied, in order. */
function listAppliedSendings(events: readonly UploadEvent[], generation: number): readonly Sending[] {
  const sendings: Sending[] = [];
  let last: Sending | null = null;
  for (const event of events) {
    if (event.kind === 'intento') last = event.envio;
    const isAdopted = event.kind === 'decidida' && event.clave.startsWith('adoptar:');
    if ((event.kind === 'aplicado' || isAdopted) && last !== null) {
      if (last.generacion === generation) sendings.push(last);
      last = null;
    }
  }
  return sendings;
}

/** The send of the present generation whose outcome is unknown, if any: a person may abandon an upload while a question about a send is open. */
function findUnknownSending(m: Machine, events: readonly UploadEvent[]): Sending | null {
  let last: Sending | null = null;
  for (const event of events) {
    if (event.kind === 'intento') last = event.envio;
    const isDecided = event.kind === 'decidida' && /^(?:adoptar:|reenviar)/.test(event.clave);
    // Before the question `cupon_fallido` is asked, D has passed and readings have shown that nothing was stored.
    const isShown = event.kind === 'decision_pedida' && event.decision.tipo === 'cupon_fallido';
    if (event.kind === 'aplicado' || event.kind === 'no_aplicado' || isDecided || isShown) last = null;
  }
  return last?.generacion === m.generacion && last.hasta >= m.nextSeq ? last : null;
}

/**
 * The dispositions of coupons that the result does not show (I7). All coupons of a batch count as existing, or as rejected, only if the counts before and after
 * the batch show that. A coupon that was rejected alone is rejected. A coupon that was in no send is not sent. A coupon in a send of unknown outcome is not
 * reported, because the service may have it.
 */
export function dispositionRangesOf(m: Machine, events: readonly UploadEvent[]): readonly SeqRange[] {
  const ranges: SeqRange[] = [{ desde: m.nextSeq, hasta: m.total, disposicion: 'no_enviado' }];
  const unknown = findUnknownSending(m, events);
  if (unknown !== null) ranges.push({ desde: unknown.desde, hasta: unknown.hasta, disposicion: 'no_informado' });
  const sendings = listAppliedSendings(events, m.generacion);
  const reading = m.lastReading?.lectura;
  const last = reading?.encabezado ?? null;
  // If the result has surplus rows, the counts may include them, so they prove nothing about a batch.
  const counting = reading === undefined || reading.sobran === 0;
  sendings.forEach((sending, i) => {
    const before = sending.antes ?? NO_COUNTS;
    const after = sendings[i + 1]?.antes ?? (i === sendings.length - 1 ? last : null);
    const disposition = after === null ? null : sharedDispositionOf(before, after, sending.cupones);
    const { desde, hasta } = sending;
    if (counting && disposition !== null) ranges.push({ desde, hasta, disposicion: disposition });
  });
  for (const seq of m.rejected) ranges.push({ desde: seq, hasta: seq, disposicion: 'rechazado' });
  return ranges;
}

/** The disposition that all coupons of a batch share, by the counts before and after it; null if the counts do not show one. */
function sharedDispositionOf(before: Count, after: Count, n: number): Disposition | null {
  const existing = after.existentes - before.existentes;
  const error = after.error - before.error;
  if (existing === n && error === 0) return 'existente';
  return error === n && existing === 0 ? 'rechazado' : null;
}

/** One failure may happen with any coupon, so the rows of a send are named only after two. */
const MIN_FAILURES = 2;

/** How often the service failed (5xx) for these coupons; 0 if it accepted them later. */
export function countFailures(
  events: readonly UploadEvent[],
  { desde, hasta }: Pick<Sending, 'desde' | 'hasta'>,
): number {
  let failures = 0;
  let sending: Sending | null = null;
  for (const event of events) {
    if (event.kind === 'intento') sending = event.envio;
    if (sending === null || sending.desde > desde || sending.hasta < hasta) continue;
    if (event.kind === 'aplicado') return 0;
    if (event.kind === 'perdida' && event.status !== undefined) failures += 1;
  }
  return failures;
}

/** The coupons of a send for which the service failed each time, if any, from the ledger and events that are not in it yet. */
export function findFailing(
  ledger: Pick<Ledger, 'upload' | 'cupon' | 'readEvents'>,
  upload: string,
  { sending, unrecorded = [] }: { readonly sending: Sending; readonly unrecorded?: readonly UploadEvent[] },
) {
  const rows = { first: ledger.cupon(upload, sending.desde), last: ledger.cupon(upload, sending.hasta) };
  const failures = countFailures([...ledger.readEvents(upload), ...unrecorded], sending);
  return describeFailing(ledger.upload(upload)?.archivos ?? [], rows, { failures, cupones: sending.cupones });
}

/** Coupons for which the service fails each time: their rows as a sentence with what to do, and as facts. Null below `MIN_FAILURES`, or without the rows. */
function describeFailing(
  files: readonly string[],
  rows: { readonly first: CuponRow | undefined; readonly last: CuponRow | undefined },
  { failures: veces, cupones }: { readonly failures: number; readonly cupones: number },
): { readonly frase: string; readonly detalle: ErrorDetail } | null {
  const { first, last } = rows;
  if (veces < MIN_FAILURES || first === undefined || last === undefined) return null;
  const fileOf = ({ archivo }: CuponRow): string => files[archivo] ?? 'la planilla';
  const sheetOf = (row: CuponRow): string => `${fileOf(row)}${row.hoja === null ? '' : `, hoja «${row.hoja}»`}`;
  const isInOneFile = sheetOf(first) === sheetOf(last);
  const isOneRow = isInOneFile && first.fila === last.fila;
  const from = `${String(first.fila)}${isInOneFile ? '' : ` de ${sheetOf(first)}`}`;
  const which = isOneRow
    ? `el cupón de la fila ${from}`
    : `los cupones de la fila ${from} a la fila ${String(last.fila)}`;
  const what = `El servicio falló las ${formatNumber(veces)} veces que recibió ${which} de ${sheetOf(last)}.`;
  const smaller = isOneRow ? '' : ' Al retomar con tandas más chicas (--por-tanda) se sabe cuál es.';
  return {
    frase: `${what} Si con los demás no falla, revisá ${isOneRow ? 'esa fila' : 'esas filas'}.${smaller}`,
    detalle: { veces, cupones, archivo: fileOf(last), desde: first.fila, hasta: last.fila },
  };
}

/** Waits shorter than this are not shown. */
const WORTH_SAYING_MS = 1_000;

function codeOf(problem: ErrorCode): SentenceCode {
  if (problem === 'SIN_CONEXION' || problem === 'TIEMPO_AGOTADO') return 'no_responde';
  return problem === 'DEMASIADOS_PEDIDOS' ? 'pide_esperar' : 'responde_mal';
}

interface Moment {
  /** How long the upload waits, in ms: for the rest of D, for the matching, or because the service asked for a pause. */
  readonly espera: number;
  /** The send that waits for D is of an earlier run, so this run counts D from its own start. */
  readonly isWaitingAgain: boolean;
  readonly leidos: number;
  /** Why the upload waits before it asks the service again: no answer, or the service asked for a pause. Null if the service answers. */
  readonly problema: ErrorCode | null;
}

function statementOf(m: Machine, { espera, problema, isWaitingAgain }: Moment): Sentence | undefined {
  const n = Math.ceil(espera / 1000);
  if (problema !== null) return getPhrase(codeOf(problema), { n });
  if (espera < WORTH_SAYING_MS) return undefined;
  if (isAuditing(m)) return getPhrase('mirar', { n });
  if (statusOf(m) === 'ESPERANDO') return undefined;
  return getPhrase(isWaitingAgain ? 'esperar_de_nuevo' : 'esperar', { n });
}

export function progressOf(carga: string, m: Machine, moment: Moment): Progress {
  const { total, applied, tandas } = m;
  const statement = statementOf(m, moment);
  const said = statement === undefined ? { carga } : { carga, texto: sayAtConsole(statement), frase: statement };
  if (isAuditing(m))
    return { fase: 'auditoria', hecho: 0, total: null, ...(m.id === null ? {} : { id: m.id }), ...said };
  if (moment.leidos > 0 && moment.problema === null) return { fase: 'resultado', hecho: moment.leidos, total, carga };
  if (statusOf(m) === 'ESPERANDO') return { fase: 'espera', hecho: 0, total: null, ...said };
  return { fase: 'envio', hecho: applied, total, tandas, ...said };
}

/** The progress of the upload `carga`, which waits until it is known whether the next tanda of another upload arrived. */
export const toSettling = (
  { texto, frase }: Progress,
  {
    carga,
    archivos,
    tandas,
  }: { readonly carga: string; readonly archivos: readonly string[]; readonly tandas: number },
): Progress => ({
  fase: 'anterior',
  hecho: 0,
  total: null,
  carga,
  anterior: { archivos, tanda: tandas + 1 },
  ...(frase === undefined || texto === undefined ? {} : { texto, frase }),
});
