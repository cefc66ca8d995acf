import type { DateWindow, TimedWindow } from '#domain/civil-date.ts';
import type { Param } from '../query/get.ts';

export const toWindowParams = ({ desde, hasta }: DateWindow): readonly Param[] => [
  ['fecha_desde', desde],
  ['fecha_hasta', hasta],
];

/** A list of ids as one comma-separated parameter; nothing when empty. */
export const listParam = (name: string, values: readonly string[] | undefined): readonly Param[] =>
  values === undefined || values.length === 0 ? [] : [[name, values.join(',')]];

/** Bounds with times where the window has them, both or neither; with times, `fecha_hasta` is not included. */
export function boundParams({ desde, hasta, times }: TimedWindow): readonly Param[] {
  if (times === undefined) return toWindowParams({ desde, hasta });
  return [
    ['fecha_desde', `${desde} ${times.desde}`],
    ['fecha_hasta', `${hasta} ${times.hasta}`],
  ];
}
