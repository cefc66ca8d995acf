import { CELL, type Sheet } from '../sheet.ts';
import { isRoundedCardNumber, maskDigits } from './card-number.ts';
import { maskCardNumbers } from './card-text.ts';
import { cleanText, isDigits } from './clean-text.ts';

/**
 * The text of a numeric cell as an identifier: the text that the spreadsheet shows if it is digits (`00000123`), else the digits of the whole
 * number (thousands marks and exponents are decoration), else the text that is shown.
 */
export function toNumericText(sheet: Sheet, row: number, column: number): string {
  const shown = sheet.text(row, column);
  if (isDigits(shown)) return shown;
  const value = sheet.number(row, column);
  return Number.isInteger(value) && value >= 0 && value < 1e21 ? String(value) : cleanText(shown);
}

/** The text of any cell as a value: clean, and whole numbers as digits. */
export function getCellText(sheet: Sheet, row: number, column: number): string {
  return sheet.kind(row, column) === CELL.numero
    ? toNumericText(sheet, row, column)
    : cleanText(sheet.text(row, column));
}

/**
 * A value as a person reads it: the number of a cell with a comma. With its dot, 100.123 would be read as a hundred thousand, and by this program too once
 * it is typed again. `valor` of findings keeps the dot.
 */
export const toSpokenValue = (value: string, kind: number): string =>
  kind === CELL.numero ? value.replace(/^(-?\d+)\.(\d+)$/, '$1,$2') : value;

/**
 * A value as findings may carry it: every card number covered, whatever the column, and also a card number that the spreadsheet rounded.
 */
export function toShownValue(text: string, kind: number): string {
  return kind === CELL.numero && isRoundedCardNumber(text) ? maskDigits(text) : maskCardNumbers(text);
}
