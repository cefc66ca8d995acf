import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';

export function civilDay(iso: string): CivilDate {
  const date = parseIsoDate(iso);
  if (date === undefined) throw new Error(`not a date: ${iso}`);
  return date;
}
