import { otherCurrencyIn } from '#domain/cupones/currency.ts';
import { losesPrecision, parseDecimal, toCurrencyText, toLiteralText, toPlainDecimal } from '../number-format.ts';
import type { SheetBuilder } from '../sheet-builder.ts';
import type { WorkbookParts } from '../packed-sheet.ts';
import { formatClock, formatIsoDate } from '../serial-date.ts';

/** A cell of `content.xml`, unchanged. */
export interface OdsCell {
  readonly column: number;
  /** How many columns the cell fills. */
  readonly repeat: number;
  readonly covered: boolean;
  /** `office:value-type`, `error`, or nothing. */
  readonly type: string;
  readonly value: string | undefined;
  /** `office:currency`: a code by the program's language, whatever sign the cell shows. */
  readonly currency: string | undefined;
  readonly formula: boolean;
  /** Index of its style's number format. */
  readonly format: number | undefined;
  /** The shown text, from its paragraphs. */
  readonly text: string;
  readonly paragraphs: number;
}

const ERROR = /^(?:#(?:N\/A|N\/D|¡?(?:DIV\/0|REF|VALUE|VALOR|NUM|NULL|NULO)!|¿?(?:NAME|NOMBRE)\?)|Err:\d{3})$/i;

export function putCell(builder: SheetBuilder, parts: WorkbookParts, cell: OdsCell): void {
  for (let column = cell.column; column < cell.column + cell.repeat; column += 1)
    putOne(builder, parts, { cell, column });
}

function putOne(
  builder: SheetBuilder,
  { strings }: WorkbookParts,
  { cell, column }: { readonly cell: OdsCell; readonly column: number },
): void {
  const { type, value, text, formula } = cell;
  if (type === 'error' || (formula && ERROR.test(text))) builder.error(column, strings.internText(text));
  else if (type === 'float' || type === 'currency' || type === 'percentage')
    putNumber(builder, strings, { cell, column });
  else if (type === 'boolean') builder.boolean(column, value === 'true');
  else if (type === 'date') {
    const date = formatIsoDate(value ?? '');
    if (date === undefined) builder.text(column, strings.internText(text));
    else builder.date(column, date.serial, strings.internText(date.text));
  } else if (type === 'time') {
    const seconds = parseDuration(value ?? '');
    if (seconds === undefined) builder.text(column, strings.internText(text));
    else {
      const shown = strings.internText(formatClock(seconds));
      builder.numberWithText(column, seconds / 86_400, { text: shown, lost: false });
    }
  } else if (type === '' && formula && text === '') builder.formulaWithoutValue(column);
  else builder.text(column, strings.internText(cell.paragraphs > 0 ? text : (value ?? '')));
}

function putNumber(
  builder: SheetBuilder,
  strings: WorkbookParts['strings'],
  { cell, column }: { readonly cell: OdsCell; readonly column: number },
): void {
  const literal = cell.value ?? '';
  const number = parseDecimal(literal);
  const currency = currencyOf(cell);
  if (Number.isNaN(number)) builder.error(column, strings.internText(cell.text || literal));
  else if (currency !== '') builder.text(column, strings.internText(toCurrencyText(currency, number)));
  else if (losesPrecision(number, literal)) {
    builder.numberWithText(column, number, { text: strings.internText(toLiteralText(number, literal)), lost: true });
  } else if (isMask(cell.text, number)) {
    builder.numberWithText(column, number, { text: strings.internText(cell.text), lost: false });
  } else if (cell.format === undefined) builder.number(column, number);
  else builder.formatted(column, number, cell.format);
}

/** The currency other than the peso. The shown text comes first: a lone "$" is pesos, whatever code the file's language gives. */
function currencyOf({ text, currency }: OdsCell): string {
  const shown = otherCurrencyIn(text);
  return shown !== '' || text.includes('$') ? shown : otherCurrencyIn(currency ?? '');
}

/** Whether a text shows a number's digits with leading zeros or something between them, and no formatting of amounts. */
function isMask(text: string, number: number): boolean {
  if (!Number.isInteger(number) || text.length > 40 || /[.,%$€]/.test(text)) return false;
  const digits = text.replace(/\D/g, '');
  const masked = /\d[^\d]+\d/.test(text) || /(?:^|\D)0\d/.test(text);
  return masked && digits !== '' && Number(digits) === Math.abs(number) && text !== toPlainDecimal(number);
}

/** `PT36H15M00S` in whole seconds. */
function parseDuration(text: string): number | undefined {
  const match = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(text);
  return match === null ? undefined : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}
