/** A sheet in packed form: two million cells take about five megabytes. Only one row is unpacked at a time, so read row by row. */
import { CELL, type CellKind, type Sheet, type TallMerge } from '#domain/sheet.ts';
import { ByteCursor, type ByteLog } from './byte-log.ts';
import type { Limits } from './file-problem.ts';
import type { MergedAreas } from './sheet-builder.ts';
import {
  createSerialDates,
  formatClock,
  paint,
  toCurrencyText,
  toPlainDecimal,
  type NumberFormat,
  type SerialDates,
} from './number-format.ts';
import { type Uint32List, TAG, type KnownShape, type Shape, type ShapeTable } from './row-shapes.ts';
import { StringStore } from './string-store.ts';

export interface WorkbookParts {
  readonly strings: StringStore;
  readonly formats: readonly NumberFormat[];
  readonly date1904: boolean;
  readonly limits: Limits;
  cells: number;
}

export const createParts = ({
  limits,
  formats = [],
  date1904 = false,
}: Pick<WorkbookParts, 'limits'> & Partial<Pick<WorkbookParts, 'formats' | 'date1904'>>): WorkbookParts => ({
  strings: new StringStore(limits.textBytes),
  formats,
  date1904,
  limits,
  cells: 0,
});

interface PackedParts {
  readonly name: string | null;
  readonly hidden: boolean;
  readonly separator?: string | undefined;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly log: ByteLog;
  readonly shapes: ShapeTable;
  readonly rowStarts: Uint32List;
  readonly inOrder: boolean;
  /** For each row, its number × 2, plus 1 if it is hidden. */
  readonly rowNumbers: Uint32List;
  readonly merges: MergedAreas;
  readonly parts: WorkbookParts;
}

const EMPTY: Shape = { columns: new Int32Array(0), tags: new Uint8Array(0), formats: new Int32Array(0) };

export class PackedSheet implements Sheet {
  readonly name: string | null;
  readonly hidden: boolean;
  readonly separator: string | undefined;
  readonly date1904: boolean;
  readonly tallMerges: readonly TallMerge[];
  readonly rowCount: number;
  readonly columnCount: number;
  readonly #packed: PackedParts;
  readonly #cursor: ByteCursor;
  readonly #dates: SerialDates;
  /** The row that is unpacked now; −1 for none. */
  #row = -1;
  /** For each column, the position of its cell in `#shape` plus 1; 0 for an empty cell. */
  readonly #slots: Uint16Array;
  #shape: Shape = EMPTY;
  /** Whether `#slots` describes `#shape`. A row with merges empties some slots. */
  #slotsCurrent = true;
  #values = new Float64Array(64);
  #indexes = new Int32Array(64);

  constructor(packed: PackedParts) {
    this.name = packed.name;
    this.hidden = packed.hidden;
    this.separator = packed.separator;
    this.date1904 = packed.parts.date1904;
    this.tallMerges = packed.merges.tall;
    this.rowCount = packed.rowCount;
    this.columnCount = packed.columnCount;
    this.#packed = packed;
    this.#cursor = new ByteCursor(packed.log);
    this.#dates = createSerialDates(packed.parts.date1904);
    this.#slots = new Uint16Array(packed.columnCount);
  }

  rowNumber(row: number): number {
    return this.#packed.rowNumbers.get(row) >>> 1;
  }

  rowHidden(row: number): boolean {
    return (this.#packed.rowNumbers.get(row) & 1) === 1;
  }

  kind(row: number, column: number): CellKind {
    const cell = this.#find(row, column);
    if (cell < 0) return CELL.vacia;
    switch (this.#shape.tags[cell] ?? -1) {
      case TAG.text:
        return CELL.texto;
      case TAG.isoDate:
        return CELL.fecha;
      case TAG.yes:
      case TAG.no:
        return CELL.booleano;
      case TAG.error:
        return CELL.error;
      case TAG.noValue:
        return CELL.formulaWithoutValue;
      default:
        return this.#kindOfNumber(cell);
    }
  }

  text(row: number, column: number): string {
    const cell = this.#find(row, column);
    if (cell < 0) return '';
    switch (this.#shape.tags[cell] ?? -1) {
      case TAG.text:
      case TAG.withText:
      case TAG.lost:
      case TAG.isoDate:
      case TAG.error:
        return this.#packed.parts.strings.get(this.#indexes[cell] ?? 0);
      case TAG.yes:
        return 'VERDADERO';
      case TAG.no:
        return 'FALSO';
      case TAG.noValue:
        return '';
      default:
        return this.#paintedText(cell);
    }
  }

  number(row: number, column: number): number {
    const cell = this.#find(row, column);
    if (cell < 0) return Number.NaN;
    switch (this.#shape.tags[cell] ?? -1) {
      case TAG.text:
      case TAG.yes:
      case TAG.no:
      case TAG.error:
      case TAG.noValue:
        return Number.NaN;
      default:
        return this.#formatOf(cell)?.kind === 'currency' ? Number.NaN : (this.#values[cell] ?? Number.NaN);
    }
  }

  precisionLost(row: number, column: number): boolean {
    const cell = this.#find(row, column);
    return cell >= 0 && this.#shape.tags[cell] === TAG.lost;
  }

  releaseBefore(row: number): void {
    if (this.#packed.inOrder && row > 0 && row < this.rowCount)
      this.#packed.log.releaseBefore(this.#packed.rowStarts.get(row));
  }

  /** Checks for −1 first: an array takes a negative index for the name of a property, which is slow. */
  #formatOf(cell: number): NumberFormat | undefined {
    const format = this.#shape.formats[cell] ?? -1;
    return format < 0 ? undefined : this.#packed.parts.formats[format];
  }

  /** A number in a foreign currency counts as the text that a person sees, so that it is never read as pesos. */
  #kindOfNumber(cell: number): CellKind {
    const format = this.#formatOf(cell);
    if (format === undefined) return CELL.numero;
    if (format.kind === 'currency') return CELL.texto;
    return this.#showsDate(cell, format) ? CELL.fecha : CELL.numero;
  }

