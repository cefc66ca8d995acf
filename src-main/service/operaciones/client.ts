import { AppError } from '#contract/errors.ts';
import { formatPlain, type Money } from '#domain/money.ts';
import type { DateField, Operacion } from '#domain/views/operaciones.ts';
import type { TimedWindow } from '#domain/window.ts';
import { listAnswer, momentOfDay, momentOfTime, noHeader, type DatedList } from '../list/definition.ts';
import { boundParams, listParam, optionalParams } from '../list/filter.ts';
import { listReader, type ListReader, type MethodDeps } from '../list/reader.ts';
import type { Param } from '../query/get.ts';
import { rowParser } from '../wire/rows.ts';
import { operacionWire } from './wire.ts';

export interface OperacionesFilter {
  /** Times only with `campoFecha` = `fecha_venta`: others are refused before anything is sent. */
  readonly ventana: TimedWindow;
  readonly campoFecha?: DateField;
  readonly comercios?: readonly string[];
  /** A marca, or `<marca>-<tarjeta>`. */
  readonly marca?: string;
  readonly establecimiento?: string;
  readonly lote?: string;
  readonly comprobante?: string;
  readonly tarjetaNro?: string;
  readonly importe?: Money;
}

function params(filtro: OperacionesFilter): readonly Param[] {
  const campoFecha = filtro.campoFecha ?? 'fecha_venta';
  if (filtro.ventana.horas !== undefined && campoFecha !== 'fecha_venta') throw new AppError('HORA_SIN_SENTIDO');
  return [
    ...boundParams(filtro.ventana),
    ['campo_fecha', campoFecha],
    ...listParam('comercios', filtro.comercios),
    ...optionalParams({
      marca: filtro.marca,
      establecimiento: filtro.establecimiento,
      lote: filtro.lote,
      comprobante: filtro.comprobante,
      tarjeta_nro: filtro.tarjetaNro,
      importe: filtro.importe === undefined ? undefined : formatPlain(filtro.importe),
    }),
  ];
}

const operacionesList: DatedList<OperacionesFilter, Operacion, null> = {
  metodo: 'operaciones',
  path: () => 'v1/operaciones',
  pageSize: 1000,
  answer: listAnswer('operaciones', noHeader),
  row: rowParser(operacionWire),
  keyOf: ({ id }) => id,
  isTotalStated: true,
  params,
  window: ({ ventana }) => ventana,
  within: (filtro, ventana) => ({ ...filtro, ventana }),
  byShop: { ask: (filtro, comercios) => ({ ...filtro, comercios }), nameOf: ({ comercio }) => comercio },
  takesTimes: ({ campoFecha = 'fecha_venta' }) => campoFecha === 'fecha_venta',
  momentOf: (row, { campoFecha = 'fecha_venta' }) =>
    campoFecha === 'fecha_venta' ? momentOfTime(row.fecha_venta) : momentOfDay(row[campoFecha]),
  isDateStated: true,
};

/** `GET /v1/operaciones`: sale coupons, up to 1,000 a page. */
export const createOperaciones = (deps: MethodDeps): ListReader<OperacionesFilter, Operacion> =>
  listReader(operacionesList, deps);
