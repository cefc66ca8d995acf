import { ERROR_CATALOGUE, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import { assertNever } from '#domain/assert-never.ts';
import { describir, type Maquina } from '#domain/upload/index.ts';
import type { Conteos } from '#storage/ledger/index.ts';
import type { CargaEstado, CargaResumen, Resultado } from './tipos.ts';

/** Where an upload stands, in the words of the documents. */
export function estadoDe(m: Maquina): CargaEstado {
  switch (m.fase.state) {
    case 'DRAFT':
      return 'PREPARADA';
    case 'FROZEN':
    case 'BASELINED':
      return m.tandas === 0 && m.reinicios === 0 ? 'PREPARADA' : 'ENVIANDO';
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
export const estaAuditando = ({ fase }: Maquina): boolean =>
  fase.state === 'LATE_AUDIT' || (fase.state === 'VERIFYING' && fase.auditoria);

export const avanceDe = (carga: string, m: Maquina) => ({
  carga,
  fase: estadoDe(m),
  enviados: m.aplicados,
  pendientes: Math.max(0, m.total - m.rechazados.length - m.aplicados),
});

/** The document of docs/cli.md, from the last reading and the dispositions. */
export function resumenDe(carga: string, m: Maquina, conteos: Conteos): CargaResumen {
  const encabezado = m.ultimaLectura?.lectura.encabezado;
  return {
    id: m.id,
    carga,
    estado: encabezado?.estado ?? estadoDe(m),
    filas: m.total,
    enviados: m.aplicados,
    tandas: m.tandas,
    nuevos: encabezado?.nuevos ?? 0,
    existen: encabezado?.existentes ?? 0,
    error: encabezado?.error ?? 0,
    conciliados: conteos.conciliado,
    sinConciliar: conteos.sin_conciliar,
    noInformados: conteos.no_informado,
    noAceptados: conteos.rechazado,
    completo: conteos.conciliado + conteos.sin_conciliar === m.total,
    sinProbar: m.sinProbar,
  };
}

export const interrumpida = (
  carga: string,
  m: Maquina,
  codigo: ErrorCode,
  { mensaje, detalle }: { mensaje?: string; detalle?: ErrorDetail } = {},
): Resultado => ({
  estado: 'interrumpida',
  ...avanceDe(carga, m),
  codigo,
  mensaje: mensaje ?? ERROR_CATALOGUE[codigo].mensaje,
  detalle: detalle ?? {},
});

/** The outcome of an upload that waits for a person or has ended; undefined while there is something to do. */
export function resultadoFinal(carga: string, m: Maquina, conteos: () => Conteos): Resultado | undefined {
  const avance = avanceDe(carga, m);
  const { fase } = m;
  if (fase.state === 'DONE') return { estado: 'terminada', ...avance, resumen: resumenDe(carga, m, conteos()) };
  if (fase.state === 'ABANDONED') return { estado: 'abandonada', ...avance, resumen: resumenDe(carga, m, conteos()) };
  if (fase.state !== 'NEEDS_DECISION') return undefined;
  const doble = fase.decision.tipo === 'duplicacion';
  return {
    estado: 'necesita_decision',
    ...avance,
    codigo: doble ? 'DUPLICACION_DETECTADA' : 'DECISION_NECESARIA',
    ...describir(fase.decision),
    resumen: doble ? resumenDe(carga, m, conteos()) : null,
  };
}
