import { getLocale } from '../../paraglide/runtime.js';

/** Noon, so that no zone makes another day of it. */
const instante = (iso: string): Date => new Date(`${iso}T12:00:00Z`);
const conFormato = (opciones: Intl.DateTimeFormatOptions, iso: string): string =>
  new Intl.DateTimeFormat(getLocale(), { ...opciones, timeZone: 'UTC' }).format(instante(iso));

/** `noviembre` of `2026-11`. */
export const nombreDeMes = (mes: string): string => conFormato({ month: 'long' }, `${mes}-01`);
/** `noviembre de 2026`. */
export const mesConAnio = (mes: string): string => conFormato({ month: 'long', year: 'numeric' }, `${mes}-01`);
/** `nov.` */
export const mesCorto = (mes: string): string => conFormato({ month: 'short' }, `${mes}-01`);
/** `martes` of a day. */
export const diaDeSemana = (iso: string): string => conFormato({ weekday: 'long' }, iso);
/** `lun` … `dom`: the days of a week that starts on Monday. */
export const diasDeSemana = (): readonly string[] =>
  [5, 6, 7, 8, 9, 10, 11].map((dia) => conFormato({ weekday: 'short' }, `2026-01-${String(dia).padStart(2, '0')}`));
/** `24/11`. */
export const diaYMes = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}`;
/** Places from Monday: 0 … 6. */
export const lugarEnSemana = (iso: string): number => (instante(iso).getUTCDay() + 6) % 7;

export const conMayuscula = (texto: string): string => texto.charAt(0).toUpperCase() + texto.slice(1);
