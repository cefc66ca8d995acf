/** The units of a synchronisation: a method, the date by which it is requested, and a month (or the requested part of one). */
import { addDays, daysInMonth, type CivilDate } from '#domain/civil-date.ts';
import type { DateField } from '#domain/views/operaciones.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import { TABLES, type ReadableCache, type Stretch } from '#storage/cache/index.ts';
import { monthStart } from '../coverage/coverage.ts';

export interface Unit {
  readonly metodo: ServiceMethod;
  readonly campo?: DateField;
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/** Last day of the month of a date. */
export const finDeMes = (date: CivilDate): CivilDate =>
  addDays(monthStart(date), daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7))) - 1);

/** The months of a period, newest first: a person can work with the last ones while the others are read. */
export function monthsOf(desde: CivilDate, hasta: CivilDate): readonly { desde: CivilDate; hasta: CivilDate }[] {
  const meses: { desde: CivilDate; hasta: CivilDate }[] = [];
  for (let fin = hasta; fin >= desde; fin = addDays(monthStart(fin), -1)) {
    const inicio = monthStart(fin);
    meses.push({ desde: inicio < desde ? desde : inicio, hasta: fin });
  }
  return meses;
}

/** The stretches of a view that were read, by its own date or by one that its rows do not carry (docs/gaps.md, `fecha_filtro`), in order of days. */
export const stretchesRead = (cache: Pick<ReadableCache, 'readStretches'>, metodo: ServiceMethod): readonly Stretch[] =>
  [TABLES[metodo].fecha ?? '', '']
    .flatMap((campo) => cache.readStretches(metodo, campo))
    .toSorted((a, b) => (a.desde < b.desde ? -1 : 1));

/** The parts of a period that no stretch covers, in order of days. */
export function missingStretches(
  { desde, hasta }: { desde: CivilDate; hasta: CivilDate },
  stretches: readonly Pick<Stretch, 'desde' | 'hasta'>[],
): readonly { desde: CivilDate; hasta: CivilDate }[] {
  const faltan: { desde: CivilDate; hasta: CivilDate }[] = [];
  let fromNow = desde;
  for (const stretch of stretches) {
    if (stretch.hasta < fromNow || stretch.desde > hasta) continue;
    if (stretch.desde > fromNow) faltan.push({ desde: fromNow, hasta: addDays(stretch.desde, -1) });
    fromNow = addDays(stretch.hasta, 1);
  }
  if (fromNow <= hasta) faltan.push({ desde: fromNow, hasta });
  return faltan;
}
