import { toCivilDate, fromDayNumber, toDayNumber, parseIsoDate, type CivilDate } from '../civil-date.ts';

/** Whether day or month comes first in a column. 'ambos': the column has dates of both orders, so a date that fits both orders is an error. */
export type DateOrder = 'dia' | 'mes' | 'ambos';

/** `movedDays`: for a text with a time zone, by how many days its date in Argentina is later than written (negative: earlier). */
export type DateReading =
  /** A date with only one meaning, such as ISO, with the name of a month, or with day and month equal. */
  | { readonly kind: 'fecha'; readonly fecha: CivilDate; readonly movedDays?: number }
  /** Two numbers and a year: at least one of the two orders gives a date. */
  | {
      readonly kind: 'numerica';
      readonly dia: CivilDate | undefined;
      readonly mes: CivilDate | undefined;
      readonly movedDays?: number;
    }
  /** A plain number, which may be a date serial of a spreadsheet. */
  | { readonly kind: 'serie'; readonly fecha: CivilDate }
  /** No date of the calendar. `isOld`: the year is before any sale (0025), so the text is no date. */
  | { readonly kind: 'imposible'; readonly isOld?: true }
  | { readonly kind: 'otra' };

const TIME = String.raw`(?:(?:[T\s,]+|\s+-\s+)(?:a las\s+)?(?<hour>\d{1,2})[:.hH](?<minute>\d{2})(?<second>[:.]\d{2}(?:[.,]\d+)?)?\s*(?:(?<half>[ap])\.?\s*m\.?|hs?\.?)?\s*(?<zone>Z|[+-]\d{2}:?\d{2})?)?`;
const ISO = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i');
const NUMERIC = new RegExp(String.raw`^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})${TIME}$`, 'i');
const WEEKDAYS =
  'lunes martes miércoles jueves viernes sábado domingo monday tuesday wednesday thursday friday saturday sunday';
