import type { CellValue } from 'exceljs';
import { parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { cellText, needsPreserve } from './cell-text.ts';
import type { Cell, ColumnType } from './workbook.ts';

/** Serial of 1970-01-01 in the 1900 system. Serials below 61 are wrong there, because Excel counts 29/02/1900. */
const SERIAL_1970 = 25_569;
const PRIMER_SERIAL = 61;

/** A number that a spreadsheet keeps exactly. */
const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?$/;
/** A whole number. A column of whole numbers shows no decimals, so "3.5" as a number would be read there as 4. */
const WHOLE = /^-?\d{1,9}$/;

/** The serial of `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`; undefined where a spreadsheet has no date for it. */
function serial(texto: string): number | undefined {
  const dia = parseIsoDate(texto.slice(0, 10));
  if (dia === undefined) return undefined;
  const hora = /^ (\d{2}):(\d{2}):(\d{2})$/.exec(texto.slice(10));
  if (texto.length > 10 && hora === null) return undefined;
  const segundos = hora === null ? 0 : Number(hora[1]) * 3600 + Number(hora[2]) * 60 + Number(hora[3]);
  const dias = toDayNumber(dia) + SERIAL_1970;
  return dias < PRIMER_SERIAL ? undefined : dias + segundos / 86_400;
}

const textCell = (valor: string): CellValue => {
  const written = cellText(valor);
  return needsPreserve(valor) ? { richText: [{ text: written }] } : written;
};

/**
 * The value of a cell as the spreadsheet stores it: amounts in pesos, dates as serials (a date before March 1900 stays text), text escaped. null for
 * an empty cell and for empty text: a cell is never an invisible string that COUNTA would count.
 */
export function cellValue(content: Cell, tipo: ColumnType): CellValue {
  if (content === null || content === '') return null;
  if (typeof content === 'string') {
    if (tipo === 'fecha' || tipo === 'fechaHora') return serial(content) ?? textCell(content);
    const form = tipo === 'entero' ? WHOLE : tipo === 'porcentaje' ? NUMBER : undefined;
    return form?.test(content) === true ? Number(content) : textCell(content);
  }
  if (typeof content === 'boolean') return content;
  return tipo === 'importe' ? pesos(content) : Number(content);
}

/** The form in which a value is shown: a moment without a reported time is a day, never midnight. */
export const chooseForm = (content: unknown, tipo: ColumnType): ColumnType =>
  tipo === 'fechaHora' && typeof content === 'string' && content.length === 10 ? 'fecha' : tipo;

/** Centavos as the nearest number of pesos, exact to the 15 digits that spreadsheets keep. */
export const pesos = (valor: number | bigint): number => Number(valor) / 100;
