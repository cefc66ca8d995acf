import { otherCurrencyIn } from '#domain/cupones/amount-text.ts';
import {
  losesPrecision,
  parseDecimal,
  toCurrencyText,
  toLiteralText,
  toPlainDecimal,
  formatClock,
  formatIsoDate,
  type NumberFormat,
  parseFormat,
} from '../number-format.ts';
import type { SheetBuilder } from '../sheet-builder.ts';
import type { WorkbookParts } from '../packed-sheet.ts';
import { nameCode, parsePrefixedCode, type XmlScanner } from '../xml-scanner.ts';

export interface OdsCell {
  readonly column: number;
  /** How many adjacent columns have this cell. */
  readonly repeat: number;
  readonly covered: boolean;
  /** `office:value-type`, `error`, or an empty text. */
  readonly type: string;
  readonly value: string | undefined;
  /** `office:currency`: a code that depends on the language of the program, not on the sign that the cell shows. */
  readonly currency: string | undefined;
  readonly formula: boolean;
  readonly format: number | undefined;
  /** The text that the cell shows: its paragraphs joined. */
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
  } else builder.number(column, number, cell.format);
}

/** The currency of a cell if it is not the peso, else ''. The shown text overrules the currency code: a "$" alone means pesos, whatever the code says. */
function currencyOf({ text, currency }: OdsCell): string {
  const shown = otherCurrencyIn(text);
  return shown !== '' || text.includes('$') ? shown : otherCurrencyIn(currency ?? '');
}

/** Whether the shown text has leading zeros or other characters between its digits and is no formatted amount. */
function isMask(text: string, number: number): boolean {
  if (!Number.isInteger(number) || text.length > 40 || /[.,%$€]/.test(text)) return false;
  const digits = text.replace(/\D/g, '');
  const masked = /\d[^\d]+\d/.test(text) || /(?:^|\D)0\d/.test(text);
  return masked && digits !== '' && Number(digits) === Math.abs(number) && text !== toPlainDecimal(number);
}

function parseDuration(text: string): number | undefined {
  const match = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(text);
  return match === null ? undefined : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

const STYLE = nameCode('style');
const TABLE_PROPERTIES = nameCode('table-properties');
const DATE_STYLE = nameCode('date-style');
const NUMBER_STYLE = nameCode('number-style');
const NUMBER = nameCode('number');
const A_NAME = parsePrefixedCode('name');
const A_DATA = parsePrefixedCode('data-style-name');
const A_DISPLAY = parsePrefixedCode('display');
const A_DIGITS = parsePrefixedCode('min-integer-digits');
const A_DECIMALS = parsePrefixedCode('decimal-places');

/** A number whose format shows more digits than this is not read as a mask. */
const MAX_DIGITS = 20;

/** The styles of `content.xml` for cells and tables. They say which numbers are dates, which have leading zeros, and which tables are hidden. */
export class OdsStyles {
  readonly #hiddenTables = new Set<string>();
  readonly #dataStyles = new Map<string, string>();
  readonly #formats = new Map<string, NumberFormat>();
  readonly #indexes = new Map<string, number>();
  #name = '';
  #dataName = '';

  open(name: number, xml: XmlScanner): void {
    if (name === STYLE) {
      this.#name = xml.value(A_NAME) ?? '';
      const data = xml.value(A_DATA);
      if (data !== undefined) this.#dataStyles.set(this.#name, data);
    } else if (name === TABLE_PROPERTIES) {
      if (xml.value(A_DISPLAY) === 'false') this.#hiddenTables.add(this.#name);
    } else if (name === DATE_STYLE) this.#formats.set(xml.value(A_NAME) ?? '', { kind: 'date' });
    else if (name === NUMBER_STYLE) this.#dataName = xml.value(A_NAME) ?? '';
    else if (name === NUMBER) this.#zeros(xml);
  }

  hidesTable(style: string): boolean {
    return this.#hiddenTables.has(style);
  }

  /** The index in `formats` of a cell style's number format; adds a new format. Undefined for a style without a number format. */
  formatOf(cellStyle: string, formats: NumberFormat[]): number | undefined {
    const known = this.#indexes.get(cellStyle);
    if (known !== undefined) return known;
    const format = this.#formats.get(this.#dataStyles.get(cellStyle) ?? '');
    if (format === undefined) return undefined;
    this.#indexes.set(cellStyle, formats.push(format) - 1);
    return formats.length - 1;
  }

  #zeros(xml: XmlScanner): void {
    const digits = Number(xml.value(A_DIGITS) ?? 0);
    const decimals = Number(xml.value(A_DECIMALS) ?? 0);
    if (digits >= 2 && digits <= MAX_DIGITS && decimals === 0) {
      this.#formats.set(this.#dataName, parseFormat('0'.repeat(digits)));
    }
  }
}
