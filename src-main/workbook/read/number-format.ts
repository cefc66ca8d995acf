import { otherCurrencyIn } from '#domain/cupones/amount-text.ts';
import { fromDayNumber, parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { remember } from '#domain/cupones/date-text.ts';

/** What a number format shows: a date, a time, a mask that shows more than the number (`00000000`), or nothing special, as for amounts. */
export type NumberFormat =
  | { readonly kind: 'general' }
  | { readonly kind: 'date' }
  /** Hours and minutes without a day. */
  | { readonly kind: 'time' }
  | { readonly kind: 'elapsed' }
  /** An amount in another currency than pesos. `name`: the currency as the format writes it. */
  | { readonly kind: 'currency'; readonly name: string }
  | { readonly kind: 'mask'; readonly positive: Mask; readonly negative: Mask; readonly zero: Mask };

/** The placeholders `0`, `?` and `#` of a format and the literal text between them. */
type Mask = {
  readonly pieces: readonly MaskPiece[];
  readonly places: number;
  /** Whether all pieces are zeros, as in nearly every mask. */
  readonly zeros: boolean;
} | null;
type MaskPiece = { readonly placeholder: '0' | '#' | '?' } | { readonly literal: string };

const GENERAL: NumberFormat = { kind: 'general' };

/** The built-in date and time formats by number. Formats 27 to 36, and from 50 on, are East Asian. */
export function getBuiltInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || (id >= 50 && id <= 54)) return { kind: 'date' };
  if (id === 36 || id === 57 || id === 58) return { kind: 'date' };
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47 || id === 55 || id === 56) {
    return { kind: 'time' };
  }
  return id === 46 ? { kind: 'elapsed' } : GENERAL;
}

const PIECE = /"([^"]*)"?|\\(.)|_(.)|\*(.)|\[([^\]]*)\]|General|AM\/PM|A\/P|E[+-]|(.)/gisu;

/** The currency in `[$USD]` or `[$€-407]`. `[$-409]` names a language only and does not match. */
const CURRENCY = /^\$([^-]+)/;

/** Parses a format code. Files have these codes with English letters, whatever the language of the program that wrote them. */
export function parseFormat(code: string): NumberFormat {
  const sections = splitSections(code).map(readSection);
  const [first] = sections;
  if (first === undefined) return GENERAL;
  if (sections.some((section) => section.elapsed)) return { kind: 'elapsed' };
  const letters = sections.map((section) => section.letters).join('');
  if (/[yd]|a{2,}|e|g/.test(letters) || /m/.test(letters.replace(/[hs]+m+|m+s/g, ''))) return { kind: 'date' };
  if (/[hs]/.test(letters)) return { kind: 'time' };
  if (first.currency !== '') return { kind: 'currency', name: first.currency };
  if (first.mask === null || sections.some((section) => section.conditional)) return GENERAL;
  const negative = sections[1]?.mask;
  const minus = toMask([{ literal: '-' }, ...first.mask.pieces]);
  return {
    kind: 'mask',
    positive: first.mask,
    negative: sections.length > 1 ? (negative ?? null) : minus,
    zero: sections.length > 2 ? (sections[2]?.mask ?? null) : first.mask,
  };
}

/** Splits a format code into its sections: at `;` outside quotes, escapes and brackets. */
function splitSections(code: string): string[] {
  const sections = [''];
  for (const [piece] of code.matchAll(PIECE)) {
    if (piece === ';') sections.push('');
    else sections[sections.length - 1] += piece;
  }
  return sections;
}

function readSection(code: string) {
  let letters = '';
  let elapsed = false;
  let conditional = false;
  let special = false;
  let shown = '';
  const pieces: MaskPiece[] = [];
  for (const match of code.matchAll(PIECE)) {
    const [whole, quoted, escaped, , , bracket, plain] = match;
    const literal = quoted ?? escaped ?? CURRENCY.exec(bracket ?? '')?.[1];
    shown += literal ?? plain ?? ' ';
    if (quoted !== undefined || escaped !== undefined) pieces.push({ literal: quoted ?? escaped ?? '' });
    else if (bracket !== undefined) {
      if (/^(h+|m+|s+)$/i.test(bracket)) elapsed = true;
      else if (/^[<>=]/.test(bracket)) conditional = true;
      else if (/^\$[^-]/.test(bracket)) special = true;
    } else if (plain === undefined) special ||= !/^[_*]/.test(whole);
    else if (plain === '0' || plain === '#' || plain === '?') pieces.push({ placeholder: plain });
    else if (/[a-z]/i.test(plain)) letters += plain.toLowerCase();
    else if (/[.,%/@]/.test(plain)) special = true;
    else pieces.push({ literal: plain });
  }
  const mask = special || letters !== '' ? null : maskOf(pieces);
  return { letters, elapsed, conditional, currency: otherCurrencyIn(shown), mask };
}

/** The mask of a section; null unless the mask has a second zero or a literal among its digits, because it then shows only the plain number. */
function maskOf(pieces: readonly MaskPiece[]): Mask {
  const zeros = pieces.filter((piece) => 'placeholder' in piece && piece.placeholder === '0').length;
  const first = pieces.findIndex((piece) => 'placeholder' in piece);
  const last = pieces.findLastIndex((piece) => 'placeholder' in piece);
  const inner = pieces.slice(first, last + 1).some((piece) => 'literal' in piece);
  return zeros >= 2 || (zeros === 1 && inner) ? toMask(pieces) : null;
}