const WITH_OR_WITHOUT_ACCENT: Readonly<Record<string, string>> = { é: '[eé]', á: '[aá]' };
/** A pattern for a name in full or shortened to its first letters, at least two: "lu", "lun", "lunes". */
const startOf = (name: string): string => {
  const letters = [...name].map((letter) => WITH_OR_WITHOUT_ACCENT[letter] ?? letter);
  return letters.slice(0, 2).join('') + letters.slice(2).reduceRight((rest, letter) => `(?:${letter}${rest})?`, '');
};
/** Words that may precede a date with a month's name. With any other word the text is no date: "Total 13 de julio de 2026" labels a sum. */
const WEEKDAY = String.raw`(?:(?:${WEEKDAYS.split(' ').map(startOf).join('|')}|el|d[ií]a)\.?,?\s+)?`;
/** A Spanish weekday, in full or short, before a date in digits. */
const WEEKDAY_NAME = /^(?:lun|mar|mi[eé]|jue|vie|s[aá]b|dom)(?:es|tes|rcoles|ves|rnes|ado|ingo)?\.?,?\s+(?=\d)/iu;
const SEPARATOR = String.raw`(?:\s*[-/.,]\s*|\s+)(?:de[l]?\s+)?`;
/** The ordinal of the first day of a month: "1º de enero", "1ro. de enero". */
const ORDINAL = '(?:[º°]|ro|er)?';
const DAY_NAME_YEAR = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})${ORDINAL}${SEPARATOR}(\p{L}+)\.?${SEPARATOR}(\d{4}|\d{2})${TIME}$`,
  'iu',
);
const NAME_DAY_YEAR = new RegExp(
  String.raw`^${WEEKDAY}(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?\s*,?\s+(\d{4})${TIME}$`,
  'iu',
);
/** A date without separators, with or without a time: `20261003`, `20261003101500`. */
const COMPACT = /^(20\d{2}|19\d{2})(\d{2})(\d{2})(?:[ T]?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$/;
/** A date without separators and with the year last, `03102026`; no `YYYYMMDD` matches this. */
const COMPACT_YEAR_LAST = /^(\d{2})(\d{2})(20\d{2})$/;

/** A date as mainframe programs write it: `03NOV26`. */
const COMPACT_NAME = /^(\d{2})([a-z]{3})(\d{4}|\d{2})$/i;

const MONTHS = ['ene jan', 'feb', 'mar', 'abr apr', 'may', 'jun', 'jul', 'ago aug', 'sep set', 'oct', 'nov', 'dic dec'];
const MONTH_NAME =
  /^(?:enero|january|febrero|february|marzo|march|abril|april|mayo|junio|june|julio|july|agosto|august|sep?t?iembre|september|setiembre|octubre|october|noviembre|november|diciembre|december|sept|\p{L}{3})$/iu;

function findMonth(name: string): number {
  if (!MONTH_NAME.test(name)) return 0;
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((names) => names.split(' ').includes(start)) + 1;
}

const DAY_OF_MONTH = /^(?:\d{1,2}[-/]([a-z]{3,4})|([a-z]{3,4})[-/]\d{1,2})\.?$/i;

/** Whether a text is a day or a year with a month, "12-mar" or "mar-12", as a spreadsheet shows a date that was typed incompletely. */
export function isDayOfMonth(text: string): boolean {
  const [, after, before] = DAY_OF_MONTH.exec(text) ?? [];
  return findMonth(after ?? before ?? '') > 0;
}

const toFullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));

/** Dates of earlier years are refused: `0025-10-14` comes from a program that wrote a two-digit year with four digits. */
const FIRST_YEAR = 1900;
const TOO_OLD: DateReading = { kind: 'imposible', isOld: true };

const toSingleReading = (year: number, month: number, day: number): DateReading => {
  const date = toCivilDate(year, month, day);
  if (date.ok && year < FIRST_YEAR) return TOO_OLD;
  return date.ok ? { kind: 'fecha', fecha: date.value } : { kind: 'imposible' };
};

function readNumeric(first: number, second: number, year: number): DateReading {
  const asDay = toCivilDate(year, second, first);
  const asMonth = toCivilDate(year, first, second);
  if (!asDay.ok && !asMonth.ok) return { kind: 'imposible' };
  if (year < FIRST_YEAR) return TOO_OLD;
  if (asDay.ok && asMonth.ok && asDay.value === asMonth.value) return { kind: 'fecha', fecha: asDay.value };
  return { kind: 'numerica', dia: asDay.ok ? asDay.value : undefined, mes: asMonth.ok ? asMonth.value : undefined };
}

const ARGENTINA = -180;

const minutesOfZone = (zone: string): number =>
  zone.length === 1 ? 0 : Number(`${zone.charAt(0)}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)));

/** Moves a date with a time zone to its day in Argentina. Exact midnight stays, because programs write it for a day without a time. */
function moveToArgentina(reading: DateReading, { groups }: RegExpExecArray): DateReading {
  const { hour = '', minute = '', second = '', half, zone } = groups ?? {};
  if (zone === undefined || (reading.kind !== 'fecha' && reading.kind !== 'numerica')) return reading;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const minutes = hours * 60 + Number(minute);
  const days = Math.floor((minutes - minutesOfZone(zone) + ARGENTINA) / (24 * 60));
  if (days === 0 || (minutes === 0 && !/[1-9]/.test(second))) return reading;
  const move = (date: CivilDate): CivilDate => fromDayNumber(toDayNumber(date) + days);
  if (reading.kind === 'fecha') return { kind: 'fecha', fecha: move(reading.fecha), movedDays: days };
  const { dia, mes } = reading;
  return { kind: 'numerica', dia: dia && move(dia), mes: mes && move(mes), movedDays: days };
}

