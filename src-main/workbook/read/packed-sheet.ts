/**
 * A sheet as packed bytes: two million cells in about eight megabytes. A cell is one byte (how many columns after the previous one, and
 * a tag) and its payload; a row is its count of cells and the cells. The row asked for last is kept unpacked, so a sheet is
 * read row by row. `SheetBuilder` fills it; every reader of this folder ends in one.
 */
import { CELDA, type CeldaKind, type Sheet } from '#domain/sheet.ts';
import { ByteLog, ByteCursor } from './byte-log.ts';
import { damaged, tooBig } from './file-problem.ts';
import type { Limits } from './limits.ts';
import { NO_MERGES, type MergedAreas } from './merged-areas.ts';
import { type NumberFormat, paint } from './number-format.ts';
import { plainDecimal } from './number-text.ts';
import { clockText, SerialDates } from './serial-date.ts';
import type { StringStore } from './string-store.ts';
import { Uint32List } from './uint32-list.ts';

/** What the sheets of one workbook share. */
export interface WorkbookParts {
  readonly strings: StringStore;
  readonly formats: readonly NumberFormat[];
  readonly date1904: boolean;
  readonly limits: Limits;
  /** Cells so far in the whole workbook. */
  cells: number;
}

const TAG = {
  text: 0,
  whole: 1,
  wholeNegative: 2,
  cents: 3,
  centsNegative: 4,
  double: 5,
  /** Index of the format, then a number. */
  formatted: 6,
  /** A number with the text that goes with it; its digits are all there, or not. */
  withText: 7,
  lost: 8,
  yes: 9,
  no: 10,
  error: 11,
  noValue: 12,
  /** A date that the file writes as text, with its serial. */
  isoDate: 13,
} as const;

const FAR = 15;

/** The cells of the row being written, before they are packed: column, tag, number, and index of text or format. */
export class SheetBuilder {
  readonly #parts: WorkbookParts;
  readonly #log = new ByteLog();
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
  #cells = 0;
  #sorted = true;
  merges: MergedAreas = NO_MERGES;

  constructor(parts: WorkbookParts) {
    this.#parts = parts;
  }

