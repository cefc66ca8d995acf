import type { Liquidacion, LiquidacionConciliada, LiquidacionTotales } from '#domain/liquidacion.ts';
import { listAnswer, momentOfDay, noHeader, type DatedList } from '../list/definition.ts';
import { listParam, optionalParams, ventanaParams, type FiltroVentana } from '../list/filter.ts';
import { listReader, type ListReader, type MethodDeps } from '../list/reader.ts';
import { arrayParser, settle, type Filas } from '../list/single.ts';
import { rowParser } from '../wire/rows.ts';
import { liquidacionConciliadaWire, liquidacionTotalesWire, liquidacionWire } from './wire.ts';

export interface LiquidacionesTotalesFiltro extends FiltroVentana {
  readonly marca?: string;
  /** A bank's id. No source of ids is stated: banks are filtered by the name in the rows instead (docs/gaps.md). */
  readonly banco?: string;
}

export interface LiquidacionesFiltro extends LiquidacionesTotalesFiltro {
  readonly detalle?: boolean;
}

export type LiquidacionesConciliadasFiltro = Pick<FiltroVentana, 'ventana'>;

const liquidacionesList: DatedList<LiquidacionesFiltro, Liquidacion, null> = {
  metodo: 'liquidaciones',
  path: () => 'v1/liquidaciones',
  pageSize: 50,
  answer: listAnswer('liquidaciones', noHeader),
  row: rowParser(liquidacionWire),
  keyOf: ({ id }) => id,
  isTotalStated: true,
  params: ({ ventana, detalle = false, comercios, marca, banco }) => [
    ...ventanaParams(ventana),
    ['detalle', String(detalle)],
    ...listParam('comercios', comercios),
    ...optionalParams({ marca, banco }),
  ],
  window: ({ ventana }) => ventana,
  within: (filtro, ventana) => ({ ...filtro, ventana }),
  byShop: { ask: (filtro, comercios) => ({ ...filtro, comercios }), nameOf: ({ comercio }) => comercio },
  takesTimes: () => false,
  momentOf: ({ fecha }) => momentOfDay(fecha),
  isDateStated: false,
};

/** `GET /v1/liquidaciones`: settlements, up to 50 a page. By which date they are filtered is not stated. */
export const createLiquidaciones = (deps: MethodDeps): ListReader<LiquidacionesFiltro, Liquidacion> =>
  listReader(liquidacionesList, deps);

const conciliadasList: DatedList<LiquidacionesConciliadasFiltro, LiquidacionConciliada, null> = {
  metodo: 'liquidaciones-conciliadas',
  path: () => 'v1/liquidaciones/conciliadas',
  pageSize: 10,
  largerPageSize: 100,
  answer: listAnswer('liquidaciones', noHeader),
  row: rowParser(liquidacionConciliadaWire),
  keyOf: ({ id }) => id,
  isTotalStated: true,
  params: ({ ventana }) => ventanaParams(ventana),
  window: ({ ventana }) => ventana,
  within: (filtro, ventana) => ({ ...filtro, ventana }),
  takesTimes: () => false,
  momentOf: ({ fecha }) => momentOfDay(fecha),
  isDateStated: false,
};

/** `GET /v1/liquidaciones/conciliadas`: settlements with associated operations, 10 a page (no maximum is stated). */
export const createLiquidacionesConciliadas = (
  deps: MethodDeps,
): ListReader<LiquidacionesConciliadasFiltro, LiquidacionConciliada> => listReader(conciliadasList, deps);

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
