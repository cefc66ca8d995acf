/** Moments of civil time as seconds since 1970-01-01 00:00:00, and the stretches between two of them, the end excluded. */
import { addDays, fromDayNumber, toDayNumber, type CivilDate, type TimedWindow } from '#domain/civil-date.ts';

export const DAY_S = 86_400;

const pad = (n: number): string => String(n).padStart(2, '0');
const timeAt = (second: number): string =>
  `${pad(Math.floor(second / 3600))}:${pad(Math.floor(second / 60) % 60)}:${pad(second % 60)}`;

export const startOf = (day: CivilDate): number => toDayNumber(day) * DAY_S;
export const dayAt = (instant: number): CivilDate => fromDayNumber(Math.floor(instant / DAY_S));
export const secondOf = (time: string): number =>
  Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60 + Number(time.slice(6, 8));

export interface Between {
  readonly desde: number;
  readonly hasta: number;
}

/** Days of the calendar that a stretch touches. */
export const daysIn = ({ desde, hasta }: Between): number =>
  Math.floor((hasta - 1) / DAY_S) - Math.floor(desde / DAY_S) + 1;

/** By days where the stretch begins and ends with a day, else by times, the end excluded. */
export function windowOf({ desde, hasta }: Between): TimedWindow {
  if (desde % DAY_S === 0 && hasta % DAY_S === 0) return { desde: dayAt(desde), hasta: addDays(dayAt(hasta), -1) };
  return {
    desde: dayAt(desde),
    hasta: dayAt(hasta),
    times: { desde: timeAt(desde % DAY_S), hasta: timeAt(hasta % DAY_S) },
  };
}

export function betweenOf({ desde, hasta, times }: TimedWindow): Between {
  if (times === undefined) return { desde: startOf(desde), hasta: startOf(hasta) + DAY_S };
  return { desde: startOf(desde) + secondOf(times.desde), hasta: startOf(hasta) + secondOf(times.hasta) };
}
