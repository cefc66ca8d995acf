import { toBuenosAires } from '../ui/format.ts';

/** Both ends included, `YYYY-MM-DD`. */
export interface DateRange {
  readonly desde: string;
  readonly hasta: string;
}

/** Calendar months come first, since books are closed by month. */
const PRESETS = ['mes', 'mes_pasado', 'mes_antepasado', '30', '90', 'anio'] as const;
export type Preset = (typeof PRESETS)[number];
export const PERIOD_PRESETS: readonly Preset[] = PRESETS;

/** The day `dias` days later. `Date` in UTC has every civil day exactly once. */
function addDays(iso: string, dias: number): string {
  const date = new Date(`${iso}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + dias);
  return date.toISOString().slice(0, 10);
}

/** The civil date in Buenos Aires, from milliseconds since the epoch. */
export const getTodayInBuenosAires = (ahora: number): string => toBuenosAires(ahora).slice(0, 10);

/** The days that an update reads by default (docs/cli.md, `sincronizar`): since 90 days ago. */
export const getLastNinety = (hoy: string): DateRange => ({ desde: addDays(hoy, -90), hasta: hoy });

/** The calendar month before the month of a day. */
function mesAntesDe(dia: string): DateRange {
  const hasta = addDays(`${dia.slice(0, 7)}-01`, -1);
  return { desde: `${hasta.slice(0, 7)}-01`, hasta };
}

/** The days of a preset, up to today. */
export function getRange(preset: Preset, hoy: string): DateRange {
  switch (preset) {
    case 'mes':
      return { desde: `${hoy.slice(0, 7)}-01`, hasta: hoy };
    case 'mes_pasado':
      return mesAntesDe(hoy);
    case 'mes_antepasado':
      return mesAntesDe(mesAntesDe(hoy).desde);
    case '30':
      return { desde: addDays(hoy, -29), hasta: hoy };
    case '90':
      return { desde: addDays(hoy, -89), hasta: hoy };
    case 'anio':
      return { desde: `${hoy.slice(0, 4)}-01-01`, hasta: hoy };
  }
}
