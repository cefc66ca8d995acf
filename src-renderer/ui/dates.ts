import { m } from '../paraglide/messages.js';

const DAY_MS = 86_400_000;
/** Milliseconds since the epoch, at midnight UTC, because in UTC every day has 24 hours. */
const instantOf = (iso: string): number => Date.parse(`${iso}T00:00:00Z`);

export const addDays = (iso: string, n: number): string =>
  new Date(instantOf(iso) + n * DAY_MS).toISOString().slice(0, 10);
export const countDaysBetween = (from: string, to: string): number => (instantOf(to) - instantOf(from)) / DAY_MS;
export function getMonthBefore(month: string, n = 1): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - n;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

export const daysOf = (month: string): { readonly desde: string; readonly hasta: string } => ({
  desde: `${month}-01`,
  hasta: addDays(`${getMonthBefore(month, -1)}-01`, -1),
});

/** True for a date that exists, written `YYYY-MM-DD`. */
export const isCivilDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

/** Names of days and months come from messages: creating a date format of the platform was the slowest part of the first screen. */
const namesOf = (text: string): readonly string[] => text.split(' ');
const nameOfMonth = (text: string, month: string): string => namesOf(text)[Number(month.slice(5, 7)) - 1] ?? month;

/** `noviembre` of `2026-11`. */
export const getMonthName = (month: string): string => nameOfMonth(m.fecha_meses(), month);
/** `noviembre de 2026`. */
export const formatMonthAndYear = (month: string): string =>
  m.fecha_mes_anio({ mes: getMonthName(month), anio: month.slice(0, 4) });
export const formatShortMonth = (month: string): string => nameOfMonth(m.fecha_meses_cortos(), month);
/** The index of a day in its week: 0 is Monday, 6 is Sunday. */
export const getPlaceInWeek = (iso: string): number => (new Date(instantOf(iso)).getUTCDay() + 6) % 7;
/** `martes` of `2026-11-24`. */
export const formatWeekday = (iso: string): string => namesOf(m.fecha_dias())[getPlaceInWeek(iso)] ?? iso;
/** `lun` … `dom`: the days of a week that starts on Monday. */
export const getWeekdays = (): readonly string[] => namesOf(m.fecha_dias_cortos());
/** `24/11` of `2026-11-24`. */
export const formatDayAndMonth = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
