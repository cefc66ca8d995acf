import { addDays } from '../ui/dates.ts';
import { toBuenosAires } from '../ui/format.ts';

/** Both ends included, `YYYY-MM-DD`. */
export interface DateRange {
  readonly desde: string;
  readonly hasta: string;
}

/** True for a day that exists, as `YYYY-MM-DD`. */
export function isCivilDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Calendar months come first, since books are closed by month. */
export const PERIOD_PRESETS = ['mes', 'mes_pasado', 'mes_antepasado', '30', '90', 'anio'] as const;
export type Preset = (typeof PERIOD_PRESETS)[number];

/** The civil date in Buenos Aires, from milliseconds since the epoch. */
export const getTodayInBuenosAires = (now: number): string => toBuenosAires(now).slice(0, 10);

/** The calendar month before the month of a day. */
function monthBefore(day: string): DateRange {
  const to = addDays(`${day.slice(0, 7)}-01`, -1);
  return { desde: `${to.slice(0, 7)}-01`, hasta: to };
}

/** The days of a preset, up to today. */
export function getRange(preset: Preset, today: string): DateRange {
  switch (preset) {
    case 'mes':
      return { desde: `${today.slice(0, 7)}-01`, hasta: today };
    case 'mes_pasado':
      return monthBefore(today);
    case 'mes_antepasado':
      return monthBefore(monthBefore(today).desde);
    case '30':
      return { desde: addDays(today, -29), hasta: today };
    case '90':
      return { desde: addDays(today, -89), hasta: today };
    case 'anio':
      return { desde: `${today.slice(0, 4)}-01-01`, hasta: today };
  }
}
