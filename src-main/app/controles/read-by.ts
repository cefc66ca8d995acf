/** By which date what is compared was read. */
import type { Metodo } from '#domain/vista.ts';
import { TABLAS, type Tramo } from '#storage/cache/index.ts';
import type { Datos } from '../inicio/sumador.ts';

/** Learnt by the synchronisation: the service filters by a date that rows do not carry (docs/gaps.md, `fecha_filtro`). */
export const isReadByOtherDate = ({ cache }: Pick<Datos, 'cache'>, metodo: Metodo): boolean =>
  cache.saber(`fecha_filtro:${metodo}`) === 'otra';

/** What was read of a view: by its own date or, where the service lists by the payment date, by that one. */
export const readStretches = (datos: Pick<Datos, 'cache'>, metodo: Metodo): readonly Tramo[] =>
  datos.cache.tramos(metodo, isReadByOtherDate(datos, metodo) ? '' : (TABLAS[metodo].fecha ?? ''));
