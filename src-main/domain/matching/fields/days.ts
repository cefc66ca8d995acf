import { parseIsoDate, toDayNumber } from '../../civil-date.ts';
import { NO_DAY } from './codes.ts';

/** Makes a reader of days as numbers. It reads each text once, because many rows share few days. */
export function createDayReader() {
  const known = new Map<string, number>();
  return (text: string | null | undefined): number => {
    if (text === null || text === undefined) return NO_DAY;
    const found = known.get(text);
    if (found !== undefined) return found;
    const date = parseIsoDate(text.slice(0, 10));
    const day = date === undefined ? NO_DAY : toDayNumber(date);
    known.set(text, day);
    return day;
  };
}

/** The day with its day and month exchanged; `NO_DAY` where there is no such day, or where it is the same one. */
export function swapDay(day: number): number {
  const text = new Date(day * 86_400_000).toISOString();
  const [month, dayOfMonth] = [text.slice(5, 7), text.slice(8, 10)];
  if (month === dayOfMonth) return NO_DAY;
  const date = parseIsoDate(`${text.slice(0, 4)}-${dayOfMonth}-${month}`);
  return date === undefined ? NO_DAY : toDayNumber(date);
}

/** The same day and month of another year; `NO_DAY` for 29/02 in a year that has none. */
export function sameDayOfYear(day: number, years: number): number {
  const text = new Date(day * 86_400_000).toISOString();
  const year = String(Number(text.slice(0, 4)) + years).padStart(4, '0');
  const date = parseIsoDate(`${year}${text.slice(4, 10)}`);
  return date === undefined ? NO_DAY : toDayNumber(date);
}
