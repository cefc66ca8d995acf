import type { Rechazo } from '#domain/views/rechazos.ts';
import { listAnswer, momentOfTime, noHeader, type DatedList } from '../list/definition.ts';
import { listParam, windowParams, type WindowFilter } from '../list/filter.ts';
import { listReader, type ListReader, type MethodDeps } from '../list/reader.ts';
import { rowParser } from '../wire/rows.ts';
import { rechazoWire } from './wire.ts';

const rechazosList: DatedList<WindowFilter, Rechazo, null> = {
  metodo: 'rechazos',
  path: () => 'v1/rechazos',
  pageSize: 25,
  largerPageSize: 100,
  answer: listAnswer('operaciones', noHeader),
  row: rowParser(rechazoWire),
  keyOf: ({ id }) => id,
  isTotalStated: true,
  params: ({ ventana, comercios }) => [...windowParams(ventana), ...listParam('comercios', comercios)],
  window: ({ ventana }) => ventana,
  within: (filtro, ventana) => ({ ...filtro, ventana }),
  byShop: { ask: (filtro, comercios) => ({ ...filtro, comercios }), nameOf: ({ comercio }) => comercio },
  takesTimes: () => false,
  momentOf: ({ fecha }) => momentOfTime(fecha),
  isDateStated: false,
};

/** `GET /v1/rechazos`: their list comes under `operaciones`, 25 a page (no maximum is stated). */
export const createRechazos = (deps: MethodDeps): ListReader<WindowFilter, Rechazo> => listReader(rechazosList, deps);
