import { err, ok, type Result } from './result.ts';
import type { Instant } from './clock.ts';

/** A day of the calendar, `YYYY-MM-DD`, without zone. Branded: only this module makes one. */
export type CivilDate = string & { readonly __civilDate: unique symbol };

/** Days from 1970-01-01 to the given day of the proleptic Gregorian calendar. */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yoe = y - era * 400;
  const doy = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const doe = yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy;
  return era * 146_097 + doe - 719_468;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Days in a month (1–12) of a year. */
export const countDaysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** Builds a date from its parts; `FECHA_IMPOSIBLE` when there is no such day (31/02). Years 1 to 9999. */
export function toCivilDate(year: number, month: number, day: number): Result<CivilDate, 'FECHA_IMPOSIBLE'> {
  const exists =
    year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= countDaysInMonth(year, month);
  return exists ? ok(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CivilDate) : err('FECHA_IMPOSIBLE');
}

/** The number that the digits of a stretch of text make; NaN when one is no digit. */
function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Reads `YYYY-MM-DD` exactly. Anything else, or a day that does not exist, is undefined. */
export function parseIsoDate(text: string): CivilDate | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined;
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 7);
  const day = digitsAt(text, 8, 10);
  // The text itself is the date: nothing is allocated, which matters over a million rows.
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= countDaysInMonth(year, month)
    ? (text as CivilDate)
    : undefined;
}

/** A date that this program wrote itself, `YYYY-MM-DD`. Anything else throws: that is a bug, never a person's data. */
export function requireCivilDate(text: string): CivilDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new Error(`Not a date: ${text}`);
  return date;
}

/** Reads `DD/MM/YYYY` exactly (settlements and taxes: API description, "General conventions of the payloads"). */
export function parseDmyDate(text: string): CivilDate | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (match === null) return undefined;
  const date = toCivilDate(Number(match[3]), Number(match[2]), Number(match[1]));
  return date.ok ? date.value : undefined;
}

/** `DD/MM/YYYY` of a text that begins with `YYYY-MM-DD`; any other text as it is. */
export const formatDayMonthYear = (iso: string): string =>
  /^\d{4}-\d{2}-\d{2}/.test(iso) ? `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}` : iso;

/** `DD/MM/YYYY HH:MM` of `YYYY-MM-DD HH:MM:SS`. */
export const formatDayAndTime = (iso: string): string => `${formatDayMonthYear(iso)} ${iso.slice(11, 16)}`;

/** Days since 1970-01-01; differences between two of these are days. */
export const toDayNumber = (date: CivilDate): number =>
  daysFromCivil(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));

/** The day of the week of a day number: 0 is Sunday (1970-01-01 was a Thursday). */
export const weekdayOf = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7;

/** The inverse of `toDayNumber`. */
export const fromDayNumber = (days: number): CivilDate =>
  new Date(days * 86_400_000).toISOString().slice(0, 10) as CivilDate;

/** The date `days` later (earlier when negative). */
export const addDays = (date: CivilDate, days: number): CivilDate => fromDayNumber(toDayNumber(date) + days);

/** Whole days from `from` to `to`. */
export const countDaysBetween = (from: CivilDate, to: CivilDate): number => toDayNumber(to) - toDayNumber(from);

/** Buenos Aires has had no daylight saving since 2009: UTC−3 all year. */
const ARGENTINA_OFFSET_MS = -3 * 3_600_000;

/** The civil date in America/Argentina/Buenos_Aires at an instant: what "today" means everywhere (docs/architecture.md). */
export const civilDateAt = (instant: Instant): CivilDate =>
  new Date(instant + ARGENTINA_OFFSET_MS).toISOString().slice(0, 10) as CivilDate;

/** `YYYY-MM-DD HH:MM:SS` in Buenos Aires at an instant. */
export const civilDateTimeAt = (instant: Instant): string =>
  new Date(instant + ARGENTINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** A range of days, both included. */
export interface DateWindow {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/**
 * A range with times `HH:MM:SS`: from `desde` on, up to but not including `hasta`. Both bounds have a time or neither
 * has: mixed ones are never sent (docs/gaps.md), so they cannot be written down.
 */
export interface TimedWindow extends DateWindow {
  readonly times?: { readonly desde: string; readonly hasta: string };
}
