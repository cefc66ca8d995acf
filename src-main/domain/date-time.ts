import { civilDateTimeAt, parseDmyDate, parseIsoDate, type CivilDate } from './civil-date.ts';

/** A date with the time the processor reported, `HH:MM:SS`; null when it reported none, which is not midnight (docs/gaps.md). */
export interface DateTime {
  readonly fecha: CivilDate;
  readonly hora: string | null;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

function parseWith(text: string, parseDate: (date: string) => CivilDate | undefined): DateTime | undefined {
  const date = parseDate(text.slice(0, 10));
  if (date === undefined) return undefined;
  if (text.length === 10) return { fecha: date, hora: null };
  const time = text.slice(11);
  return text[10] === ' ' && TIME.test(time) ? { fecha: date, hora: time } : undefined;
}

/** Reads `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` exactly; anything else is undefined. */
export const parseDateTime = (text: string): DateTime | undefined => parseWith(text, parseIsoDate);

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Reads `2026-11-21T10:32:05`. A fraction of a second is dropped; a time with a zone is converted to Buenos Aires. */
function parseIso8601(text: string): DateTime | undefined {
  const [, date = '', time = '', zone] = ISO_8601.exec(text) ?? [];
  const written = parseWith(`${date} ${time}`, parseIsoDate);
  if (written === undefined || zone === undefined) return written;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : parseWith(civilDateTimeAt(instant), parseIsoDate);
}

/**
 * Reads the dates whose form the API description does not state (`fecha_liq`, a reconciliation's `fecha`,
 * `fecha_recupero_adelanto`): ISO or DD/MM/YYYY, with or without time. The two cannot be taken for each other.
 */
export function parseLooseDate(text: string): DateTime | undefined {
  if (text[2] === '/') return parseWith(text, parseDmyDate);
  return text[10] === 'T' ? parseIso8601(text) : parseWith(text, parseIsoDate);
}
