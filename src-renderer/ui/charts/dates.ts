import { m } from '../../paraglide/messages.js';

/** Noon in UTC, so that no time zone makes it another day. */
const instantOf = (iso: string): Date => new Date(`${iso}T12:00:00Z`);
/** The names are texts of ours. Making a date format of the platform for each day took longest of all that the first screen does. */
const namesOf = (texto: string): readonly string[] => texto.split(' ');
const delMes = (texto: string, mes: string): string => namesOf(texto)[Number(mes.slice(5, 7)) - 1] ?? mes;

/** `noviembre` of `2026-11`. */
export const getMonthName = (mes: string): string => delMes(m.fecha_meses(), mes);
/** `noviembre de 2026`. */
export const formatMonthAndYear = (mes: string): string =>
  m.fecha_mes_anio({ mes: getMonthName(mes), anio: mes.slice(0, 4) });
/** `nov` */
export const formatShortMonth = (mes: string): string => delMes(m.fecha_meses_cortos(), mes);
/** The place of a day in its week, from Monday: 0 … 6. */
export const getPlaceInWeek = (iso: string): number => (instantOf(iso).getUTCDay() + 6) % 7;
/** `martes` of `2026-11-24`. */
export const formatWeekday = (iso: string): string => namesOf(m.fecha_dias())[getPlaceInWeek(iso)] ?? iso;
/** `lun` … `dom`: the days of a week that starts on Monday. */
export const getWeekdays = (): readonly string[] => namesOf(m.fecha_dias_cortos());
/** `24/11` of `2026-11-24`. */
export const formatDayAndMonth = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}`;

export const capitalize = (texto: string): string => texto.charAt(0).toUpperCase() + texto.slice(1);