  /** Whether a number is shown as a date. A value below 1 is a time of day; a larger value has a day, even if its format shows only the time. */
  #showsDate(cell: number, { kind }: NumberFormat): boolean {
    const value = this.#values[cell] ?? 0;
    return (kind === 'date' || (kind === 'time' && value >= 1)) && this.#dates.isDate(value);
  }

  #paintedText(cell: number): string {
    const value = this.#values[cell] ?? 0;
    const format = this.#formatOf(cell);
    if (format === undefined) return toPlainDecimal(value);
    if (this.#showsDate(cell, format)) return this.#dates.text(value);
    if ((format.kind === 'time' || format.kind === 'elapsed') && value >= 0) {
      return formatClock(Math.round(value * 86_400));
    }
    if (format.kind === 'currency') return toCurrencyText(format.name, value);
    return paint(format, value) ?? toPlainDecimal(value);
  }

  #find(row: number, column: number): number {
    if (row !== this.#row) this.#unpack(row);
    return (this.#slots[column] ?? 0) - 1;
  }

  #unpack(row: number): void {
    this.#row = row;
    if (!(row >= 0 && row < this.rowCount)) {
      this.#useShape(EMPTY);
      return;
    }
    const cursor = this.#cursor;
    cursor.seek(this.#packed.rowStarts.get(row));
    const shape: KnownShape | undefined = this.#packed.shapes.get(cursor.varint() - 1);
    this.#useShape(shape ?? this.#unpackShape());
    const { tags } = this.#shape;
    for (let i = 0; i < tags.length; i += 1) this.#unpackCell(i, tags[i] ?? 0, shape?.first[i] ?? 0);
    this.#packed.merges.eachCovered(this.rowNumber(row), (first, last) => {
      this.#slotsCurrent = false;
      for (let covered = first; covered <= last && covered < this.columnCount; covered += 1) this.#slots[covered] = 0;
    });
  }

  #useShape(shape: Shape): void {
    if (shape === this.#shape && this.#slotsCurrent) return;
    for (const column of this.#shape.columns) this.#slots[column] = 0;
    shape.columns.forEach((column, i) => (this.#slots[column] = i + 1));
    this.#shape = shape;
    this.#slotsCurrent = true;
    if (shape.tags.length <= this.#values.length) return;
    this.#values = new Float64Array(shape.tags.length);
    this.#indexes = new Int32Array(shape.tags.length);
  }

  #unpackShape(): Shape {
    const cursor = this.#cursor;
    const count = cursor.varint();
    const shape = { columns: new Int32Array(count), tags: new Uint8Array(count), formats: new Int32Array(count) };
    for (let i = 0; i < count; i += 1) {
      shape.columns[i] = cursor.varint();
      shape.tags[i] = cursor.byte();
      shape.formats[i] = cursor.varint() - 1;
    }
    return shape;
  }

  #unpackCell(cell: number, tag: number, first: number): void {
    const cursor = this.#cursor;
    switch (tag) {
      case TAG.text:
      case TAG.error:
        this.#indexes[cell] = cursor.varint();
        break;
      case TAG.whole:
        this.#values[cell] = cursor.near(first);
        break;
      case TAG.wholeNegative:
        this.#values[cell] = -cursor.near(first);
        break;
      case TAG.cents:
        this.#values[cell] = cursor.near(first) / 100;
        break;
      case TAG.centsNegative:
        this.#values[cell] = -(cursor.near(first) / 100);
        break;
      case TAG.double:
        this.#values[cell] = cursor.double();
        break;
      case TAG.withText:
      case TAG.lost:
      case TAG.isoDate:
        this.#indexes[cell] = cursor.varint();
        this.#values[cell] = cursor.double();
        break;
      default:
    }
  }
}
