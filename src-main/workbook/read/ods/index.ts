/** Reads `.ods` with our XML scanner: SheetJS leaves out error cells and hidden rows, and expands `number-rows-repeated="1048576"` in memory. */
import type { Sheet } from '#domain/sheet.ts';
import type { NumberFormat } from '../number-format.ts';
import { createParts, type WorkbookParts } from '../packed-sheet.ts';
import { chooseSheets, type Reading } from '../workbook.ts';
import { parseXml } from '../xlsx/parts.ts';
import type { ZipParts } from '../zip.ts';
import { createDamagedProblem } from '../file-problem.ts';
import { SheetBuilder, readMergedAreas, type Area } from '../sheet-builder.ts';
import { decodeXml, nameCode, parsePrefixedCode, type XmlHandler, type XmlScanner } from '../xml-scanner.ts';
import { putCell, type OdsCell, OdsStyles } from './cell.ts';

/** Reads the sheets, except sheets that only cache the values of an external link. */
export async function readOds(
  zip: ZipParts,
  { limits, hoja }: Pick<Reading, 'limits' | 'hoja'>,
): Promise<readonly Sheet[]> {
  const formats: NumberFormat[] = [];
  const handler = new ContentHandler(createParts({ limits, formats }), formats);
  await parseXml(zip.stream('content.xml'), handler, limits);
  const sheets = handler.sheets();
  const named = sheets.map((sheet) => ({ name: sheet.name ?? '', sheet }));
  return chooseSheets(named, hoja).map(({ sheet }) => sheet);
}

const [SPREADSHEET, TABLE, SOURCE, ROW, CELL, COVERED] = [
  'spreadsheet',
  'table',
  'table-source',
  'table-row',
  'table-cell',
  'covered-table-cell',
].map(nameCode);
const [P, S, TAB, LINE_BREAK, NOTE, ANNOTATION, RUBY] = [
  'p',
  's',
  'tab',
  'line-break',
  'note',
  'annotation',
  'ruby-text',
].map(nameCode);

const codeOf = (name: string): number => parsePrefixedCode(name);
const A_NAME = codeOf('name');
const A_STYLE = codeOf('style-name');
const A_VISIBILITY = codeOf('visibility');
const A_ROWS = codeOf('number-rows-repeated');
const A_COLUMNS = codeOf('number-columns-repeated');
const A_ROWS_SPANNED = codeOf('number-rows-spanned');
const A_TYPE = codeOf('value-type');
const A_FORMULA = codeOf('formula');
const A_SPACES = codeOf('c');
const A_CURRENCY = codeOf('currency');
const VALUES = ['value', 'date-value', 'time-value', 'boolean-value', 'string-value'].map(codeOf);

interface Draft {
  readonly name: string;
  readonly style: string;
  readonly builder: SheetBuilder;
  /** Merges of several rows, whose covered cells are skipped. */
  readonly merges: Area[];
}

export class ContentHandler implements XmlHandler {
  readonly #parts: WorkbookParts;
  readonly #finished: Draft[] = [];
  readonly #styles = new OdsStyles();
  readonly #formats: NumberFormat[];
  #table: Draft | undefined;
  #external = false;
  #spreadsheet = false;
  /** Whether LibreOffice wrote the document. LibreOffice calculates before saving, so a formula without a value has an empty text as its result. */
  #calculated = false;
  #nextRow = 1;
  #row: { readonly repeat: number; readonly hidden: boolean; column: number; cells: OdsCell[] } | undefined;
  #cell: { -readonly [K in keyof OdsCell]: OdsCell[K] } | undefined;
  #cellDepth = 0;
  #paragraph = 0;
  /** The depth of the element, inside a paragraph, whose text does not belong to the cell (such as a comment); 0 for none. */
  #aside = 0;

  /** `formats`: the array behind `parts.formats`, which grows with each new format of a cell. */
  constructor(parts: WorkbookParts, formats: NumberFormat[]) {
    this.#parts = parts;
    this.#formats = formats;
  }

