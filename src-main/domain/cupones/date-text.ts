import { toCivilDate, fromDayNumber, toDayNumber, parseIsoDate, type CivilDate } from '../civil-date.ts';

/** The order of day and month in a column's texts. 'ambos': some texts need each order, so a text that fits both is doubtful. */
export type DateOrder = 'dia' | 'mes' | 'ambos';

/** `movedDays`: for a text with a time zone, how many days the date in Argentina is after the written one (negative: before). */
export type DateReading =
  /** One meaning in any order: ISO, a month's name, or the same day in both orders. */
  | { readonly kind: 'fecha'; readonly fecha: CivilDate; readonly movedDays?: number }
  /** Two numbers and a year. At least one of the two readings exists. */
  | {
      readonly kind: 'numerica';
      readonly dia: CivilDate | undefined;
      readonly mes: CivilDate | undefined;
      readonly movedDays?: number;
    }
  /** A bare number that may be a serial of the spreadsheet. */
  | { readonly kind: 'serie'; readonly fecha: CivilDate }
  /** `isOld`: a year before any sale (0025), so the text is no date. Otherwise the calendar lacks the day. */
  | { readonly kind: 'imposible'; readonly isOld?: true }
  | { readonly kind: 'otra' };

const TIME = String.raw`(?:(?:[T\s,]+|\s+-\s+)(?:a las\s+)?(?<hour>\d{1,2})[:.hH](?<minute>\d{2})(?<second>[:.]\d{2}(?:[.,]\d+)?)?\s*(?:(?<half>[ap])\.?\s*m\.?|hs?\.?)?\s*(?<zone>Z|[+-]\d{2}:?\d{2})?)?`;
const ISO = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i');
const NUMERIC = new RegExp(String.raw`^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})${TIME}$`, 'i');
const WEEKDAYS =
  'lunes martes miércoles jueves viernes sábado domingo monday tuesday wednesday thursday friday saturday sunday';
