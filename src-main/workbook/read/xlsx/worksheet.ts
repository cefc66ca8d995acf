/** Hot path: `close` runs for each of two million cells. Ignores an element at an unexpected depth, which belongs to an extension. */
import { createDamagedProblem } from '../file-problem.ts';
import { readMergedAreas, type Area, type SheetBuilder } from '../sheet-builder.ts';
import { losesPrecision, toLiteralText, formatIsoDate } from '../number-format.ts';
import type { WorkbookParts } from '../packed-sheet.ts';
import { nameCode, type XmlHandler, type XmlScanner } from '../xml-scanner.ts';
import { columnOf, parseNumber, parseWholeNumber, readArea } from './cell-parts.ts';
import { TextBuffer } from './parts.ts';

const [WORKSHEET, SHEET_DATA, ROW, C, V, F, IS, T, R_PH, MERGE_CELL] = [
  'worksheet',
  'sheetData',
  'row',
  'c',
  'v',
  'f',
  'is',
  't',
  'rPh',
  'mergeCell',
].map(nameCode);
const [A_R, A_S, A_T, A_HIDDEN, A_REF] = ['r', 's', 't', 'hidden', 'ref'].map(nameCode);

const TYPE = { number: 0, shared: 1, boolean: 2, error: 3, date: 4, text: 5, inline: 6 } as const;
type CellType = (typeof TYPE)[keyof typeof TYPE];
const TYPE_CODES = new Map<number, CellType>([
  [nameCode('n'), TYPE.number],
  [nameCode('s'), TYPE.shared],
  [nameCode('b'), TYPE.boolean],
  [nameCode('e'), TYPE.error],
  [nameCode('d'), TYPE.date],
  [nameCode('str'), TYPE.text],
  [nameCode('inlineStr'), TYPE.inline],
]);

export class WorksheetHandler implements XmlHandler {
  readonly #builder: SheetBuilder;
  readonly #parts: WorkbookParts;
  readonly #text = new TextBuffer();
  readonly #areas: Area[] = [];
  /** The depth of `sheetData`; 0 outside it. Rows lie one level deeper, cells two levels, values three. */
  #dataDepth = 0;
  #row = 0;
  #rows = 0;
  #dataSeen = false;
  /** How many `row` elements were outside `sheetData`. */
  #strayRows = 0;
  #column = -1;
  #style = 0;
  #type: CellType = TYPE.number;
  #collecting = false;
  #hasValue = false;
  #hasFormula = false;
  #phonetic = 0;
  readonly #sharedCount: number;

  /** `sharedCount`: how many texts the shared string table has; the store holds other texts after them. */
  constructor(builder: SheetBuilder, parts: WorkbookParts, sharedCount: number) {
    this.#builder = builder;
    this.#parts = parts;
    this.#sharedCount = sharedCount;
  }

  open(name: number, depth: number, xml: XmlScanner): void {
    const inside = this.#dataDepth === 0 ? 0 : depth - this.#dataDepth;
    if (inside === 2 && name === C) this.#openCell(xml);
    else if (inside === 3 && name === V) {
      this.#collecting = true;
      this.#hasValue = true;
    } else if (inside === 1 && name === ROW) this.#openRow(xml);
    else if (inside === 3 && name === F) this.#hasFormula = true;
    else if (inside === 3 && name === IS) this.#hasValue = true;
    else if (inside >= 4 && name === R_PH) this.#phonetic = depth;
    else if (inside >= 4 && name === T) this.#collecting = this.#phonetic === 0 && this.#hasValue;
    else if (inside === 0) this.#openOutside(name, depth, xml);
  }

