import {
  toJson,
  type ApiContext,
  type Body,
  type RouteRequest,
  requireParameter,
  type Parameters,
  getExtras,
  writeId,
  cutPage,
  DAY_SECONDS,
  Refusal,
} from './parameters.ts';
import type { ServiceMethod, Switches } from './switches.ts';
import {
  listReconciled,
  listImpuestos,
  listLiquidaciones,
  sumImpuestos,
  sumLiquidaciones,
} from './list-liquidaciones.ts';
import { listOperaciones } from './list-operaciones.ts';
import { listCalendario, listComercios, listMovimientos, listRechazos } from './list-others.ts';
import { toDayNumber } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import type { StoredConciliacion } from './conciliaciones.ts';
import { selectRows, writePage, type List } from './list.ts';
import { echoOf } from './match.ts';
import { valueAt } from './operaciones.ts';

export const WITHOUT_TOKEN: readonly ServiceMethod[] = ['token', 'login', 'refresco'];

const V2_ROOT = '/v2/conciliar-operaciones';

const list =
  (serve: (context: ApiContext, parameters: Parameters) => Body) =>
  (context: ApiContext, { parametros }: RouteRequest): Body =>
    serve(context, parametros);

export type Route = readonly [
  metodo: ServiceMethod,
  verb: 'GET' | 'POST' | 'DELETE',
  ruta: string,
  handle: (context: ApiContext, request: RouteRequest) => Body,
];
export const ROUTES: readonly Route[] = [
  [
    'token',
    'POST',
    '/oauth/access_token',
    ({ tokens }, { autorizacion, parametros }) =>
      toJson(tokens.issueForCredentials(autorizacion, parametros.get('grant_type'))),
  ],
  [
    'login',
    'POST',
    '/oauth/access_login',
    ({ tokens }, { parametros, token }) =>
      toJson(tokens.login(requireParameter(parametros, 'usuario'), requireParameter(parametros, 'clave'), token)),
  ],
  [
    'refresco',
    'POST',
    '/oauth/refresh_token',
    ({ tokens }, { parametros, token }) => toJson(tokens.refresh(requireParameter(parametros, 'refresh_token'), token)),
  ],
  [
    'revocar',
    'POST',
    '/oauth/revoke_token',
    ({ tokens }, { token = '' }) => {
      tokens.revoke(token);
      return { json: '' };
    },
  ],
  ['calendario', 'GET', '/v1/calendario', list(listCalendario)],
  ['comercios', 'GET', '/v1/comercios', list(listComercios)],
  ['operaciones', 'GET', '/v1/operaciones', list(listOperaciones)],
  ['movimientos', 'GET', '/v1/movimientos', list(listMovimientos)],
  ['liquidaciones', 'GET', '/v1/liquidaciones', list(listLiquidaciones)],
  ['liquidaciones-totales', 'GET', '/v1/liquidaciones/totales', list(sumLiquidaciones)],
  ['liquidaciones-conciliadas', 'GET', '/v1/liquidaciones/conciliadas', list(listReconciled)],
  ['impuestos', 'GET', '/v1/impuestos', list(listImpuestos)],
  ['impuestos-totales', 'GET', '/v1/impuestos/totales', list(sumImpuestos)],
  ['rechazos', 'GET', '/v1/rechazos', list(listRechazos)],
  ['listar', 'GET', `${V2_ROOT}/listar`, list(listConciliaciones)],
  ['subir', 'POST', V2_ROOT, upload],
  ['ver', 'GET', `${V2_ROOT}/:id`, serveConciliacion],
  ['resultado', 'GET', `${V2_ROOT}/:id/resultado`, serveResult],
  ['borrar', 'DELETE', `${V2_ROOT}/:id`, deleteConciliacion],
];

/** `reg_pagina` of the result: 500 by default. A value up to 100 is used; a larger one is replaced by 500. */
const DEFAULT_RESULT = 500;
const MAX_RESULT = 100;

function upload({ conciliaciones, switches }: ApiContext, { cuerpo }: RouteRequest): Body {
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

/** The header of a reconciliation. The list calls the count of existing coupons `existe`; other answers call it `existen`. */
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

/** GET /v2/conciliar-operaciones/listar: filters by the date of creation; `total` is text here. */
function listConciliaciones(context: ApiContext, parameters: Parameters): Body {
  const list: List<StoredConciliacion> = {
    name: 'conciliaciones',
    limits: { byDefault: 25, maximum: 100 },
    rows: ({ context: { switches } }) =>
      context.conciliaciones.readAll().filter((c) => switches.lista_pendientes === 'si' || c.estado !== 'PENDIENTE'),
    idOf: ({ id }) => id,
    instantOf:
      () =>
      ({ fecha }) =>
        toDayNumber(fecha) * DAY_SECONDS,
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

/** The answer about a reconciliation that does not exist: by the switch `ver_ausente`, a 404 or a body that says so. */
function toAbsent({ ver_ausente: how }: Switches): Body {
  if (how === '404') throw new Refusal(404, notFound);
  return toJson({ estado: false, msg: notFound });
}

function serveConciliacion(context: ApiContext, { id }: RouteRequest): Body {
  const conciliacion = context.conciliaciones.search(id);
  return conciliacion === undefined ? toAbsent(context.switches) : toJson(headerOf(context, conciliacion));
}

/** DELETE /v2/conciliar-operaciones/{id}. For a reconciliation that does not exist, the answer is a 200 whose `estado` is false. */
function deleteConciliacion({ conciliaciones }: ApiContext, { id }: RouteRequest): Body {
  const conciliacion = conciliaciones.search(id);
  if (conciliacion === undefined) return toJson({ estado: false, msg: notFound });
  conciliaciones.remove(conciliacion);
  return toJson({ estado: true });
}

/** The coupon fields of a result: `referencia` … `fecha_pago` and the auxiliaries; the wallet fields only with the switch `resultado_wallet`. */
const fieldsOf = (switches: Switches): readonly (typeof FIELDS_IN_ORDER)[number][] =>
  switches.resultado_wallet === 'si' ? FIELDS_IN_ORDER : FIELDS_IN_ORDER.filter((c) => !c.startsWith('wallet_'));

function serveResult(context: ApiContext, { id, parametros }: RouteRequest): Body {
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
