import { AppError } from '#contract/errors.ts';
import type { Impuesto, ImpuestosTotales } from '#domain/impuesto.ts';
import { listAnswer, momentOfDay, noHeader, type DatedList } from '../list/definition.ts';
import { listParam, ventanaParams, type FiltroVentana } from '../list/filter.ts';
import { listReader, type ListReader, type MethodDeps } from '../list/reader.ts';
import { accepted, refused } from '../wire/mismatch.ts';
import { isObject, rowParser } from '../wire/rows.ts';
import { impuestosTotalesWire, impuestoWire } from './wire.ts';

export interface ImpuestosTotalesFiltro extends FiltroVentana {
  /** Items `<marca>-<tarjeta>`. */
  readonly tarjetas?: readonly string[];
}

export interface ImpuestosFiltro extends ImpuestosTotalesFiltro {
  readonly detalle?: boolean;
}

const impuestosList: DatedList<ImpuestosFiltro, Impuesto, null> = {
  metodo: 'impuestos',
  path: () => 'v1/impuestos',
  pageSize: 50,
  answer: listAnswer('liquidaciones', noHeader),
  row: rowParser(impuestoWire),
  keyOf: ({ id }) => id,
  isTotalStated: true,
  params: ({ ventana, detalle = false, comercios, tarjetas }) => [
    ...ventanaParams(ventana),
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
export const createImpuestos = (deps: MethodDeps): ListReader<ImpuestosFiltro, Impuesto> =>
  listReader(impuestosList, deps);

/**
 * `GET /v1/impuestos/totales`: one object for the period; undefined where every amount of it is null or empty, what a database sums of no rows. One that
 * does not parse goes to the quarantine, and the call fails with `RESPUESTA_INVALIDA`: there is no other row to give.
 */
export function createImpuestosTotales({ consult, quarantine }: MethodDeps) {
  const metodo = 'impuestos-totales';
  const parseRow = rowParser(impuestosTotalesWire);
  const parse = (value: unknown) => (isObject(value) ? accepted(value) : refused('', 'objeto', value));
  return async (
    { ventana, comercios, tarjetas }: ImpuestosTotalesFiltro,
    signal: AbortSignal,
  ): Promise<ImpuestosTotales | undefined> => {
    const params = [
      ...ventanaParams(ventana),
      ...listParam('comercios', comercios),
      ...listParam('tarjetas', tarjetas),
    ];
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
