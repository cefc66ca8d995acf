import { maskCertainCards } from '#domain/cupones/card-text.ts';
import type { Sheet, TallMerge } from '#domain/sheet.ts';
import { ByteLog } from './byte-log.ts';
import { createDamagedProblem, createTooBigProblem } from './file-problem.ts';
import { PackedSheet, type WorkbookParts } from './packed-sheet.ts';
import { Uint32List, ShapeTable, TAG } from './row-shapes.ts';

/** A rectangle of cells: rows from 1, columns from 0, ends included. */
export interface Area {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** The merges of a sheet. `eachCovered`: visits the cells of a row that a merge covers, which are all its cells but the first. */
export interface MergedAreas {
  readonly tall: readonly TallMerge[];
  eachCovered(row: number, visit: (firstColumn: number, lastColumn: number) => void): void;
}

const NO_MERGES: MergedAreas = { tall: [], eachCovered: () => undefined };

const MAX_AREAS = 1_000_000;
/** The most rows that all merges together may cover. */
const MAX_AREA_ROWS = 4_000_000;

/** Indexes the merges of a sheet by row. Throws `ARCHIVO_DEMASIADO_GRANDE` for more than any real sheet has. */
export function readMergedAreas(areas: readonly Area[]): MergedAreas {
  if (areas.length === 0) return NO_MERGES;
  if (areas.length > MAX_AREAS) throw createTooBigProblem('merged areas');
  const byRow = new Map<number, Area[]>();
  let rows = 0;
  for (const area of areas) {
    rows += area.lastRow - area.firstRow + 1;
    if (rows > MAX_AREA_ROWS) throw createTooBigProblem('merged areas');
    for (let row = area.firstRow; row <= area.lastRow; row += 1) {
      const list = byRow.get(row);
      if (list === undefined) byRow.set(row, [area]);
      else list.push(area);
    }
  }
  return {
    tall: areas.flatMap(({ firstRow, lastRow, firstColumn }) =>
      lastRow > firstRow ? [{ column: firstColumn, firstRow, lastRow }] : [],
    ),
    eachCovered: (row, visit) => {
      for (const area of byRow.get(row) ?? []) {
        visit(row === area.firstRow ? area.firstColumn + 1 : area.firstColumn, area.lastColumn);
      }
    },
  };
}

/** Builds a `PackedSheet` row by row. The cells of the present row wait unpacked, in one array each for column, tag, format, number and text index. */
export class SheetBuilder {
  readonly #parts: WorkbookParts;
  readonly #log = new ByteLog();
  readonly #shapes = new ShapeTable();
  #rowStarts = new Uint32List();
  #rowNumbers = new Uint32List();
  #previousRow = 0;
  #columnCount = 0;
  #inOrder = true;
  #rowNumber = 0;
  #rowHidden = false;
  #columns = new Int32Array(64);
  #tags = new Uint8Array(64);
  #values = new Float64Array(64);
  #indexes = new Int32Array(64);
  #formats = new Int32Array(64);
  #cells = 0;
  #sorted = true;
  merges: MergedAreas = NO_MERGES;

  constructor(parts: WorkbookParts) {
    this.#parts = parts;
  }