  close(name: number, depth: number): void {
    if (this.#dataDepth === 0) return;
    const inside = depth - this.#dataDepth;
    if (inside === 3 || name === T) this.#collecting = false;
    else if (inside === 2 && name === C) this.#closeCell();
    else if (inside === 1 && name === ROW) this.#builder.endRow();
    else if (inside === 0) this.#dataDepth = 0;
    if (depth === this.#phonetic) this.#phonetic = 0;
  }

  text(bytes: Uint8Array, start: number, end: number, raw: boolean): void {
    if (this.#collecting) this.#text.add(bytes, start, end, raw);
  }

  /** Throws if the document has no `sheetData`, or has rows only outside it: its data would be lost (docs/workbooks.md, "Decision"). */
  finish(): void {
    if (!this.#dataSeen || (this.#rows === 0 && this.#strayRows > 0))
      throw createDamagedProblem('no rows where they should be');
    this.#builder.merges = readMergedAreas(this.#areas);
  }

  #openOutside(name: number, depth: number, xml: XmlScanner): void {
    if (depth === 1 && name !== WORKSHEET) throw createDamagedProblem('a sheet that is not a worksheet');
    if (depth === 2 && name === SHEET_DATA) {
      if (this.#dataSeen) throw createDamagedProblem('two sheetData');
      this.#dataDepth = depth;
      this.#dataSeen = true;
    } else if (name === MERGE_CELL) this.#merge(xml);
    else if (name === ROW) this.#strayRows += 1;
  }

  #openRow(xml: XmlScanner): void {
    const at = xml.attribute(A_R ?? 0);
    this.#row = at < 0 ? this.#row + 1 : parseWholeNumber(xml.bytes, xml.valueStart(at), xml.valueEnd(at));
    this.#rows += 1;
    this.#column = -1;
    const hidden = xml.attribute(A_HIDDEN ?? 0) >= 0 && /^(1|true|on)$/.test(xml.value(A_HIDDEN ?? 0) ?? '');
    this.#builder.startRow(this.#row, hidden);
  }

  #openCell(xml: XmlScanner): void {
    let column = this.#column + 1;
    this.#style = 0;
    this.#type = TYPE.number;
    const { bytes } = xml;
    for (let i = 0; i < xml.attributeCount; i += 1) {
      const name = xml.nameAt(i);
      const start = xml.valueStart(i);
      const end = xml.valueEnd(i);
      if (name === A_R) column = columnOf(bytes, start, end);
      else if (name === A_S) this.#style = parseWholeNumber(bytes, start, end);
      else if (name === A_T) this.#type = readCellType(bytes, start, end);
    }
    this.#column = column;
    this.#text.clear();
    this.#hasValue = false;
    this.#hasFormula = false;
  }

  #closeCell(): void {
    if (!this.#hasValue) {
      if (this.#hasFormula) this.#builder.formulaWithoutValue(this.#column);
      return;
    }
    const text = this.#text;
    switch (this.#type) {
      case TYPE.shared:
        if (text.length > 0) this.#sharedText(parseWholeNumber(text.bytes, 0, text.length));
        return;
      case TYPE.number:
        if (text.length > 0) this.#number();
        else if (this.#hasFormula) this.#builder.formulaWithoutValue(this.#column);
        return;
      case TYPE.text:
      case TYPE.inline:
        text.unescape();
        this.#builder.text(this.#column, this.#intern());
        return;
      case TYPE.boolean:
        if (text.length > 0) this.#builder.boolean(this.#column, /^\s*(1|true)\s*$/i.test(text.toString()));
        return;
      case TYPE.error:
        this.#builder.error(this.#column, this.#intern());
        return;
      case TYPE.date:
        this.#date();
    }
  }

  #sharedText(index: number): void {
    if (index >= this.#sharedCount) throw createDamagedProblem('a shared string that is not there');
    this.#builder.text(this.#column, index);
  }

  #number(): void {
    const { bytes, length } = this.#text;
    const value = parseNumber(bytes, length);
    // A value that is no number becomes an error cell with that text, so that only its row is refused.
    if (Number.isNaN(value)) this.#builder.error(this.#column, this.#intern());
    else if (length > 15 || value >= 1e15 || value <= -1e15) this.#longNumber(value);
    else this.#shortNumber(value);
  }

  #shortNumber(value: number): void {
    const format = this.#parts.formats[this.#style];
    const isPlain = format === undefined || format.kind === 'general';
    this.#builder.number(this.#column, value, isPlain ? -1 : this.#style);
  }

  #longNumber(value: number): void {
    const literal = this.#text.toString().trim();
    if (!losesPrecision(value, literal)) {
      this.#shortNumber(value);
      return;
    }
    const text = this.#parts.strings.internText(toLiteralText(value, literal));
    this.#builder.numberWithText(this.#column, value, { text, lost: true });
  }

  #date(): void {
    const date = formatIsoDate(this.#text.toString().trim());
    if (date === undefined) this.#builder.text(this.#column, this.#intern());
    else this.#builder.date(this.#column, date.serial, this.#parts.strings.internText(date.text));
  }

  #intern(): number {
    return this.#parts.strings.intern(this.#text.bytes, this.#text.length);
  }

  #merge(xml: XmlScanner): void {
    const area = readArea(xml.value(A_REF ?? 0) ?? '');
    if (area !== undefined) this.#areas.push(area);
  }
}

function readCellType(bytes: Uint8Array, start: number, end: number): CellType {
  let code = 0;
  for (let i = start; i < end; i += 1) code = (Math.imul(code, 257) + (bytes[i] ?? 0)) | 0;
  const type = TYPE_CODES.get(code);
  if (type === undefined) throw createDamagedProblem('an unknown type of cell');
  return type;
}
