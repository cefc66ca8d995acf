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
  /** Whether a live X-Auth-Token is required. */
  readonly conToken: boolean;
  handle(request: RouteRequest): Body;
}

const V2_ROOT = '/v2/conciliar-operaciones';

/** The nineteen methods of the API description. */
export function createRoutes(
  context: SandboxContext,
  conciliaciones: Conciliaciones,
  tokens: Tokens,
): readonly Route[] {
  const queryRoute = (
    method: ServiceMethod,
    path: string,
    list: (context: SandboxContext, parameters: Parameters) => Body,
  ): Route => ({
    metodo: method,
    verb: 'GET',
    ruta: path,
    conToken: true,
    handle: ({ parametros }) => list(context, parametros),
  });
  return [
    {
      metodo: 'token',
      verb: 'POST',
      ruta: '/oauth/access_token',
      conToken: false,
      handle: (p) => toJson(tokens.issueForCredentials(p.autorizacion, p.parametros.get('grant_type'))),
    },
    {
      metodo: 'login',
      verb: 'POST',
      ruta: '/oauth/access_login',
      conToken: false,
      handle: (p) =>
        toJson(
          tokens.login(requireParameter(p.parametros, 'usuario'), requireParameter(p.parametros, 'clave'), p.token),
        ),
    },
    {
      metodo: 'refresco',
      verb: 'POST',
      ruta: '/oauth/refresh_token',
      conToken: false,
      handle: (p) => toJson(tokens.refresh(requireParameter(p.parametros, 'refresh_token'), p.token)),
    },
    {
      metodo: 'revocar',
      verb: 'POST',
      ruta: '/oauth/revoke_token',
      conToken: true,
      handle: (p) => {
        tokens.revoke(p.token ?? '');
        return { json: '' };
      },
    },
    queryRoute('calendario', '/v1/calendario', listCalendario),
    queryRoute('comercios', '/v1/comercios', listComercios),
    queryRoute('operaciones', '/v1/operaciones', listOperaciones),
    queryRoute('movimientos', '/v1/movimientos', listMovimientos),
    queryRoute('liquidaciones', '/v1/liquidaciones', listLiquidaciones),
    queryRoute('liquidaciones-totales', '/v1/liquidaciones/totales', sumLiquidaciones),
    queryRoute('liquidaciones-conciliadas', '/v1/liquidaciones/conciliadas', listReconciled),
    queryRoute('impuestos', '/v1/impuestos', listImpuestos),
    queryRoute('impuestos-totales', '/v1/impuestos/totales', sumImpuestos),
    queryRoute('rechazos', '/v1/rechazos', listRechazos),
    queryRoute('listar', `${V2_ROOT}/listar`, (c, parameters) => listConciliaciones(c, conciliaciones, parameters)),
    {
      metodo: 'subir',
      verb: 'POST',
      ruta: V2_ROOT,
      conToken: true,
      handle: (p) => upload(context, conciliaciones, p.cuerpo),
    },
    {
      metodo: 'ver',
      verb: 'GET',
      ruta: `${V2_ROOT}/:id`,
      conToken: true,
      handle: (p) => serveConciliacion(context, conciliaciones, p.id),
    },
    {
      metodo: 'resultado',
      verb: 'GET',
      ruta: `${V2_ROOT}/:id/resultado`,
      conToken: true,
      handle: (p) => serveResult(context, conciliaciones, { id: p.id, parametros: p.parametros }),
    },
    {
      metodo: 'borrar',
      verb: 'DELETE',
      ruta: `${V2_ROOT}/:id`,
      conToken: true,
      handle: (p) => deleteConciliacion(conciliaciones, p.id),
    },
  ];
}
