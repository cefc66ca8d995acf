import { toJson, type ApiContext, type Body, type RouteRequest } from './context.ts';
import type { ServiceMethod } from './failures.ts';
import {
  listReconciled,
  listImpuestos,
  listLiquidaciones,
  sumImpuestos,
  sumLiquidaciones,
} from './list-liquidaciones.ts';
import { listOperaciones } from './list-operaciones.ts';
import { listCalendario, listComercios, listMovimientos, listRechazos } from './list-others.ts';
import { deleteConciliacion, listConciliaciones, serveResult, upload, serveConciliacion } from './methods-conciliar.ts';
import { requireParameter, type Parameters } from './parameters.ts';

export interface Route {
  readonly metodo: ServiceMethod;
  readonly verb: 'GET' | 'POST' | 'DELETE';
  readonly ruta: string;
  handle(request: RouteRequest): Body;
}

/** Methods that need no live X-Auth-Token. */
export const WITHOUT_TOKEN: readonly ServiceMethod[] = ['token', 'login', 'refresco'];

const V2_ROOT = '/v2/conciliar-operaciones';

const list =
  (serve: (context: ApiContext, parameters: Parameters) => Body) =>
  (context: ApiContext, { parametros }: RouteRequest): Body =>
    serve(context, parametros);

/** The nineteen methods of the API description. */
const ROUTES: readonly (readonly [
  metodo: ServiceMethod,
  verb: Route['verb'],
  ruta: string,
  handle: (context: ApiContext, request: RouteRequest) => Body,
])[] = [
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

export const createRoutes = (context: ApiContext): readonly Route[] =>
  ROUTES.map(([metodo, verb, ruta, handle]) => ({
    metodo,
    verb,
    ruta,
    handle: (request) => handle(context, request),
  }));
