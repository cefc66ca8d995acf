import { toDayNumber } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import type { StoredConciliacion } from './conciliaciones.ts';
import { getExtras, toJson, type ApiContext, type Body, type RouteRequest } from './context.ts';
import { selectRows, writePage, type List } from './list.ts';
import { echoOf } from './received-cupon.ts';
import { valueAt } from './columns.ts';
import { writeId, cutPage, DAY_SECONDS, Refusal, type Parameters } from './parameters.ts';
import type { Switches } from './switches.ts';

/** `reg_pagina` of the result: 500 by default; values up to 100 are honoured, and greater ones fall back to 500. */
const DEFAULT_RESULT = 500;
const MAX_RESULT = 100;

/** POST /v2/conciliar-operaciones. */
export function upload({ conciliaciones, switches }: ApiContext, { cuerpo }: RouteRequest): Body {
  const request: ReadonlyMap<string, unknown> = new Map(Object.entries(parseJson(cuerpo)));
  const id = request.get('id');
  const data: unknown = request.get('datos');
  const addMore = request.get('subir_mas');
  if (typeof id !== 'string' || !Array.isArray(data) || (addMore !== 'true' && addMore !== 'false')) {
    throw new Refusal(400, 'Faltan id, datos o subir_mas');
  }
  const { id: own, counts } = conciliaciones.upload(id, data, addMore === 'false');
  const counters = {
    recibidos: String(counts.recibidos),
    total: String(counts.recibidos),
    nuevos: String(counts.nuevos),
    existen: String(counts.existen),
    error: String(counts.error),
  };
  return toJson({ estado: true, id: own, ...counters, ...getExtras(switches) });
}

function parseJson(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Refusal(400, 'El cuerpo no es JSON');
}

/** The header of a reconciliation. The count of existing coupons is `existe` in the list and `existen` elsewhere. */
function headerOf(
  { switches, conciliaciones }: ApiContext,
  conciliacion: StoredConciliacion,
  field: 'existe' | 'existen' = 'existen',
): object {
  const { origen, fecha, counts } = conciliacion;
  const { conciliados, sinConciliar } = conciliaciones.vista(conciliacion);
  return {
    id: writeId(conciliacion.id, switches),
    fecha,
    origen_desde: origen.desde,
    origen_hasta: origen.hasta,
    total: String(counts.recibidos),
    nuevos: String(counts.nuevos),
    [field]: String(counts.existen),
    error: String(counts.error),
    conciliados: String(conciliados),
    sin_conciliar: String(sinConciliar),
    estado: conciliacion.estado,
    ...getExtras(switches),
  };
}

/** GET /v2/conciliar-operaciones/listar: filters by the date on which each was made; `total` is text here. */
export function listConciliaciones(context: ApiContext, parameters: Parameters): Body {
  const list: List<StoredConciliacion> = {
    name: 'conciliaciones',
    limits: { byDefault: 25, maximum: 100 },
    rows: ({ switches }) =>
      context.conciliaciones.readAll().filter((c) => switches.lista_pendientes === 'si' || c.estado !== 'PENDIENTE'),
    instantOf: ({ fecha }) => toDayNumber(fecha) * DAY_SECONDS,
    filters: {},
    write: (conciliacion) => headerOf(context, conciliacion, 'existe'),
  };
  const rows = selectRows(list, context, parameters);
  return toJson({
    conciliaciones: writePage(list, rows, { context, parameters }),
    total: String(rows.length),
  });
}

const notFound = 'No se encontró la conciliación';

/** "There is none", as a 404 or as an answer that says so. */
function toAbsent({ ver_ausente: how }: Switches): Body {
  if (how === '404') throw new Refusal(404, notFound);
  return toJson({ estado: false, msg: notFound });
}

/** GET /v2/conciliar-operaciones/{id}. */
export function serveConciliacion(context: ApiContext, { id }: RouteRequest): Body {
  const conciliacion = context.conciliaciones.search(id);
  return conciliacion === undefined ? toAbsent(context.switches) : toJson(headerOf(context, conciliacion));
}

/** DELETE /v2/conciliar-operaciones/{id}: not found is an answer, not an error. */
export function deleteConciliacion({ conciliaciones }: ApiContext, { id }: RouteRequest): Body {
  const conciliacion = conciliaciones.search(id);
  if (conciliacion === undefined) return toJson({ estado: false, msg: notFound });
  conciliaciones.remove(conciliacion);
  return toJson({ estado: true });
}

/** The coupon fields of a result: `referencia` … `fecha_pago` and the auxiliaries; the wallet ones only by the switch. */
const fieldsOf = (switches: Switches): readonly (typeof FIELDS_IN_ORDER)[number][] =>
  switches.resultado_wallet === 'si' ? FIELDS_IN_ORDER : FIELDS_IN_ORDER.filter((c) => !c.startsWith('wallet_'));

/** GET /v2/conciliar-operaciones/{id}/resultado. */
export function serveResult(context: ApiContext, { id, parametros }: RouteRequest): Body {
  const { data, switches, conciliaciones } = context;
  const conciliacion = conciliaciones.search(id);
  if (conciliacion === undefined) return toAbsent(switches);
  if (conciliacion.estado === 'PENDIENTE' && switches.resultado_pendiente === 'error') {
    throw new Refusal(400, 'La conciliación está pendiente');
  }
  const { visible, hidden } = conciliaciones.vista(conciliacion);
  const requests = Number(parametros.get('reg_pagina') ?? DEFAULT_RESULT);
  const perPage = requests >= 1 && requests <= MAX_RESULT ? Math.floor(requests) : DEFAULT_RESULT;
  const range = cutPage(visible.length, perPage, parametros, switches);
  const fields = fieldsOf(switches);
  const operaciones = visible.slice(range.inicio, range.fin).map(({ crudo, pairing }) => {
    const row: Record<string, unknown> = {};
    for (const field of fields) row[field] = echoOf(field, crudo, switches);
    const found = hidden ? undefined : pairing;
    const liquidacion =
      found === undefined ? undefined : data.liquidaciones[valueAt(data.ops.liquidacion, found.operacion)];
    const unsettled = found === undefined ? null : '';
    return {
      ...row,
      conciliado: found === undefined ? 'false' : 'true',
      modo: found?.modo ?? '',
      nro_liquidacion: liquidacion?.numero ?? unsettled,
      liquidaciones_id: liquidacion === undefined ? unsettled : writeId(liquidacion.id, switches),
      fecha_liq: liquidacion === undefined ? null : data.fechas.iso(liquidacion.fecha),
      ...getExtras(switches),
    };
  });
  return toJson({ ...headerOf(context, conciliacion), operaciones });
}
