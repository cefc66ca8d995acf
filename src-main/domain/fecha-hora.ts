import { parseDmyDate, parseIsoDate, type CivilDate } from './civil-date.ts';

/** A date with the time the processor reported, `HH:MM:SS`; null when it reported none, which is not midnight (TRAPS.md). */
export interface FechaHora {
  readonly fecha: CivilDate;
  readonly hora: string | null;
}

const HORA = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

function parseWith(text: string, parseDate: (date: string) => CivilDate | undefined): FechaHora | undefined {
  const fecha = parseDate(text.slice(0, 10));
  if (fecha === undefined) return undefined;
  if (text.length === 10) return { fecha, hora: null };
  const hora = text.slice(11);
  return text[10] === ' ' && HORA.test(hora) ? { fecha, hora } : undefined;
}

/** Reads `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` exactly; anything else is undefined. */
export const parseFechaHora = (text: string): FechaHora | undefined => parseWith(text, parseIsoDate);

/**
 * Reads the dates whose form the API description does not state (`fecha_liq`, a reconciliation's `fecha`,
 * `fecha_recupero_adelanto`): ISO or DD/MM/YYYY, with or without time. The two cannot be taken for each other.
 */
export const parseFechaSuelta = (text: string): FechaHora | undefined =>
  text[2] === '/' ? parseWith(text, parseDmyDate) : parseWith(text, parseIsoDate);

/** `YYYY-MM-DD`, followed by the time where one was reported. */
export const formatFechaHora = (value: FechaHora): string =>
  value.hora === null ? value.fecha : `${value.fecha} ${value.hora}`;
