/** By which date what is compared was read. */
import type { ServiceMethod } from '#domain/vista.ts';
import { TABLES, type Stretch } from '#storage/cache/index.ts';
import type { HomeData } from '../figures/adder.ts';

/** Stretches that were read by a date that rows do not carry are kept without a field: the service filters by it (docs/gaps.md, `fecha_filtro`). */
export const isReadByOtherDate = ({ cache }: Pick<HomeData, 'cache'>, metodo: ServiceMethod): boolean =>
  cache.readStretches(metodo, '').length > 0;

/** What was read of a view: by its own date or, where the service lists by the payment date, by that one. */
export const readStretches = (data: Pick<HomeData, 'cache'>, metodo: ServiceMethod): readonly Stretch[] =>
  data.cache.readStretches(metodo, isReadByOtherDate(data, metodo) ? '' : (TABLES[metodo].fecha ?? ''));
