import { err, ok, type Result } from './result.ts';
import type { Instant } from './clock.ts';

/** A day of the calendar, `YYYY-MM-DD`, without zone. Branded: only this module makes one. */
export type CivilDate = string & { readonly __civilDate: unique symbol };

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

const ISO = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Undefined for any other text, or a day that does not exist. */
export const parseIsoDate = (text: string): CivilDate | undefined =>
  ISO.test(text) && Number(text.slice(8)) <= countDaysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
    ? (text as CivilDate)
    : undefined;

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
export const toDayNumber = (date: CivilDate): number => Date.parse(date) / 86_400_000;

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
