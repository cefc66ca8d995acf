import type { Conciliaciones } from './conciliaciones.ts';
import { toJson, type SandboxContext, type Body } from './context.ts';
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
import type { Tokens } from './tokens.ts';

/** A request after its parameters were read. */
export interface RouteRequest {
  readonly parametros: Parameters;
  readonly cuerpo: string;
  /** `{id}` of the path; empty where there is none. */
  readonly id: string;
  readonly token: string | undefined;
  readonly autorizacion: string | undefined;
}

export interface Route {
  readonly metodo: ServiceMethod;
  readonly verb: 'GET' | 'POST' | 'DELETE';
  readonly ruta: string;
  handle(request: RouteRequest): Body;
}

/** Methods that need no live X-Auth-Token. */
export const WITHOUT_TOKEN: readonly ServiceMethod[] = ['token', 'login', 'refresco'];

const V2_ROOT = '/v2/conciliar-operaciones';

/** The nineteen methods of the API description. */
export function createRoutes(
  context: SandboxContext,
  conciliaciones: Conciliaciones,
  tokens: Tokens,
): readonly Route[] {
  const list =
    (serve: (context: SandboxContext, parameters: Parameters) => Body): Route['handle'] =>
    ({ parametros }) =>
      serve(context, parametros);
  const routes: readonly (readonly [ServiceMethod, Route['verb'], string, Route['handle']])[] = [
    [
      'token',
      'POST',
      '/oauth/access_token',
      (p) => toJson(tokens.issueForCredentials(p.autorizacion, p.parametros.get('grant_type'))),
    ],
    [
      'login',
      'POST',
      '/oauth/access_login',
      ({ parametros, token }) =>
        toJson(tokens.login(requireParameter(parametros, 'usuario'), requireParameter(parametros, 'clave'), token)),
    ],
    [
      'refresco',
      'POST',
      '/oauth/refresh_token',
      ({ parametros, token }) => toJson(tokens.refresh(requireParameter(parametros, 'refresh_token'), token)),
    ],
    [
      'revocar',
      'POST',
      '/oauth/revoke_token',
      ({ token = '' }) => {
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
    ['listar', 'GET', `${V2_ROOT}/listar`, list((c, parameters) => listConciliaciones(c, conciliaciones, parameters))],
    ['subir', 'POST', V2_ROOT, ({ cuerpo }) => upload(context, conciliaciones, cuerpo)],
    ['ver', 'GET', `${V2_ROOT}/:id`, ({ id }) => serveConciliacion(context, conciliaciones, id)],
    ['resultado', 'GET', `${V2_ROOT}/:id/resultado`, (request) => serveResult(context, conciliaciones, request)],
    ['borrar', 'DELETE', `${V2_ROOT}/:id`, ({ id }) => deleteConciliacion(conciliaciones, id)],
  ];
  return routes.map(([metodo, verb, ruta, handle]) => ({ metodo, verb, ruta, handle }));
}