const toMask = (pieces: readonly MaskPiece[]): Mask => ({
  pieces,
  places: pieces.filter((piece) => 'placeholder' in piece).length,
  zeros: pieces.every((piece) => 'placeholder' in piece && piece.placeholder === '0'),
});

/** The text that a mask shows for a number, which is rounded to a whole number; undefined without a mask for the number, or if it is too large. */
export function paint(format: NumberFormat, value: number): string | undefined {
  if (format.kind !== 'mask') return undefined;
  const whole = Math.round(Math.abs(value));
  if (!Number.isSafeInteger(whole)) return undefined;
  const mask = value > 0 ? format.positive : value < 0 ? format.negative : format.zero;
  if (mask === null) return undefined;
  let digits = String(whole);
  if (mask.zeros) return digits.padStart(mask.places, '0');
  let painted = '';
  let pending = mask.places;
  for (let i = mask.pieces.length - 1; i >= 0; i -= 1) {
    const piece = mask.pieces[i];
    if (piece === undefined) continue;
    if ('literal' in piece) {
      painted = piece.literal + painted;
      continue;
    }
    pending -= 1;
    const taken = pending === 0 ? digits : digits.slice(-1);
    digits = pending === 0 ? '' : digits.slice(0, -1);
    painted = (taken === '' && piece.placeholder !== '#' ? (piece.placeholder === '0' ? '0' : ' ') : taken) + painted;
  }
  return painted.trim();
}

/** Spreadsheet programs keep fifteen digits: from this number on, typed digits may be lost. */
const SIXTEEN_DIGITS = 1e15;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?$/;

/** Parses a decimal number; NaN for any other text. */
export function parseDecimal(text: string): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Writes a number with fifteen digits, as spreadsheet programs show it: 0.1 + 0.2 is "0.3", and Excel's `4.3499999999999996` for 4.35 is "4.35". */
export function toPlainDecimal(value: number): string {
  if (Number.isInteger(value) && value < SIXTEEN_DIGITS && value > -SIXTEEN_DIGITS) return String(value);
  const shortest = String(value);
  if (shortest.length <= 15 && !shortest.includes('e')) return shortest;
  const rounded = String(Number(value.toPrecision(15)));
  return rounded.includes('e') ? withoutExponent(rounded) : rounded;
}

/** An amount in another currency, as people write it: "USD 1234,5". */
export const toCurrencyText = (currency: string, value: number): string =>
  `${currency} ${toPlainDecimal(value).replace('.', ',')}`;

/** Writes out an exponent: "1.5e-7" becomes "0.00000015", "1e+21" becomes "1000000000000000000000". */
function withoutExponent(text: string): string {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${plain}` : plain;
}

/** Whether a number has sixteen whole digits or more, or moves by over 1e-7 when rounded to the fifteen digits that spreadsheet programs keep. */
export function losesPrecision(value: number, literal: string): boolean {
  if (Math.abs(value) >= SIXTEEN_DIGITS) return true;
  if (literal.length <= 15) return false;
  return Math.abs(value - Number(value.toPrecision(15))) > 1e-7;
}

/** What to show for a number that lost digits: the file's own digits if it writes a plain number. */
export const toLiteralText = (value: number, literal: string): string =>
  /^-?\d+(\.\d+)?$/.test(literal) ? literal : toPlainDecimal(value);

/** Days from 1970-01-01 to day 0 of each date system. For 1900 this holds after 29/02/1900, a day that Excel invented. */
const EPOCH_1900 = -25_569;
const EPOCH_1904 = -24_107;
/** The first serial after 9999-12-31 in the 1900 system. Serials of the 1904 system are smaller by DAYS_BETWEEN. */
const END = 2_958_466;
const DAYS_BETWEEN = 1462;
const DAY_SECONDS = 86_400;

const pad = (value: number): string => String(value).padStart(2, '0');

/** Writes seconds as `HH:MM:SS`; hours may exceed 24, as in an elapsed format. */
export const formatClock = (seconds: number): string =>
  `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;

export type SerialDates = ReturnType<typeof createSerialDates>;

/** Converts the date serials of one workbook, which count from 1900 or from 1904. */
export function createSerialDates(date1904: boolean) {
  // Caches the texts of days, because a file has few different days.
  const formatSerial = remember((day: number) => formatDay(day, date1904));
  return {
    /** Whether spreadsheet programs show a serial as a date: not if it is negative, day 0 of 1900, or past 9999. */
    isDate: (serial: number): boolean =>
      date1904 ? serial >= 0 && serial < END - DAYS_BETWEEN : serial >= 1 && serial < END,
    /** `YYYY-MM-DD`, with ` HH:MM:SS` if the serial has a time. Serial 60 of the 1900 system gives the invented 29/02/1900. */
    text(serial: number): string {
      const total = Math.floor(serial) === serial ? serial * DAY_SECONDS : Math.round(serial * DAY_SECONDS);
      const day = Math.floor(total / DAY_SECONDS);
      const seconds = total - day * DAY_SECONDS;
      return seconds === 0 ? formatSerial(day) : `${formatSerial(day)} ${formatClock(seconds)}`;
    },
  };
}

function formatDay(day: number, date1904: boolean): string {
  if (!date1904 && day === 60) return '1900-02-29';
  return fromDayNumber(date1904 ? EPOCH_1904 + day : EPOCH_1900 + day + (day < 60 ? 1 : 0));
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** Reads an ISO 8601 date of a `t="d"` cell; gives its text and its serial in the 1900 system. Drops the time zone, because the cell shows the civil time. */
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
