import { err, ok, type Result } from './result.ts';
import type { Instant } from './clock.ts';

/** A day of the calendar, `YYYY-MM-DD`, without zone. Branded: only this module makes one. */
export type CivilDate = string & { readonly __civilDate: unique symbol };

/** Days from 1970-01-01, in the proleptic Gregorian calendar. */
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

/** Months are 1 to 12. */
export const countDaysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** `FECHA_IMPOSIBLE` for a day like 31/02. Years 1 to 9999. */
export function toCivilDate(year: number, month: number, day: number): Result<CivilDate, 'FECHA_IMPOSIBLE'> {
  const exists =
    year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= countDaysInMonth(year, month);
  return exists ? ok(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CivilDate) : err('FECHA_IMPOSIBLE');
}

/** NaN for any other character. */
function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Undefined for any other text, or a day that does not exist. */
export function parseIsoDate(text: string): CivilDate | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined;
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 7);
  const day = digitsAt(text, 8, 10);
  // Returns the text itself without allocating, which matters over a million rows.
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= countDaysInMonth(year, month)
    ? (text as CivilDate)
    : undefined;
}

/** A date that this program wrote. Throws otherwise: that is a bug, never a person's data. */
export function requireCivilDate(text: string): CivilDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new Error(`Not a date: ${text}`);
  return date;
}

/** `DD/MM/YYYY` of settlements and taxes (API description, "General conventions of the payloads"). */
export function parseDmyDate(text: string): CivilDate | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (match === null) return undefined;
  const date = toCivilDate(Number(match[3]), Number(match[2]), Number(match[1]));
  return date.ok ? date.value : undefined;
}

/** `DD/MM/YYYY` of a text that begins with `YYYY-MM-DD`; any other text unchanged. */
export const formatDayMonthYear = (iso: string): string =>
  /^\d{4}-\d{2}-\d{2}/.test(iso) ? `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}` : iso;

/** `DD/MM/YYYY HH:MM` of `YYYY-MM-DD HH:MM:SS`. */
export const formatDayAndTime = (iso: string): string => `${formatDayMonthYear(iso)} ${iso.slice(11, 16)}`;

/** Days since 1970-01-01. */
export const toDayNumber = (date: CivilDate): number =>
  daysFromCivil(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));

/** 0 is Sunday (1970-01-01 was a Thursday). */
export const weekdayOf = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7;

export const fromDayNumber = (days: number): CivilDate =>
  new Date(days * 86_400_000).toISOString().slice(0, 10) as CivilDate;

export const addDays = (date: CivilDate, days: number): CivilDate => fromDayNumber(toDayNumber(date) + days);

export const countDaysBetween = (from: CivilDate, to: CivilDate): number => toDayNumber(to) - toDayNumber(from);

/** Buenos Aires has had no daylight saving since 2009: UTC−3 all year. */
const ARGENTINA_OFFSET_MS = -3 * 3_600_000;

/** The civil date in America/Argentina/Buenos_Aires at an instant: "today" everywhere (docs/architecture.md). */
export const civilDateAt = (instant: Instant): CivilDate =>
  new Date(instant + ARGENTINA_OFFSET_MS).toISOString().slice(0, 10) as CivilDate;

/** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
export const civilDateTimeAt = (instant: Instant): string =>
  new Date(instant + ARGENTINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** A range of days, both included. */
export interface DateWindow {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/** A range with times `HH:MM:SS`, `hasta` excluded. Both bounds have a time or neither, because mixed ones are never sent (docs/gaps.md). */
export interface TimedWindow extends DateWindow {
  readonly times?: { readonly desde: string; readonly hasta: string };
}

/** A date with the time that the processor reported, `HH:MM:SS`; null for none, which is not midnight (docs/gaps.md). */
export interface DateTime {
  readonly fecha: CivilDate;
  readonly hora: string | null;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Reads `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` exactly. */
export function parseDateTime(text: string): DateTime | undefined {
  const date = parseIsoDate(text.slice(0, 10));
  if (date === undefined) return undefined;
  if (text.length === 10) return { fecha: date, hora: null };
  const time = text.slice(11);
  return text[10] === ' ' && TIME.test(time) ? { fecha: date, hora: time } : undefined;
}

// Months of the calendar, as `YYYY-MM`.

export const monthOf = (date: string): string => date.slice(0, 7);

/** Throws when the text is no month. */
export function daysOfMonth(month: string): DateWindow & { readonly mes: string } {
  const length = countDaysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  return {
    mes: month,
    desde: requireCivilDate(`${month}-01`),
    hasta: requireCivilDate(`${month}-${String(length).padStart(2, '0')}`),
  };
}

export function addMonths(month: string, n: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + n;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** First day of the month that is `months` before a date's month. */
export const getMonthStart = (date: CivilDate, months = 0): CivilDate =>
  daysOfMonth(addMonths(monthOf(date), -months)).desde;

export const getMonthEnd = (date: CivilDate): CivilDate => daysOfMonth(monthOf(date)).hasta;

/** Both included, in order. */
export function listMonthsBetween(from: string, to: string): readonly string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The days of a month inside a period; `desde` is after `hasta` for an empty stretch. */
export function clipMonth(month: string, { desde, hasta }: DateWindow): DateWindow {
  const whole = daysOfMonth(month);
  return { desde: whole.desde < desde ? desde : whole.desde, hasta: whole.hasta > hasta ? hasta : whole.hasta };
}
