import { parseIsoDate, type CivilDate } from './civil-date.ts';

/** A date with the time the processor reported, `HH:MM:SS`; null when it reported none, which is not midnight (docs/gaps.md). */
export interface DateTime {
  readonly fecha: CivilDate;
  readonly hora: string | null;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Reads `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` exactly; anything else is undefined. */
export function parseDateTime(text: string): DateTime | undefined {
  const date = parseIsoDate(text.slice(0, 10));
  if (date === undefined) return undefined;
  if (text.length === 10) return { fecha: date, hora: null };
  const time = text.slice(11);
  return text[10] === ' ' && TIME.test(time) ? { fecha: date, hora: time } : undefined;
}
