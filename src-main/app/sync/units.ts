/** The units of a synchronisation: a method, the date by which it is requested, and a month (or the requested part of one). */
import { addDays, type CivilDate, type DateWindow } from '#domain/civil-date.ts';
import { getMonthStart } from '#domain/months.ts';
import type { DateField } from '#domain/views/operaciones.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES, type ReadableCache, type Stretch } from '#storage/cache/index.ts';

export interface Unit extends DateWindow {
  readonly metodo: ServiceMethod;
  readonly campo?: DateField;
}

/** The months of a period, newest first: a person can work with the last ones while the others are read. */
export function monthsOf(from: CivilDate, to: CivilDate): readonly DateWindow[] {
  const months: DateWindow[] = [];
  for (let end = to; end >= from; end = addDays(getMonthStart(end), -1)) {
    const start = getMonthStart(end);
    months.push({ desde: start < from ? from : start, hasta: end });
  }
  return months;
}

/** The stretches of a view that were read, by its own date or by one that its rows do not carry (docs/gaps.md, `fecha_filtro`), in order of days. */
export const listStretchesRead = (
  cache: Pick<ReadableCache, 'readStretches'>,
  method: ServiceMethod,
): readonly Stretch[] =>
  [TABLES[method].fecha ?? '', '']
    .flatMap((field) => cache.readStretches(method, field))
    .toSorted((a, b) => (a.desde < b.desde ? -1 : 1));

/** The parts of a period that no stretch covers, in order of days. */
export function listMissingStretches(
  { desde, hasta }: DateWindow,
  stretches: readonly Pick<Stretch, 'desde' | 'hasta'>[],
): readonly DateWindow[] {
  const missing: DateWindow[] = [];
  let fromNow = desde;
  for (const stretch of stretches) {
    if (stretch.hasta < fromNow || stretch.desde > hasta) continue;
    if (stretch.desde > fromNow) missing.push({ desde: fromNow, hasta: addDays(stretch.desde, -1) });
    fromNow = addDays(stretch.hasta, 1);
  }
  if (fromNow <= hasta) missing.push({ desde: fromNow, hasta });
  return missing;
}
