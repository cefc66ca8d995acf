import { getErrorMessage, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import { assertNever } from '#domain/assert-never.ts';
import { describeDecision } from '#domain/upload/decision.ts';
import type { Machine } from '#domain/upload/machine.ts';
import type { Counts } from '#storage/ledger/index.ts';
import type { UploadState, UploadSummary, UploadResult } from './types.ts';

/** Where an upload stands, in the words of the documents. */
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

/** Looking once more after D, because some answer was lost (docs/upload.md, 7). */
export const isAuditing = ({ fase }: Machine): boolean =>
  fase.state === 'LATE_AUDIT' || (fase.state === 'VERIFYING' && fase.auditoria);

export const advanceOf = (upload: string, m: Machine) => ({
  carga: upload,
  fase: statusOf(m),
  enviados: m.applied,
  pendientes: Math.max(0, m.total - m.rejected.length - m.applied),
});

/** The document of docs/cli.md, from the last reading and the dispositions. */
export function summaryOf(upload: string, m: Machine, counts: Counts): UploadSummary {
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

/** The outcome of an upload that waits for a person or has ended; undefined while there is something to do. */
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