const WITH_OR_WITHOUT_ACCENT: Readonly<Record<string, string>> = { é: '[eé]', á: '[aá]' };
/** A pattern for a name in full or for its first letters, two at least: "lu", "lun", "lunes". */
const startOf = (name: string): string => {
  const letters = [...name].map((letter) => WITH_OR_WITHOUT_ACCENT[letter] ?? letter);
  return letters.slice(0, 2).join('') + letters.slice(2).reduceRight((rest, letter) => `(?:${letter}${rest})?`, '');
};
/** What may stand before a date with a month's name. Any other word makes it no date: "Total 13 de julio de 2026" labels a sum. */
const WEEKDAY = String.raw`(?:(?:${WEEKDAYS.split(' ').map(startOf).join('|')}|el|d[ií]a)\.?,?\s+)?`;
/** A Spanish day of the week, in full or short, before a date in figures. */
const WEEKDAY_NAME = /^(?:lun|mar|mi[eé]|jue|vie|s[aá]b|dom)(?:es|tes|rcoles|ves|rnes|ado|ingo)?\.?,?\s+(?=\d)/iu;
const SEPARATOR = String.raw`(?:\s*[-/.,]\s*|\s+)(?:de[l]?\s+)?`;
/** "1º de enero", "1ro. de enero": the first of a month. */
const ORDINAL = '(?:[º°]|ro|er)?';
const DAY_NAME_YEAR = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})${ORDINAL}${SEPARATOR}(\p{L}+)\.?${SEPARATOR}(\d{4}|\d{2})${TIME}$`,
  'iu',
);
const NAME_DAY_YEAR = new RegExp(
  String.raw`^${WEEKDAY}(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?\s*,?\s+(\d{4})${TIME}$`,
  'iu',
);
/** `20261003`, with or without a time: `20261003101500`. */
const COMPACT = /^(20\d{2}|19\d{2})(\d{2})(\d{2})(?:[ T]?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$/;
/** `03102026`: digits with the year last, which no `YYYYMMDD` can be. */
const COMPACT_YEAR_LAST = /^(\d{2})(\d{2})(20\d{2})$/;

/** `03NOV26`, as programs of large computers write it. */
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

/** "12-mar", "mar-12": how a spreadsheet shows a date that was typed without a year or a day. */
export function isDayOfMonth(text: string): boolean {
  const [, after, before] = DAY_OF_MONTH.exec(text) ?? [];
  return findMonth(after ?? before ?? '') > 0;
}

const toFullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));

/** Reject earlier years: `0025-10-14` is a two-digit year that a program wrote with four digits. */
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

/** Moves a date with a time zone to the day it was in Argentina. Keeps exact midnight, because a program writes a day without a time so. */
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
 * Reads a clean text as a date: ISO, `d/m/yyyy`, `d-m-yy` or month names, with or without a time; a bare number as a serial or as `YYYYMMDD`. A time
 * with a zone gives the day in Argentina. Two-digit years are of this century. Source: docs/coupons.md, "Dates".
 */
export function readDateText(text: string): DateReading {
  const weekday = WEEKDAY_NAME.exec(text);
  if (weekday !== null) {
    const reading = readDateText(text.slice(weekday[0].length));
    // Drop the weekday only if the rest is a date by itself. In "Mar 3, 2026" it is not: "Mar" is March below, not Tuesday (`martes`).
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

/** Reads a plain number as a serial of the years 2000 to 2100 (1900 system, or 1904 where the workbook uses it) or as `YYYYMMDD`. */
export function readSerial(value: number, date1904 = false): DateReading {
  const whole = Math.floor(value) + (date1904 ? DAYS_TO_1904 : 0);
  if (whole >= FIRST_SERIAL && whole <= LAST_SERIAL)
    return { kind: 'serie', fecha: fromDayNumber(whole + SERIAL_EPOCH) };
  const compact = Number.isInteger(value) ? COMPACT.exec(String(value)) : null;
  return compact === null
    ? { kind: 'otra' }
    : toSingleReading(Number(compact[1]), Number(compact[2]), Number(compact[3]));
}

/** How many texts of a column show its order. The order is decided after all of them. */
export interface DateEvidence {
  onlyDay: number;
  onlyMonth: number;
  /** Texts that are one day when read day first and another when read month first. */
  twoDays: number;
}

export const createDateEvidence = (): DateEvidence => ({ onlyDay: 0, onlyMonth: 0, twoDays: 0 });

/** Values impossible in both orders say nothing about either. */
export function addDateEvidence(evidence: DateEvidence, reading: DateReading): void {
  if (reading.kind !== 'numerica') return;
  if (reading.mes === undefined) evidence.onlyDay++;
  else if (reading.dia === undefined) evidence.onlyMonth++;
  else if (reading.dia !== reading.mes) evidence.twoDays++;
}

/** Day first, unless some value is impossible day first. Then month first, or both where another value is impossible month first. */
export function decideDateOrder({ onlyDay, onlyMonth }: DateEvidence): DateOrder {
  if (onlyMonth === 0) return 'dia';
  return onlyDay > 0 ? 'ambos' : 'mes';
}

/** Whether few texts decide that the month comes first. A real month-first column has more days over 12 than under, so these may be slips. */
export const isDecidedByFew = (evidence: DateEvidence): boolean =>
  decideDateOrder(evidence) === 'mes' && evidence.onlyMonth < evidence.twoDays;

/** Once some value can be read in one order only, no later value makes the order open again. */
export const isOrderDecided = ({ onlyDay, onlyMonth }: DateEvidence): boolean => onlyDay + onlyMonth > 0;

/** A text's date under the column's order, or why it has none. */
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

/** A text with a numeric date, with its date in ISO form as one order reads it; its time stays. */
export const writeInOrder = (text: string, order: 'dia' | 'mes'): string =>
  text.replace(/(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})/, (_date, a: string, b: string, year: string) =>
    [String(toFullYear(year)), ...(order === 'dia' ? [b, a] : [a, b])].map((part) => part.padStart(2, '0')).join('-'),
  );

/** Undefined for a day over 12. */
export const swapDayAndMonth = (date: CivilDate): CivilDate | undefined =>
  parseIsoDate(`${date.slice(0, 4)}-${date.slice(8)}-${date.slice(5, 7)}`);

/** The date of a date cell's text (`YYYY-MM-DD`, with or without a time). */
export const dateOfDateCell = (text: string): CivilDate | undefined =>
  Number(text.slice(0, 4)) < FIRST_YEAR ? undefined : parseIsoDate(text.slice(0, 10));

/** Days and brands repeat in a column, identifiers do not. */
const KEPT = 4096;

/** Caches a function's answers. */
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
