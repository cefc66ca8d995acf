import { err, ok, type Result } from './result.ts';
import type { Instant } from './clock.ts';

/** A day of the calendar, `YYYY-MM-DD`, without time zone. Branded, so that an unparsed text is no date. */
export type CivilDate = string & { readonly __civilDate: unique symbol };

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export const countDaysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** The date of a year, month and day; the error `FECHA_IMPOSIBLE` for a day like 31/02. Years from 1 to 9999. */
export function toCivilDate(year: number, month: number, day: number): Result<CivilDate, 'FECHA_IMPOSIBLE'> {
  const exists =
    year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= countDaysInMonth(year, month);
  return exists ? ok(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CivilDate) : err('FECHA_IMPOSIBLE');
}

const ISO = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Parses `YYYY-MM-DD`; undefined for any other text or a day that does not exist. */
export const parseIsoDate = (text: string): CivilDate | undefined =>
  ISO.test(text) && Number(text.slice(8)) <= countDaysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
    ? (text as CivilDate)
    : undefined;

/** Parses a date that this program wrote. Throws for any other text, which would be a bug. */
export function requireCivilDate(text: string): CivilDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new Error(`Not a date: ${text}`);
  return date;
}

/** Parses the `DD/MM/YYYY` of settlements and taxes (API description, "General conventions of the payloads"); undefined for any other text. */
export function parseDmyDate(text: string): CivilDate | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (match === null) return undefined;
  const date = toCivilDate(Number(match[3]), Number(match[2]), Number(match[1]));
  return date.ok ? date.value : undefined;
}

/** Writes a text that begins with `YYYY-MM-DD` as `DD/MM/YYYY`; leaves any other text unchanged. */
export const formatDayMonthYear = (iso: string): string =>
  /^\d{4}-\d{2}-\d{2}/.test(iso) ? `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}` : iso;

export const formatDayAndTime = (iso: string): string => `${formatDayMonthYear(iso)} ${iso.slice(11, 16)}`;

export const toDayNumber = (date: CivilDate): number => Date.parse(date) / 86_400_000;

/** The day of the week; 0 is Sunday (1970-01-01 was a Thursday). */
export const weekdayOf = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7;

export const fromDayNumber = (days: number): CivilDate =>
  new Date(days * 86_400_000).toISOString().slice(0, 10) as CivilDate;

export const addDays = (date: CivilDate, days: number): CivilDate => fromDayNumber(toDayNumber(date) + days);

export const countDaysBetween = (from: CivilDate, to: CivilDate): number => toDayNumber(to) - toDayNumber(from);

/** Buenos Aires has had no daylight saving since 2009: UTC−3 all year. */
const ARGENTINA_OFFSET_MS = -3 * 3_600_000;

/** The date in Buenos Aires at an instant, which is "today" everywhere in the program (docs/architecture.md). */
export const civilDateAt = (instant: Instant): CivilDate =>
  new Date(instant + ARGENTINA_OFFSET_MS).toISOString().slice(0, 10) as CivilDate;

/** The date and time in Buenos Aires at an instant, as `YYYY-MM-DD HH:MM:SS`. */
export const civilDateTimeAt = (instant: Instant): string =>
  new Date(instant + ARGENTINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

export interface DateWindow {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/** A period. With times `HH:MM:SS` (always for both bounds, docs/gaps.md) its end is excluded. */
export interface TimedWindow extends DateWindow {
  readonly times?: { readonly desde: string; readonly hasta: string };
}

/** A date with the time `HH:MM:SS` that the processor reported. null: the processor reported no time, which does not mean midnight (docs/gaps.md). */
export interface DateTime {
  readonly fecha: CivilDate;
  readonly hora: string | null;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Parses exactly `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`; undefined for any other text. */
export function parseDateTime(text: string): DateTime | undefined {
  const date = parseIsoDate(text.slice(0, 10));
  if (date === undefined) return undefined;
  if (text.length === 10) return { fecha: date, hora: null };
  const time = text.slice(11);
  return text[10] === ' ' && TIME.test(time) ? { fecha: date, hora: time } : undefined;
}

// Months of the calendar, as `YYYY-MM`.

export const monthOf = (date: string): string => date.slice(0, 7);

/** The first and the last day of a month `YYYY-MM`. Throws for any other text. */
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

/** The first day of the month that lies `months` before the month of a date. */
export const getMonthStart = (date: CivilDate, months = 0): CivilDate =>
  daysOfMonth(addMonths(monthOf(date), -months)).desde;

export const getMonthEnd = (date: CivilDate): CivilDate => daysOfMonth(monthOf(date)).hasta;

export function listMonthsBetween(from: string, to: string): readonly string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The days of a month that lie in a period; `desde` is after `hasta` if no day does. */
export function clipMonth(month: string, { desde, hasta }: DateWindow): DateWindow {
  const whole = daysOfMonth(month);
  return { desde: whole.desde < desde ? desde : whole.desde, hasta: whole.hasta > hasta ? hasta : whole.hasta };
}

/** The days of a window in no stretch. The stretches must be sorted and not overlap. */
export function listMissingStretches(
  { desde, hasta }: DateWindow,
  stretches: readonly DateWindow[],
): readonly DateWindow[] {
  const missing: DateWindow[] = [];
  let fromNow = desde;
  for (const stretch of stretches) {
    if (stretch.hasta < fromNow || stretch.desde > hasta) continue;
    if (stretch.desde > fromNow) missing.push({ desde: fromNow, hasta: addDays(stretch.desde, -1) });
    fromNow = addDays(stretch.hasta, 1);
  }
  if (fromNow <= hasta) missing.push({ desde: fromNow, hasta });
  return missing;
}