/**
 * Reads a cleaned text as a date: ISO, `d/m/yyyy`, `d-m-yy` or with month names, with or without a time; a plain number as a date serial or `YYYYMMDD`. A time
 * with a zone gives the day in Argentina. Two-digit years are of this century. Source: docs/coupons.md, "Dates".
 */
export function readDateText(text: string): DateReading {
  const weekday = WEEKDAY_NAME.exec(text);
  if (weekday !== null) {
    const reading = readDateText(text.slice(weekday[0].length));
    // A weekday is ignored only before a complete date: in "Mar 3, 2026", "3, 2026" is no date, so "Mar" is March and not Tuesday (`martes`).
    if (reading.kind !== 'serie' && reading.kind !== 'otra') return reading;
  }
  const first = text.charCodeAt(0);
  const startsWithDigit = first >= 0x30 && first <= 0x39;
  if (startsWithDigit) {
    const parts = NUMERIC.exec(text);
    if (parts !== null)
      return moveToArgentina(readNumeric(Number(parts[1]), Number(parts[2]), toFullYear(parts[3] ?? '')), parts);
    const iso = ISO.exec(text);
    if (iso !== null) return moveToArgentina(toSingleReading(Number(iso[1]), Number(iso[2]), Number(iso[3])), iso);
    const compact = COMPACT.exec(text);
    const iso8 =
      compact === null ? undefined : toSingleReading(Number(compact[1]), Number(compact[2]), Number(compact[3]));
    const yearLast = iso8?.kind === 'fecha' ? null : COMPACT_YEAR_LAST.exec(text);
    if (yearLast !== null) return readNumeric(Number(yearLast[1]), Number(yearLast[2]), Number(yearLast[3]));
    if (iso8 !== undefined) return iso8;
    if (/^\d{5}(?:[.,]\d+)?$/.test(text)) return readSerial(Number(text.replace(',', '.')));
  }
  const named = COMPACT_NAME.exec(text) ?? DAY_NAME_YEAR.exec(text);
  if (named !== null) {
    const month = findMonth(named[2] ?? '');
    if (month > 0) return moveToArgentina(toSingleReading(toFullYear(named[3] ?? ''), month, Number(named[1])), named);
  }
  const english = NAME_DAY_YEAR.exec(text);
  const month = english === null ? 0 : findMonth(english[1] ?? '');
  return month > 0 && english !== null
    ? moveToArgentina(toSingleReading(Number(english[3]), month, Number(english[2])), english)
    : { kind: 'otra' };
}

const SERIAL_EPOCH = toDayNumber('1899-12-30' as CivilDate);
const FIRST_SERIAL = toDayNumber('2000-01-01' as CivilDate) - SERIAL_EPOCH;
const LAST_SERIAL = toDayNumber('2100-12-31' as CivilDate) - SERIAL_EPOCH;

const DAYS_TO_1904 = 1462;

/** Reads a plain number as `YYYYMMDD` or as a date serial of the years 2000 to 2100; serials count from 1900, or from 1904 if the workbook does. */
export function readSerial(value: number, date1904 = false): DateReading {
  const whole = Math.floor(value) + (date1904 ? DAYS_TO_1904 : 0);
  if (whole >= FIRST_SERIAL && whole <= LAST_SERIAL)
    return { kind: 'serie', fecha: fromDayNumber(whole + SERIAL_EPOCH) };
  const compact = Number.isInteger(value) ? COMPACT.exec(String(value)) : null;
  return compact === null
    ? { kind: 'otra' }
    : toSingleReading(Number(compact[1]), Number(compact[2]), Number(compact[3]));
}

/** How many texts of a column show its order of day and month. */
export interface DateEvidence {
  onlyDay: number;
  onlyMonth: number;
  /** How many texts are two different days, depending on the order. */
  twoDays: number;
}

export const createDateEvidence = (): DateEvidence => ({ onlyDay: 0, onlyMonth: 0, twoDays: 0 });

