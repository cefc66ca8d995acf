/** The units of a synchronisation: a method, the date it is asked by, and a month of it (or what is asked of the month). */
import { addDays, daysInMonth, type CivilDate } from '#domain/civil-date.ts';
import type { CampoFecha } from '#domain/operacion.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS, type ReadableCache, type Tramo } from '#storage/cache/index.ts';
import { inicioDeMes } from '../cobertura/cobertura.ts';

export interface Unidad {
  readonly metodo: Metodo;
  readonly campo?: CampoFecha;
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/** Last day of the month of a date. */
export const finDeMes = (date: CivilDate): CivilDate =>
  addDays(inicioDeMes(date), daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7))) - 1);

/** The months of a period, newest first: a person can work with the last ones while the rest comes. */
export function mesesDe(desde: CivilDate, hasta: CivilDate): readonly { desde: CivilDate; hasta: CivilDate }[] {
  const meses: { desde: CivilDate; hasta: CivilDate }[] = [];
  for (let fin = hasta; fin >= desde; fin = addDays(inicioDeMes(fin), -1)) {
    const inicio = inicioDeMes(fin);
    meses.push({ desde: inicio < desde ? desde : inicio, hasta: fin });
  }
  return meses;
}

/** What was read of a view, by its own date or by one that its rows do not carry (docs/gaps.md, `fecha_filtro`), in order of days. */
export const stretchesRead = (cache: Pick<ReadableCache, 'tramos'>, metodo: Metodo): readonly Tramo[] =>
  [TABLAS[metodo].fecha ?? '', '']
    .flatMap((campo) => cache.tramos(metodo, campo))
    .toSorted((a, b) => (a.desde < b.desde ? -1 : 1));

/** What of a period is not yet in stretches that were read, in order of days. */
export function faltantes(
  { desde, hasta }: { desde: CivilDate; hasta: CivilDate },
  leidos: readonly Pick<Tramo, 'desde' | 'hasta'>[],
): readonly { desde: CivilDate; hasta: CivilDate }[] {
  const faltan: { desde: CivilDate; hasta: CivilDate }[] = [];
  let desdeAhora = desde;
  for (const tramo of leidos) {
    if (tramo.hasta < desdeAhora || tramo.desde > hasta) continue;
    if (tramo.desde > desdeAhora) faltan.push({ desde: desdeAhora, hasta: addDays(tramo.desde, -1) });
    desdeAhora = addDays(tramo.hasta, 1);
  }
  if (desdeAhora <= hasta) faltan.push({ desde: desdeAhora, hasta });
  return faltan;
}
