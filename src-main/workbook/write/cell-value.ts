import type { CellValue } from 'exceljs';
import { parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import type { Cell, ColumnType } from './workbook.ts';
import { parseMoney } from '#domain/money.ts';

/** The longest text of a cell; Excel refuses a file with a longer text. */
const MAX_TEXT = 32_767;

// Characters to escape: what XML cannot hold, CR (XML would turn it into LF), and the underscore of a text that looks like an escape.

const SPECIAL = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

const escapeCharacter = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** The text as a cell can hold it (ST_Xstring, ECMA-376 part 1, 22.9.2.19): escaped, lone surrogates as U+FFFD, and cut with "…" to 32,767 characters. */
export function toCellText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  return short.toWellFormed().replace(SPECIAL, escapeCharacter);
}

/** Whether a text begins or ends with a space, which a cell keeps only in a run marked `xml:space="preserve"`. */
const needsPreserve = (text: string): boolean => /^\s|\s$/.test(text);

/** The serial of 1970-01-01 in the 1900 system. Serials below 61 are off by one, because Excel counts 29/02/1900. */
const SERIAL_1970 = 25_569;
const FIRST_SERIAL = 61;

/** A number that spreadsheet programs keep exactly. */
const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?$/;
/** A whole number. In a column of whole numbers, "3.5" stays text, because as a number it would show as 4. */
const WHOLE = /^-?\d{1,9}$/;

/** The serial of `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`; undefined for any other text and before March 1900. */
function toSerial(text: string): number | undefined {
  const day = parseIsoDate(text.slice(0, 10));
  if (day === undefined) return undefined;
  const time = /^ (\d{2}):(\d{2}):(\d{2})$/.exec(text.slice(10));
  if (text.length > 10 && time === null) return undefined;
  const seconds = time === null ? 0 : Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]);
  const days = toDayNumber(day) + SERIAL_1970;
  return days < FIRST_SERIAL ? undefined : days + seconds / 86_400;
}

const toTextCell = (value: string): CellValue => {
  const written = toCellText(value);
  return needsPreserve(value) ? { richText: [{ text: written }] } : written;
};

/** The value of a cell: pesos for amounts, serials for dates (text before March 1900), escaped text. Empty text becomes null, because COUNTA would count it. */
export function toCellValue(content: Cell, type: ColumnType): CellValue {
  if (content === null || content === '') return null;
  if (typeof content === 'string') {
    if (type === 'fecha' || type === 'fechaHora') return toSerial(content) ?? toTextCell(content);
    const form = type === 'entero' ? WHOLE : type === 'porcentaje' ? NUMBER : undefined;
    return form?.test(content) === true ? Number(content) : toTextCell(content);
  }
  if (typeof content === 'boolean') return content;
  return type === 'importe' ? toPesos(content) : Number(content);
}

/** The form of a cell. A `fechaHora` without a time shows as a day, because as a time it would show midnight. */
export const chooseForm = (content: unknown, type: ColumnType): ColumnType =>
  type === 'fechaHora' && typeof content === 'string' && content.length === 10 ? 'fecha' : type;

/** Centavos as pesos; exact to the fifteen digits that spreadsheet programs keep. */
export const toPesos = (value: number | bigint): number => Number(value) / 100;

/** A decimal text with a dot as centavos. A text that is no amount stays text and never becomes zero. */
export const toAmountCell = (text: string | null | undefined): Cell =>
  text === null || text === undefined ? null : (parseMoney(text, 'sin-miles') ?? text);