/** Counts a date for the order that it shows; a date that is impossible in both orders counts for none. */
export function addDateEvidence(evidence: DateEvidence, reading: DateReading): void {
  if (reading.kind !== 'numerica') return;
  if (reading.mes === undefined) evidence.onlyDay++;
  else if (reading.dia === undefined) evidence.onlyMonth++;
  else if (reading.dia !== reading.mes) evidence.twoDays++;
}

/** If at least this many dates fit only one order, a single date that fits only the other order is a typing mistake: an error of its row. */
const ENOUGH = 10;

/** Day first, unless some date fits only month first. Then month first, or 'ambos' if other dates fit only day first. A single typing mistake is ignored. */
export function decideDateOrder({ onlyDay, onlyMonth }: DateEvidence): DateOrder {
  if (onlyMonth === 0 || (onlyMonth === 1 && onlyDay >= ENOUGH)) return 'dia';
  return onlyDay === 0 || (onlyDay === 1 && onlyMonth >= ENOUGH) ? 'mes' : 'ambos';
}

/** Whether only few dates make the column month first. They may be mistakes: in a real month-first column, most dates have a day over 12. */
export const isDecidedByFew = (evidence: DateEvidence): boolean =>
  decideDateOrder(evidence) === 'mes' && evidence.onlyMonth < evidence.twoDays;

/** The date of a text in its column's order, or the error. */
export function resolveDate(
  reading: DateReading,
  order: DateOrder,
): CivilDate | 'NO_ES_FECHA' | 'FECHA_IMPOSIBLE' | 'FECHA_AMBIGUA' {
  switch (reading.kind) {
    case 'fecha':
    case 'serie':
      return reading.fecha;
    case 'imposible':
      return reading.isOld === true ? 'NO_ES_FECHA' : 'FECHA_IMPOSIBLE';
    case 'otra':
      return 'NO_ES_FECHA';
    case 'numerica':
      if (order === 'ambos') {
        const { dia, mes } = reading;
        if (dia === undefined || mes === undefined) return dia ?? mes ?? 'FECHA_IMPOSIBLE';
        return 'FECHA_AMBIGUA';
      }
      return (order === 'dia' ? reading.dia : reading.mes) ?? 'FECHA_IMPOSIBLE';
  }
}

/** The date of a text in its column's order; undefined if it has none. */
export function dateIn(reading: DateReading, order: DateOrder): CivilDate | undefined {
  const date = resolveDate(reading, order);
  return date === 'NO_ES_FECHA' || date === 'FECHA_IMPOSIBLE' || date === 'FECHA_AMBIGUA' ? undefined : date;
}

/** Rewrites the date in a text as ISO, reading it in one order; a time stays. */
export const writeInOrder = (text: string, order: 'dia' | 'mes'): string =>
  text.replace(/(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})/, (_date, a: string, b: string, year: string) =>
    [String(toFullYear(year)), ...(order === 'dia' ? [b, a] : [a, b])].map((part) => part.padStart(2, '0')).join('-'),
  );

/** Swaps day and month of a date; undefined if the day is over 12. */
export const swapDayAndMonth = (date: CivilDate): CivilDate | undefined =>
  parseIsoDate(`${date.slice(0, 4)}-${date.slice(8)}-${date.slice(5, 7)}`);

/** The date of a date cell's text (`YYYY-MM-DD`, with or without a time); undefined for years before 1900. */
export const dateOfDateCell = (text: string): CivilDate | undefined =>
  Number(text.slice(0, 4)) < FIRST_YEAR ? undefined : parseIsoDate(text.slice(0, 10));

/** How many results to cache: days and brands repeat in a column, identifiers do not. */
const KEPT = 4096;

export function remember<K, T>(compute: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const hit = known.get(key);
    if (hit !== undefined) return hit;
    const value = compute(key);
    if (known.size >= KEPT) known.clear();
    known.set(key, value);
    return value;
  };
}
