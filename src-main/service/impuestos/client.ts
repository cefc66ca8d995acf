import { AppError } from '#contract/errors.ts';
import type { Impuesto } from '#domain/views/impuestos.ts';
import type { ImpuestosTotals } from '#domain/views/impuestos-totales.ts';
import { listAnswer, momentOfDay, noHeader, type DatedList } from '../list/definition.ts';
import { listParam, windowParams, type WindowFilter } from '../list/filter.ts';
import { listReader, type ListReader, type MethodDeps } from '../list/reader.ts';
import { accepted, refused } from '../wire/mismatch.ts';
import { isObject, rowParser } from '../wire/rows.ts';
import { impuestosTotalsWire, impuestoWire } from './wire.ts';

export interface ImpuestosTotalsFilter extends WindowFilter {
  /** Items `<marca>-<tarjeta>`. */
  readonly tarjetas?: readonly string[];
}

export interface ImpuestosFilter extends ImpuestosTotalsFilter {
  readonly detalle?: boolean;
}

const impuestosList: DatedList<ImpuestosFilter, Impuesto, null> = {
  metodo: 'impuestos',
  path: () => 'v1/impuestos',
  pageSize: 50,
  answer: listAnswer('liquidaciones', noHeader),
  row: rowParser(impuestoWire),
  keyOf: ({ id }) => id,
  isTotalStated: true,
  params: ({ ventana, detalle = false, comercios, tarjetas }) => [
    ...windowParams(ventana),
    ['detalle', String(detalle)],
    ...listParam('comercios', comercios),
    ...listParam('tarjetas', tarjetas),
  ],
  window: ({ ventana }) => ventana,
  within: (filtro, ventana) => ({ ...filtro, ventana }),
  byShop: { ask: (filtro, comercios) => ({ ...filtro, comercios }), nameOf: ({ comercio }) => comercio },
  takesTimes: () => false,
  momentOf: ({ fecha }) => momentOfDay(fecha),
  isDateStated: false,
};

/** `GET /v1/impuestos`: tax records, up to 50 a page; their list comes under `liquidaciones`. */
export const createImpuestos = (deps: MethodDeps): ListReader<ImpuestosFilter, Impuesto> =>
  listReader(impuestosList, deps);

/**
 * `GET /v1/impuestos/totales`: one object for the period; undefined where every amount of it is null or empty, what a database sums of no rows. One that
 * does not parse goes to the quarantine, and the call fails with `RESPUESTA_INVALIDA`: there is no other row to give.
 */
export function createImpuestosTotals({ consult, quarantine }: MethodDeps) {
  const metodo = 'impuestos-totales';
  const parseRow = rowParser(impuestosTotalsWire);
  const parse = (value: unknown) => (isObject(value) ? accepted(value) : refused('', 'objeto', value));
  return async (
    { ventana, comercios, tarjetas }: ImpuestosTotalsFilter,
    signal: AbortSignal,
  ): Promise<ImpuestosTotals | undefined> => {
    const params = [...windowParams(ventana), ...listParam('comercios', comercios), ...listParam('tarjetas', tarjetas)];
    const raw = await consult({ metodo, path: 'v1/impuestos/totales', params, parse }, signal);
    const result = parseRow(raw);
    if (!result.ok) {
      quarantine(metodo, JSON.stringify(raw), result.motivo, ventana);
      throw new AppError('RESPUESTA_INVALIDA', { detail: { metodo, motivo: result.motivo } });
    }
    const { extra: _extra, ...amounts } = result.row;
    return Object.values(amounts).every((amount) => amount === null) ? undefined : result.row;
  };
}