  open(name: number, depth: number, xml: XmlScanner): void {
    if (this.#cell !== undefined) this.#openInCell(name, depth, xml);
    else if (this.#row !== undefined) this.#openCell(name, depth, xml);
    else if (name === ROW && this.#table !== undefined) this.#openRow(xml);
    else if (name === TABLE && this.#spreadsheet && this.#table === undefined) this.#openTable(xml);
    else if (name === SOURCE && this.#table !== undefined) this.#external = true;
    else if (name === SPREADSHEET) this.#spreadsheet = true;
    else if (!this.#spreadsheet) this.#styles.open(name, xml);
  }

  close(name: number, depth: number): void {
    if (this.#cell !== undefined) this.#closeInCell(depth);
    else if (name === ROW && this.#row !== undefined) this.#closeRow();
    else if (name === TABLE && this.#table !== undefined && this.#row === undefined) {
      if (!this.#external) this.#finished.push(this.#table);
      this.#table = undefined;
    }
  }

  text(bytes: Uint8Array, start: number, end: number): void {
    if (this.#cell === undefined || this.#paragraph === 0 || this.#aside > 0) return;
    // Collapses blanks to one blank (ODF 1.2 part 1, 6.1.2); further blanks that count are written as `text:s`.
    this.#cell.text += decodeXml(bytes, start, end).replace(/[ \t\n]+/g, ' ');
  }

  sheets(): readonly Sheet[] {
    if (!this.#spreadsheet || this.#finished.length === 0) throw createDamagedProblem('no tables');
    return this.#finished.map(({ name, style, builder, merges }) => {
      builder.merges = readMergedAreas(merges);
      return builder.finish(name, this.#styles.hidesTable(style));
    });
  }

  #openTable(xml: XmlScanner): void {
    this.#table = {
      name: xml.value(A_NAME) ?? '',
      style: xml.value(A_STYLE) ?? '',
      builder: new SheetBuilder(this.#parts),
      merges: [],
    };
    this.#external = false;
    this.#nextRow = 1;
  }

  #openRow(xml: XmlScanner): void {
    const visibility = xml.value(A_VISIBILITY) ?? 'visible';
    this.#row = { repeat: readRepeats(xml, A_ROWS), hidden: visibility !== 'visible', column: 0, cells: [] };
  }

  #openCell(name: number, depth: number, xml: XmlScanner): void {
    const row = this.#row;
    if (row === undefined || (name !== CELL && name !== COVERED)) return;
    const repeat = readRepeats(xml, A_COLUMNS);
    const types: string[] = [];
    for (let i = 0; i < xml.attributeCount; i += 1) {
      if (xml.nameAt(i) === A_TYPE) types.push(decodeXml(xml.bytes, xml.valueStart(i), xml.valueEnd(i)));
    }
    this.#calculated ||= types.length > 1;
    this.#cell = {
      column: row.column,
      repeat,
      covered: name === COVERED,
      // A cell may have two value types, because LibreOffice adds its own type, and only LibreOffice's type says `error`.
      type: types.includes('error') ? 'error' : (types[0] ?? ''),
      value: VALUES.map((code) => xml.value(code)).find((value) => value !== undefined),
      currency: xml.value(A_CURRENCY),
      formula: xml.attribute(A_FORMULA) >= 0,
      format: this.#styles.formatOf(xml.value(A_STYLE) ?? '', this.#formats),
      text: '',
      paragraphs: 0,
    };
    const spanned = readRepeats(xml, A_ROWS_SPANNED);
    if (spanned > 1 && name === CELL) {
      const area = { firstColumn: row.column, lastColumn: row.column, firstRow: this.#nextRow };
      this.#table?.merges.push({ ...area, lastRow: this.#nextRow + spanned - 1 });
    }
    this.#cellDepth = depth;
    row.column += repeat;
  }

  #openInCell(name: number, depth: number, xml: XmlScanner): void {
    const cell = this.#cell;
    if (cell === undefined) return;
    if (this.#paragraph === 0) {
      if (name !== P || depth !== this.#cellDepth + 1) return;
      if (cell.paragraphs > 0) cell.text += '\n';
      cell.paragraphs += 1;
      this.#paragraph = depth;
    } else if (this.#aside > 0) return;
    else if (name === S) cell.text += ' '.repeat(Math.min(Number(xml.value(A_SPACES) ?? 1) || 1, 1000));
    else if (name === TAB) cell.text += '\t';
    else if (name === LINE_BREAK) cell.text += '\n';
    else if (name === NOTE || name === ANNOTATION || name === RUBY) this.#aside = depth;
  }

  #closeInCell(depth: number): void {
    if (depth === this.#aside) this.#aside = 0;
    else if (depth === this.#paragraph) this.#paragraph = 0;
    else if (depth === this.#cellDepth) {
      if (this.#cell !== undefined && !this.#cell.covered) this.#row?.cells.push(this.#cell);
      this.#cell = undefined;
    }
  }

  /** Adds a row as often as it is repeated. Blank rows are only counted, because a sheet may end with a million of them. */
  #closeRow(): void {
    const row = this.#row;
    const builder = this.#table?.builder;
    this.#row = undefined;
    if (row === undefined || builder === undefined) return;
    const cells = row.cells.filter(
      ({ type, formula, text }) => type !== '' || text !== '' || (formula && !this.#calculated),
    );
    for (let i = 0; i < row.repeat && cells.length > 0; i += 1) {
      builder.startRow(this.#nextRow + i, row.hidden);
      for (const cell of cells) putCell(builder, this.#parts, cell);
      builder.endRow();
    }
    this.#nextRow += row.repeat;
  }
}

function readRepeats(xml: XmlScanner, code: number): number {
  const times = Number(xml.value(code) ?? 1);
  if (!Number.isSafeInteger(times) || times < 1) throw createDamagedProblem('a repetition');
  return times;
}
