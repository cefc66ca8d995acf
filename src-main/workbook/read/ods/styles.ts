import { type NumberFormat, parseFormat } from '../number-format.ts';
import { nameCode, parsePrefixedCode, type XmlScanner } from '../xml-scanner.ts';

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

/** More leading zeros than any number has that keeps its digits. */
const MAX_DIGITS = 20;

/** What the automatic styles of `content.xml` add to cells and tables: dates stored as plain numbers, leading zeros, hidden tables. */
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

  /** The index in `formats` of a cell style's number format, added when new; undefined for a style without one. */
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
