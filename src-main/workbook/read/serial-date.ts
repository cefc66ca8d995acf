import { fromDayNumber, parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { remember } from '#domain/cupones/date-text.ts';

/** Days from 1970-01-01 to day 0 of each system, for serials past the invented 29/02/1900. */
const EPOCH_1900 = -25_569;
const EPOCH_1904 = -24_107;
/** The first serial after 9999-12-31 in the 1900 system, and how many fewer the 1904 system counts. */
const END = 2_958_466;
const DAYS_BETWEEN = 1462;
const DAY_SECONDS = 86_400;

const pad = (value: number): string => String(value).padStart(2, '0');

/** `HH:MM:SS`; hours go on past 24, as an elapsed format shows them. */
export const formatClock = (seconds: number): string =>
  `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;

/** The dates of one workbook, whose serials count from 1900 or from 1904. */
export class SerialDates {
  readonly #date1904: boolean;
  /** The text of a day: one file has few different ones. */
  readonly #day: (day: number) => string;

  constructor(date1904: boolean) {
    this.#date1904 = date1904;
    this.#day = remember((day: number) => formatDay(day, date1904));
  }

  /** False for serials that no spreadsheet shows as a date: negative, day 0 of 1900, past 9999. */
  isDate(serial: number): boolean {
    return this.#date1904 ? serial >= 0 && serial < END - DAYS_BETWEEN : serial >= 1 && serial < END;
  }

  /** `YYYY-MM-DD`, with ` HH:MM:SS` when it has a time. Serial 60 of the 1900 system is the invented 29/02/1900. */
  text(serial: number): string {
    const total = Math.floor(serial) === serial ? serial * DAY_SECONDS : Math.round(serial * DAY_SECONDS);
    const day = Math.floor(total / DAY_SECONDS);
    const seconds = total - day * DAY_SECONDS;
    return seconds === 0 ? this.#day(day) : `${this.#day(day)} ${formatClock(seconds)}`;
  }
}

function formatDay(day: number, date1904: boolean): string {
  if (!date1904 && day === 60) return '1900-02-29';
  return fromDayNumber(date1904 ? EPOCH_1904 + day : EPOCH_1900 + day + (day < 60 ? 1 : 0));
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** A `t="d"` cell (ISO 8601) with its serial in the 1900 system. Drops a zone, because the cell shows the civil time. */
export function formatIsoDate(text: string): { readonly text: string; readonly serial: number } | undefined {
  const match = ISO.exec(text);
  const date = parseIsoDate(match?.[1] ?? '');
  if (match === null || date === undefined) return undefined;
  const seconds = Number(match[2] ?? 0) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
  if (seconds >= DAY_SECONDS) return undefined;
  const day = toDayNumber(date) - EPOCH_1900;
  const serial = (day > 60 ? day : day - 1) + seconds / DAY_SECONDS;
  return { text: seconds === 0 ? date : `${date} ${formatClock(seconds)}`, serial };
}
