import type { LiquidacionTotals } from '#domain/views/liquidaciones-totales.ts';
import type { Liquidacion } from '#domain/views/liquidaciones.ts';
import type { ListRow } from '#domain/views/index.ts';
type ReconciledLiquidacion = ListRow<'liquidaciones-conciliadas'>;
import { listAnswer, momentOfDay, noHeader, type DatedList } from '../list/definition.ts';
import { listParam, optionalParams, windowParams, type WindowFilter } from '../list/filter.ts';
import { listReader, type ListReader, type MethodDeps } from '../list/reader.ts';
import { arrayParser, settle, type Rows } from '../list/single.ts';
import { rowParser } from '../wire/rows.ts';
import { reconciledLiquidacionWire, liquidacionTotalsWire, liquidacionWire } from './wire.ts';

export interface LiquidacionesTotalsFilter extends WindowFilter {
  readonly marca?: string;
  /** A bank's id. No source of ids is stated: banks are filtered by the name in the rows instead (docs/gaps.md). */
  readonly banco?: string;
}

export interface LiquidacionesFilter extends LiquidacionesTotalsFilter {
  readonly detalle?: boolean;
}

export type ReconciledLiquidacionesFilter = Pick<WindowFilter, 'ventana'>;

const liquidacionesList: DatedList<LiquidacionesFilter, Liquidacion, null> = {
  metodo: 'liquidaciones',
  path: () => 'v1/liquidaciones',
  pageSize: 50,
  answer: listAnswer('liquidaciones', noHeader),
  row: rowParser(liquidacionWire),
  keyOf: ({ id }) => id,
  isTotalStated: true,
  params: ({ ventana, detalle = false, comercios, marca, banco }) => [
    ...windowParams(ventana),
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
export const createLiquidaciones = (deps: MethodDeps): ListReader<LiquidacionesFilter, Liquidacion> =>
  listReader(liquidacionesList, deps);

const conciliadasList: DatedList<ReconciledLiquidacionesFilter, ReconciledLiquidacion, null> = {
  metodo: 'liquidaciones-conciliadas',
  path: () => 'v1/liquidaciones/conciliadas',
  pageSize: 10,
  largerPageSize: 100,
  answer: listAnswer('liquidaciones', noHeader),
  row: rowParser(reconciledLiquidacionWire),
  keyOf: ({ id }) => id,
  isTotalStated: true,
  params: ({ ventana }) => windowParams(ventana),
  window: ({ ventana }) => ventana,
  within: (filtro, ventana) => ({ ...filtro, ventana }),
  takesTimes: () => false,
  momentOf: ({ fecha }) => momentOfDay(fecha),
  isDateStated: false,
};

/** `GET /v1/liquidaciones/conciliadas`: settlements with associated operations, 10 a page (no maximum is stated). */
export const createReconciledLiquidaciones = (
  deps: MethodDeps,
): ListReader<ReconciledLiquidacionesFilter, ReconciledLiquidacion> => listReader(conciliadasList, deps);

/** `GET /v1/liquidaciones/totales`: one row per card over the period. */
export function createLiquidacionesTotals({ consult, quarantine }: MethodDeps) {
  const metodo = 'liquidaciones-totales';
  const parse = arrayParser<LiquidacionTotals>(rowParser(liquidacionTotalsWire));
  return async (
    { ventana, comercios, marca, banco }: LiquidacionesTotalsFilter,
    signal: AbortSignal,
  ): Promise<Rows<LiquidacionTotals>> => {
    const params = [
      ...windowParams(ventana),
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
