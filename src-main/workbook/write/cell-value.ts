import type { CellValue } from 'exceljs';
import { parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { toCellText, needsPreserve } from './cell-text.ts';
import type { Cell, ColumnType } from './workbook.ts';

/** Serial of 1970-01-01 in the 1900 system. Serials below 61 are wrong there, because Excel counts 29/02/1900. */
const SERIAL_1970 = 25_569;
const PRIMER_SERIAL = 61;

/** A number that a spreadsheet keeps exactly. */
const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?$/;
/** A whole number. A column of whole numbers shows no decimals, so "3.5" as a number would be read there as 4. */
const WHOLE = /^-?\d{1,9}$/;

/** The serial of `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`; undefined where a spreadsheet has no date for it. */
function toSerial(text: string): number | undefined {
  const day = parseIsoDate(text.slice(0, 10));
  if (day === undefined) return undefined;
  const time = /^ (\d{2}):(\d{2}):(\d{2})$/.exec(text.slice(10));
  if (text.length > 10 && time === null) return undefined;
  const seconds = time === null ? 0 : Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]);
  const days = toDayNumber(day) + SERIAL_1970;
  return days < PRIMER_SERIAL ? undefined : days + seconds / 86_400;
}

const toTextCell = (value: string): CellValue => {
  const written = toCellText(value);
  return needsPreserve(value) ? { richText: [{ text: written }] } : written;
};

/**
 * The value of a cell as the spreadsheet stores it: amounts in pesos, dates as serials (a date before March 1900 stays text), text escaped. null for
 * an empty cell and for empty text: a cell is never an invisible string that COUNTA would count.
 */
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

/** The form in which a value is shown: a moment without a reported time is a day, never midnight. */
export const chooseForm = (content: unknown, type: ColumnType): ColumnType =>
  type === 'fechaHora' && typeof content === 'string' && content.length === 10 ? 'fecha' : type;

/** Centavos as the nearest number of pesos, exact to the 15 digits that spreadsheets keep. */
export const toPesos = (value: number | bigint): number => Number(value) / 100;