  startRow(number: number, hidden: boolean): void {
    if (number > this.#parts.limits.rows) throw createTooBigProblem('rows');
    if (number < 1) throw createDamagedProblem('row zero');
    this.#rowNumber = number;
    this.#rowHidden = hidden;
    this.#cells = 0;
    this.#sorted = true;
  }

  /** Adds a text cell, unless the text is empty. `index`: the text's number in the store. */
  text(column: number, index: number): void {
    if (!this.#parts.strings.isEmpty(index)) this.#put(column, TAG.text, 0, index);
  }
  /** Adds a number with the tag that packs it smallest without loss. `format`: the index of its format in `parts.formats`, which may make it a date. */
  number(column: number, value: number, format = -1): void {
    const positive = Math.abs(value);
    const whole = Number.isInteger(positive) && positive <= Number.MAX_SAFE_INTEGER;
    const cents = whole ? 0 : Math.round(positive * 100);
    const exact = whole || (cents <= Number.MAX_SAFE_INTEGER && cents / 100 === positive);
    const tag = whole ? TAG.whole : exact ? TAG.cents : TAG.double;
    const packed = whole ? positive : exact ? cents : value;
    this.#put(column, exact && value < 0 ? tag + 1 : tag, packed, 0);
    this.#formats[this.#cells - 1] = format;
  }
  /** Adds a number with the text that it shows. `cell.text`: the text's number in the store. `cell.lost`: the number may lack digits. */
  numberWithText(column: number, value: number, cell: { readonly text: number; readonly lost: boolean }): void {
    this.#put(column, cell.lost ? TAG.lost : TAG.withText, value, cell.text);
  }
  date(column: number, serial: number, text: number): void {
    this.#put(column, TAG.isoDate, serial, text);
  }
  boolean(column: number, value: boolean): void {
    this.#put(column, value ? TAG.yes : TAG.no, 0, 0);
  }
  error(column: number, text: number): void {
    this.#put(column, TAG.error, 0, text);
  }
  formulaWithoutValue(column: number): void {
    this.#put(column, TAG.noValue, 0, 0);
  }

  /** Packs the row; a row without values leaves nothing. */
  endRow(): void {
    if (this.#cells === 0) return;
    this.#parts.cells += this.#cells;
    if (this.#parts.cells > this.#parts.limits.cells) throw createTooBigProblem('cells');
    if (!this.#sorted) this.#sortCells();
    if (this.#rowNumber <= this.#previousRow) this.#inOrder = false;
    this.#previousRow = this.#rowNumber;
    this.#rowStarts.push(this.#pack());
    this.#rowNumbers.push(this.#rowNumber * 2 + (this.#rowHidden ? 1 : 0));
  }

  finish(name: string | null, hidden: boolean, separator?: string): Sheet {
    if (!this.#inOrder) this.#sortRows();
    return new PackedSheet({
      name: name === null ? null : maskCertainCards(name),
      hidden,
      separator,
      rowCount: this.#rowStarts.length,
      columnCount: this.#columnCount,
      log: this.#log,
      shapes: this.#shapes,
      rowStarts: this.#rowStarts,
      inOrder: this.#inOrder,
      rowNumbers: this.#rowNumbers,
      merges: this.merges,
      parts: this.#parts,
    });
  }

  #put(column: number, tag: number, value: number, index: number): void {
    if (column < 0 || column >= this.#parts.limits.columns) throw createTooBigProblem('columns');
    const at = this.#cells;
    if (at === this.#columns.length) this.#growCells();
    if (at > 0 && column <= (this.#columns[at - 1] ?? 0)) this.#sorted = false;
    this.#columns[at] = column;
    this.#tags[at] = tag;
    this.#values[at] = value;
    this.#indexes[at] = index;
    this.#formats[at] = -1;
    this.#cells = at + 1;
    if (column >= this.#columnCount) this.#columnCount = column + 1;
  }

  /** Packs the row: the number of its shape plus 1, or 0 and the shape itself, and then the values. Returns its position in the log. */
  #pack(): number {
    const log = this.#log;
    const count = this.#cells;
    log.begin(count * 24 + 16);
    const found = { columns: this.#columns, tags: this.#tags, formats: this.#formats };
    const shape = this.#shapes.find(found, this.#values, count);
    log.varint(shape + 1);
    if (shape < 0) this.#packShape();
    const first = this.#shapes.get(shape)?.first;
    for (let i = 0; i < count; i += 1) {
      switch (this.#tags[i] ?? 0) {
        case TAG.text:
        case TAG.error:
          log.varint(this.#indexes[i] ?? 0);
          break;
        case TAG.whole:
        case TAG.wholeNegative:
        case TAG.cents:
        case TAG.centsNegative:
          log.near(this.#values[i] ?? 0, first?.[i] ?? 0);
          break;
        case TAG.double:
          log.double(this.#values[i] ?? 0);
          break;
        case TAG.withText:
        case TAG.lost:
        case TAG.isoDate:
          log.varint(this.#indexes[i] ?? 0);
          log.double(this.#values[i] ?? 0);
          break;
        default:
      }
    }
    return log.commit();
  }

  #packShape(): void {
    const log = this.#log;
    log.varint(this.#cells);
    for (let i = 0; i < this.#cells; i += 1) {
      log.varint(this.#columns[i] ?? 0);
      log.byte(this.#tags[i] ?? 0);
      log.varint((this.#formats[i] ?? 0) + 1);
    }
  }

  /** Sorts cells that arrived out of order. Throws for two cells in one place, because it is unclear which of them counts. */
  #sortCells(): void {
    const order = Array.from({ length: this.#cells }, (_, i) => i);
    order.sort((a, b) => (this.#columns[a] ?? 0) - (this.#columns[b] ?? 0));
    this.#columns = Int32Array.from(order, (i) => this.#columns[i] ?? 0);
    this.#tags = Uint8Array.from(order, (i) => this.#tags[i] ?? 0);
    this.#values = Float64Array.from(order, (i) => this.#values[i] ?? 0);
    this.#indexes = Int32Array.from(order, (i) => this.#indexes[i] ?? 0);
    this.#formats = Int32Array.from(order, (i) => this.#formats[i] ?? 0);
    for (let i = 1; i < this.#cells; i += 1) {
      if (this.#columns[i] === this.#columns[i - 1]) throw createDamagedProblem('two cells in one place');
    }
  }

  #sortRows(): void {
    const [starts, numbers] = [this.#rowStarts, this.#rowNumbers];
    const order = Array.from({ length: starts.length }, (_, i) => i);
    order.sort((a, b) => numbers.get(a) - numbers.get(b));
    this.#rowStarts = new Uint32List();
    this.#rowNumbers = new Uint32List();
    let previous = 0;
    for (const row of order) {
      const number = numbers.get(row);
      if (number >>> 1 === previous) throw createDamagedProblem('two rows in one place');
      previous = number >>> 1;
      this.#rowStarts.push(starts.get(row));
      this.#rowNumbers.push(number);
    }
  }

  #growCells(): void {
    const double = ({ buffer, byteLength }: NodeJS.TypedArray<ArrayBuffer>): ArrayBuffer =>
      buffer.transfer(byteLength * 2);
    this.#columns = new Int32Array(double(this.#columns));
    this.#tags = new Uint8Array(double(this.#tags));
    this.#values = new Float64Array(double(this.#values));
    this.#indexes = new Int32Array(double(this.#indexes));
    this.#formats = new Int32Array(double(this.#formats));
  }
}