  /** Begins row `number` (1 is the first). */
  startRow(number: number, hidden: boolean): void {
    if (number > this.#parts.limits.rows) throw tooBig('rows');
    if (number < 1) throw damaged('row zero');
    this.#rowNumber = number;
    this.#rowHidden = hidden;
    this.#cells = 0;
    this.#sorted = true;
  }

  /** A text by its number in the store; an empty one is no cell. */
  text(column: number, index: number): void {
    if (!this.#parts.strings.isEmpty(index)) this.#put(column, TAG.text, 0, index);
  }
  /** A number with nothing special about its format. */
  number(column: number, value: number): void {
    this.#put(column, TAG.double, value, 0);
  }
  /** A number with the index of its format; a date among others. */
  formatted(column: number, value: number, format: number): void {
    this.#put(column, TAG.formatted, value, format);
  }
  /** A number and the text it shows, by its number in the store; `lost` when it has more digits than a spreadsheet keeps. */
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

  /** Packs the row; one without any value is not kept. */
  endRow(): void {
    if (this.#cells === 0) return;
    this.#parts.cells += this.#cells;
    if (this.#parts.cells > this.#parts.limits.cells) throw tooBig('cells');
    if (!this.#sorted) this.#sortCells();
    if (this.#rowNumber <= this.#previousRow) this.#inOrder = false;
    this.#previousRow = this.#rowNumber;
    this.#rowStarts.push(this.#pack());
    this.#rowNumbers.push((this.#rowNumber << 1) | (this.#rowHidden ? 1 : 0));
  }

  finish(name: string | null, hidden: boolean): Sheet {
    if (!this.#inOrder) this.#sortRows();
    return new PackedSheet({
      name,
      hidden,
      rowCount: this.#rowStarts.length,
      columnCount: this.#columnCount,
      log: this.#log,
      rowStarts: this.#rowStarts,
      rowNumbers: this.#rowNumbers,
      merges: this.merges,
      parts: this.#parts,
    });
  }

  #put(column: number, tag: number, value: number, index: number): void {
    if (column < 0 || column >= this.#parts.limits.columns) throw tooBig('columns');
    const at = this.#cells;
    if (at === this.#columns.length) this.#growCells();
    if (at > 0 && column <= (this.#columns[at - 1] ?? 0)) this.#sorted = false;
    this.#columns[at] = column;
    this.#tags[at] = tag;
    this.#values[at] = value;
    this.#indexes[at] = index;
    this.#cells = at + 1;
    if (column >= this.#columnCount) this.#columnCount = column + 1;
  }

  /** Gives where the row went. */
  #pack(): number {
    const log = this.#log;
    log.begin(this.#cells * 24 + 8);
    log.varint(this.#cells);
    let previous = -1;
    for (let i = 0; i < this.#cells; i += 1) {
      const column = this.#columns[i] ?? 0;
      const delta = column - previous;
      previous = column;
      const high = delta < FAR ? delta << 4 : FAR << 4;
      const tag = this.#tags[i] ?? 0;
      if (tag === TAG.double) {
        this.#packNumber(high, delta, this.#values[i] ?? 0);
        continue;
      }
      log.byte(high | tag);
      if (delta >= FAR) log.varint(delta);
      if (tag === TAG.yes || tag === TAG.no || tag === TAG.noValue) continue;
      log.varint(this.#indexes[i] ?? 0);
      if (tag === TAG.formatted) this.#packNumber(0, 0, this.#values[i] ?? 0);
      else if (tag === TAG.withText || tag === TAG.lost || tag === TAG.isoDate) log.double(this.#values[i] ?? 0);
    }
    return log.commit();
  }

  /** A number in as few bytes as keep it exactly: whole, in hundredths, or as it is. */
  #packNumber(high: number, delta: number, value: number): void {
    const log = this.#log;
    const positive = Math.abs(value);
    const cents = Math.round(positive * 100);
    const whole = Number.isInteger(positive) && positive <= Number.MAX_SAFE_INTEGER;
    const exact = whole || (cents <= Number.MAX_SAFE_INTEGER && cents / 100 === positive);
    const tag = whole ? TAG.whole : exact ? TAG.cents : TAG.double;
    log.byte(high | (tag !== TAG.double && value < 0 ? tag + 1 : tag));
    if (delta >= FAR) log.varint(delta);
    if (tag === TAG.double) log.double(value);
    else log.varint(whole ? positive : cents);
  }

  /** Cells out of order are put in order; two for one place leave no way to know which one counts. */
  #sortCells(): void {
    const order = Array.from({ length: this.#cells }, (_, i) => i);
    order.sort((a, b) => (this.#columns[a] ?? 0) - (this.#columns[b] ?? 0));
    this.#columns = Int32Array.from(order, (i) => this.#columns[i] ?? 0);
    this.#tags = Uint8Array.from(order, (i) => this.#tags[i] ?? 0);
    this.#values = Float64Array.from(order, (i) => this.#values[i] ?? 0);
    this.#indexes = Int32Array.from(order, (i) => this.#indexes[i] ?? 0);
    for (let i = 1; i < this.#cells; i += 1) {
      if (this.#columns[i] === this.#columns[i - 1]) throw damaged('two cells in one place');
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
      const number = numbers.get(row) >>> 1;
      if (number === previous) throw damaged('two rows in one place');
      previous = number;
      this.#rowStarts.push(starts.get(row));
      this.#rowNumbers.push(numbers.get(row));
    }
  }

  #growCells(): void {
    const size = this.#columns.length * 2;
    const columns = new Int32Array(size);
    const tags = new Uint8Array(size);
    const values = new Float64Array(size);
    const indexes = new Int32Array(size);
    columns.set(this.#columns);
    tags.set(this.#tags);
    values.set(this.#values);
    indexes.set(this.#indexes);
    this.#columns = columns;
    this.#tags = tags;
    this.#values = values;
    this.#indexes = indexes;
  }
}

interface PackedParts {
  readonly name: string | null;
  readonly hidden: boolean;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly log: ByteLog;
  readonly rowStarts: Uint32List;
  /** Row number × 2, plus 1 when hidden. */
  readonly rowNumbers: Uint32List;
  readonly merges: MergedAreas;
  readonly parts: WorkbookParts;
}

class PackedSheet implements Sheet {
  readonly name: string | null;
  readonly hidden: boolean;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly #packed: PackedParts;
  readonly #cursor: ByteCursor;
  readonly #dates: SerialDates;
  /** The row that is unpacked: where each column's cell is (+ 1, 0 for none) and the cells. */
  #row = -1;
  readonly #slots: Uint16Array;
  #cells = 0;
  #columns = new Int32Array(64);
  #tags = new Uint8Array(64);
  #values = new Float64Array(64);
  #indexes = new Int32Array(64);

  constructor(packed: PackedParts) {
    this.name = packed.name;
    this.hidden = packed.hidden;
    this.rowCount = packed.rowCount;
    this.columnCount = packed.columnCount;
    this.#packed = packed;
    this.#cursor = new ByteCursor(packed.log);
    this.#dates = new SerialDates(packed.parts.date1904);
    this.#slots = new Uint16Array(packed.columnCount);
  }

  rowNumber(row: number): number {
    return this.#packed.rowNumbers.get(row) >>> 1;
  }

  rowHidden(row: number): boolean {
    return (this.#packed.rowNumbers.get(row) & 1) === 1;
  }

  kind(row: number, column: number): CeldaKind {
    const cell = this.#find(row, column);
    if (cell < 0) return CELDA.vacia;
    switch (this.#tags[cell] ?? -1) {
      case TAG.text:
        return CELDA.texto;
      case TAG.formatted:
        return this.#isDate(cell) ? CELDA.fecha : CELDA.numero;
      case TAG.isoDate:
        return CELDA.fecha;
      case TAG.yes:
      case TAG.no:
        return CELDA.booleano;
      case TAG.error:
        return CELDA.error;
      case TAG.noValue:
        return CELDA.formulaSinValor;
      default:
        return CELDA.numero;
    }
  }

  text(row: number, column: number): string {
    const cell = this.#find(row, column);
    if (cell < 0) return '';
    switch (this.#tags[cell] ?? -1) {
      case TAG.text:
      case TAG.withText:
      case TAG.lost:
      case TAG.isoDate:
      case TAG.error:
        return this.#packed.parts.strings.get(this.#indexes[cell] ?? 0);
      case TAG.formatted:
        return this.#isDate(cell) ? this.#dates.text(this.#values[cell] ?? 0) : this.#paintedText(cell);
      case TAG.yes:
        return 'VERDADERO';
      case TAG.no:
        return 'FALSO';
      case TAG.noValue:
        return '';
      default:
        return plainDecimal(this.#values[cell] ?? 0);
    }
  }

  number(row: number, column: number): number {
    const cell = this.#find(row, column);
    if (cell < 0) return Number.NaN;
    switch (this.#tags[cell] ?? -1) {
      case TAG.text:
      case TAG.yes:
      case TAG.no:
      case TAG.error:
      case TAG.noValue:
        return Number.NaN;
      default:
        return this.#values[cell] ?? Number.NaN;
    }
  }

  precisionLost(row: number, column: number): boolean {
    const cell = this.#find(row, column);
    return cell >= 0 && this.#tags[cell] === TAG.lost;
  }

  #isDate(cell: number): boolean {
    const value = this.#values[cell] ?? 0;
    const kind = this.#packed.parts.formats[this.#indexes[cell] ?? 0]?.kind;
    // A time of day shows no date; a moment of some day painted as its time alone still is one.
    return (kind === 'date' || (kind === 'time' && value >= 1)) && this.#dates.isDate(value);
  }

  #paintedText(cell: number): string {
    const value = this.#values[cell] ?? 0;
    const format = this.#packed.parts.formats[this.#indexes[cell] ?? 0];
    if ((format?.kind === 'time' || format?.kind === 'elapsed') && value >= 0) {
      return clockText(Math.round(value * 86_400));
    }
    return (format === undefined ? undefined : paint(format, value)) ?? plainDecimal(value);
  }

  #find(row: number, column: number): number {
    if (row !== this.#row) this.#unpack(row);
    return (this.#slots[column] ?? 0) - 1;
  }

  #unpack(row: number): void {
    for (let i = 0; i < this.#cells; i += 1) this.#slots[this.#columns[i] ?? 0] = 0;
    this.#cells = 0;
    this.#row = row;
    if (!(row >= 0 && row < this.rowCount)) return;
    const cursor = this.#cursor;
    cursor.seek(this.#packed.rowStarts.get(row));
    const count = cursor.varint();
    if (count > this.#columns.length) this.#makeRoom(count);
    let column = -1;
    for (let i = 0; i < count; i += 1) {
      const head = cursor.byte();
      const delta = head >>> 4;
      column += delta === FAR ? cursor.varint() : delta;
      this.#columns[i] = column;
      this.#slots[column] = i + 1;
      this.#unpackCell(i, head & 15);
    }
    this.#cells = count;
    this.#packed.merges.eachCovered(this.rowNumber(row), (first, last) => {
      for (let covered = first; covered <= last && covered < this.columnCount; covered += 1) this.#slots[covered] = 0;
    });
  }

  #unpackCell(cell: number, tag: number): void {
    const cursor = this.#cursor;
    this.#tags[cell] = tag;
    if (tag === TAG.text || tag === TAG.error) {
      this.#indexes[cell] = cursor.varint();
    } else if (tag >= TAG.whole && tag <= TAG.double) {
      this.#values[cell] = this.#unpackNumber(tag);
    } else if (tag === TAG.formatted) {
      this.#indexes[cell] = cursor.varint();
      this.#values[cell] = this.#unpackNumber(cursor.byte() & 15);
    } else if (tag === TAG.withText || tag === TAG.lost || tag === TAG.isoDate) {
      this.#indexes[cell] = cursor.varint();
      this.#values[cell] = cursor.double();
    }
  }

  #unpackNumber(tag: number): number {
    const cursor = this.#cursor;
    switch (tag) {
      case TAG.whole:
        return cursor.varint();
      case TAG.wholeNegative:
        return -cursor.varint();
      case TAG.cents:
        return cursor.varint() / 100;
      case TAG.centsNegative:
        return -(cursor.varint() / 100);
      default:
        return cursor.double();
    }
  }

  #makeRoom(count: number): void {
    this.#columns = new Int32Array(count);
    this.#tags = new Uint8Array(count);
    this.#values = new Float64Array(count);
    this.#indexes = new Int32Array(count);
  }
}
