import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';

/** A day as a test writes it. */
export function civilDay(iso: string): CivilDate {
  const date = parseIsoDate(iso);
  if (date === undefined) throw new Error(`not a date: ${iso}`);
  return date;
}
