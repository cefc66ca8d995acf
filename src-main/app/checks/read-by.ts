/** The date by which the compared rows were read. */
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES, type Stretch } from '#storage/cache/index.ts';
import type { FigureData } from '../figures/adder.ts';

/** Whether a view was read by a date that its rows do not carry: such stretches are kept without a field (docs/gaps.md, `fecha_filtro`). */
export const isReadByOtherDate = ({ cache }: Pick<FigureData, 'cache'>, method: ServiceMethod): boolean =>
  cache.readStretches(method, '').length > 0;

/** The stretches of a view that were read: by its own date or, where the service lists by the payment date, by that one. */
export const readStretches = (data: Pick<FigureData, 'cache'>, method: ServiceMethod): readonly Stretch[] =>
  data.cache.readStretches(method, isReadByOtherDate(data, method) ? '' : (TABLES[method].fecha ?? ''));
