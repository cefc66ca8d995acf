import type { Liquidacion, LiquidacionConciliada, LiquidacionTotales } from '#domain/liquidacion.ts';
import { sinCabecera, wrapperParser } from '../list/definition.ts';
import { listado, type MethodDeps } from '../list/deps.ts';
import { listParam, optionalParams, ventanaParams, type FiltroVentana } from '../list/filter.ts';
import { arrayParser, settle, type Filas } from '../list/single.ts';
import type { Listado } from '../list/whole.ts';
import { rowParser } from '../wire/rows.ts';
import { liquidacionConciliadaWire, liquidacionTotalesWire, liquidacionWire } from './wire.ts';

export interface LiquidacionesTotalesFiltro extends FiltroVentana {
  readonly marca?: string;
  /** A bank's id. No source of ids is stated: banks are filtered by the name in the rows instead (TRAPS.md). */
  readonly banco?: string;
}

export interface LiquidacionesFiltro extends LiquidacionesTotalesFiltro {
  readonly detalle?: boolean;
}

export type LiquidacionesConciliadasFiltro = Pick<FiltroVentana, 'ventana'>;

/** `GET /v1/liquidaciones`: settlements, up to 50 a page. By which date they are filtered is not stated. */
export function createLiquidaciones(deps: MethodDeps): Listado<LiquidacionesFiltro, Liquidacion> {
  return listado<LiquidacionesFiltro, Liquidacion, null>(
    {
      metodo: 'liquidaciones',
      path: 'v1/liquidaciones',
      tamano: 50,
      wrapper: wrapperParser('liquidaciones', sinCabecera),
      parse: rowParser(liquidacionWire),
      params: ({ ventana, detalle = false, comercios, marca, banco }) => [
        ...ventanaParams(ventana),
        ['detalle', String(detalle)],
        ...listParam('comercios', comercios),
        ...optionalParams({ marca, banco }),
      ],
      ventana: ({ ventana }) => ventana,
      conVentana: (filtro, ventana) => ({ ...filtro, ventana }),
      idDe: ({ id }) => id,
      fechaDe: ({ fecha }) => fecha,
      fechaCierta: false,
    },
    deps,
  );
}

/** `GET /v1/liquidaciones/conciliadas`: settlements with associated operations, 10 a page (no maximum is stated). */
export function createLiquidacionesConciliadas(
  deps: MethodDeps,
): Listado<LiquidacionesConciliadasFiltro, LiquidacionConciliada> {
  return listado<LiquidacionesConciliadasFiltro, LiquidacionConciliada, null>(
    {
      metodo: 'liquidaciones-conciliadas',
      path: 'v1/liquidaciones/conciliadas',
      tamano: 10,
      tamanoProbable: 100,
      wrapper: wrapperParser('liquidaciones', sinCabecera),
      parse: rowParser(liquidacionConciliadaWire),
      params: ({ ventana }) => ventanaParams(ventana),
      ventana: ({ ventana }) => ventana,
      conVentana: (filtro, ventana) => ({ ...filtro, ventana }),
      idDe: ({ id }) => id,
      fechaDe: ({ fecha }) => fecha,
      fechaCierta: false,
    },
    deps,
  );
}

/** `GET /v1/liquidaciones/totales`: one row per card over the period. */
export function createLiquidacionesTotales({ consult, quarantine }: MethodDeps) {
  const metodo = 'liquidaciones-totales';
  const parse = arrayParser<LiquidacionTotales>(rowParser(liquidacionTotalesWire));
  return async (
    { ventana, comercios, marca, banco }: LiquidacionesTotalesFiltro,
    signal: AbortSignal,
  ): Promise<Filas<LiquidacionTotales>> => {
    const params = [
      ...ventanaParams(ventana),
      ...listParam('comercios', comercios),
      ...optionalParams({ marca, banco }),
    ];
    return settle(
      { metodo, ventana },
      await consult({ metodo, path: 'v1/liquidaciones/totales', params, parse }, signal),
      quarantine,
    );
  };
}
