import type { Conciliaciones } from './conciliaciones.ts';
import { json, type Contexto, type Cuerpo } from './contexto.ts';
import type { Metodo } from './fallas.ts';
import {
  listarConciliadas,
  listarImpuestos,
  listarLiquidaciones,
  totalesImpuestos,
  totalesLiquidaciones,
} from './listar-liquidaciones.ts';
import { listarOperaciones } from './listar-operaciones.ts';
import { listarCalendario, listarComercios, listarMovimientos, listarRechazos } from './listar-otros.ts';
import { borrar, listarConciliaciones, resultado, subir, ver } from './metodos-conciliar.ts';
import { exigir, type Parametros } from './parametros.ts';
import type { Tokens } from './tokens.ts';

/** A request after its parameters were read. */
export interface Pedido {
  readonly parametros: Parametros;
  readonly cuerpo: string;
  /** `{id}` of the path; empty where there is none. */
  readonly id: string;
  readonly token: string | undefined;
  readonly autorizacion: string | undefined;
}

interface Ruta {
  readonly metodo: Metodo;
  readonly verbo: 'GET' | 'POST' | 'DELETE';
  readonly ruta: string;
  /** Whether a live X-Auth-Token is required. */
  readonly conToken: boolean;
  atender(pedido: Pedido): Cuerpo;
}

const RAIZ_V2 = '/v2/conciliar-operaciones';

/** The nineteen methods of the API description. */
export function crearRutas(contexto: Contexto, conciliaciones: Conciliaciones, tokens: Tokens): readonly Ruta[] {
  const consulta = (
    metodo: Metodo,
    ruta: string,
    listar: (contexto: Contexto, parametros: Parametros) => Cuerpo,
  ): Ruta => ({
    metodo,
    verbo: 'GET',
    ruta,
    conToken: true,
    atender: ({ parametros }) => listar(contexto, parametros),
  });
  return [
    {
      metodo: 'token',
      verbo: 'POST',
      ruta: '/oauth/access_token',
      conToken: false,
      atender: (p) => json(tokens.porCredenciales(p.autorizacion, p.parametros.get('grant_type'))),
    },
    {
      metodo: 'login',
      verbo: 'POST',
      ruta: '/oauth/access_login',
      conToken: false,
      atender: (p) => json(tokens.porClave(exigir(p.parametros, 'usuario'), exigir(p.parametros, 'clave'), p.token)),
    },
    {
      metodo: 'refresco',
      verbo: 'POST',
      ruta: '/oauth/refresh_token',
      conToken: false,
      atender: (p) => json(tokens.refrescar(exigir(p.parametros, 'refresh_token'), p.token)),
    },
    {
      metodo: 'revocar',
      verbo: 'POST',
      ruta: '/oauth/revoke_token',
      conToken: true,
      atender: (p) => {
        tokens.revocar(p.token ?? '');
        return { json: '' };
      },
    },
    consulta('calendario', '/v1/calendario', listarCalendario),
    consulta('comercios', '/v1/comercios', listarComercios),
    consulta('operaciones', '/v1/operaciones', listarOperaciones),
    consulta('movimientos', '/v1/movimientos', listarMovimientos),
    consulta('liquidaciones', '/v1/liquidaciones', listarLiquidaciones),
    consulta('liquidaciones-totales', '/v1/liquidaciones/totales', totalesLiquidaciones),
    consulta('liquidaciones-conciliadas', '/v1/liquidaciones/conciliadas', listarConciliadas),
    consulta('impuestos', '/v1/impuestos', listarImpuestos),
    consulta('impuestos-totales', '/v1/impuestos/totales', totalesImpuestos),
    consulta('rechazos', '/v1/rechazos', listarRechazos),
    consulta('listar', `${RAIZ_V2}/listar`, (c, parametros) => listarConciliaciones(c, conciliaciones, parametros)),
    {
      metodo: 'subir',
      verbo: 'POST',
      ruta: RAIZ_V2,
      conToken: true,
      atender: (p) => subir(contexto, conciliaciones, p.cuerpo),
    },
    {
      metodo: 'ver',
      verbo: 'GET',
      ruta: `${RAIZ_V2}/:id`,
      conToken: true,
      atender: (p) => ver(contexto, conciliaciones, p.id),
    },
    {
      metodo: 'resultado',
      verbo: 'GET',
      ruta: `${RAIZ_V2}/:id/resultado`,
      conToken: true,
      atender: (p) => resultado(contexto, conciliaciones, { id: p.id, parametros: p.parametros }),
    },
    {
      metodo: 'borrar',
      verbo: 'DELETE',
      ruta: `${RAIZ_V2}/:id`,
      conToken: true,
      atender: (p) => borrar(conciliaciones, p.id),
    },
  ];
}
export type { Ruta };
