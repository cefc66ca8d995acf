import { toColumnLetter } from '#domain/cupones/header-key.ts';
import type { TableShape, Cell, Column, ColumnType } from './workbook.ts';

export const MAX_ROWS = 1_048_576;
const MAX_NAME = 31;
/** Rows to leave free below the data: the totals of this sheet and, in the last of several sheets, the totals of all. */
const TOTALS_ROWS = 2;

/** Rows `primera` to `ultima` of a sheet, counted from 1; `ultima` is below `primera` if the table is empty. */
export interface SheetPart {
  readonly nombre: string;
  readonly primera: number;
  readonly ultima: number;
}

/** The row of the header: below the stamp and a blank line, or the first row if there is no stamp. */
export const getHeaderRow = (stamp: readonly string[]): number => (stamp.length === 0 ? 1 : stamp.length + 2);

export const getCapacity = (table: Pick<TableShape, 'sello'>, maxRows: number): number =>
  maxRows - getHeaderRow(table.sello) - TOTALS_ROWS;

/** A sheet name that Excel accepts: at most 31 UTF-16 units, no []:*?/\ and no apostrophes (references double them). Part 2 and later end in their number. */
export function getSheetName(name: string, part = 1): string {
  const clean = name.replace(/[[\]:*?/\\']/g, ' ').trim() || 'Hoja';
  const suffix = part === 1 ? '' : ` (${String(part)})`;
  return `${clean.slice(0, MAX_NAME - suffix.length).trimEnd()}${suffix}`;
}

/** Plans which sheets and rows a table will fill. The writer keeps to this plan, so formulas can be written before the rows. */
export function partsOf(table: Pick<TableShape, 'nombre' | 'sello'>, rows: number, maxRows = MAX_ROWS): SheetPart[] {
  const perSheet = getCapacity(table, maxRows);
  const first = getHeaderRow(table.sello) + 1;
  const howMany = Math.max(1, Math.ceil(rows / perSheet));
  return Array.from({ length: howMany }, (_, part) => ({
    nombre: getSheetName(table.nombre, part + 1),
    primera: first,
    ultima: first - 1 + Math.min(perSheet, rows - part * perSheet),
  }));
}

/** A reference to a column of a sheet: `'Sin conciliar'!$P$5:$P$104`. */
export function toReferencia(part: SheetPart, column: number): string {
  const letter = toColumnLetter(column);
  return `'${part.nombre}'!$${letter}$${String(part.primera)}:$${letter}$${String(part.ultima)}`;
}

// Measures how wide columns must be: a number wider than its column shows as `###`, and a long title would not show its second line.

/** SLACK: a bold figure is slightly wider than its characters. MARGIN: a cell has a margin on each side, and a figure keeps a distance from the next column. */
const SLACK = 1.1;
const MARGIN = 2;
const TEXT_MARGIN = 1;
const LINE_POINTS = 15;

const fitWidth = (length: number, margin = MARGIN): number => (length === 0 ? 0 : Math.ceil(length * SLACK) + margin);

const countCharacters = (digits: number): number => digits + Math.floor((digits - 1) / 3);

/** How many characters a value shows; 0 for text, which may run over the next cell. Amounts are in centavos. */
function measureShown(value: Cell, type: ColumnType): number {
  if (type === 'fecha' || type === 'fechaHora') return typeof value === 'string' ? value.length : 0;
  if (typeof value !== 'number' && typeof value !== 'bigint') return 0;
  const digits = String(value).replace('-', '').length;
  const sign = value < 0 ? 1 : 0;
  if (type !== 'importe') return countCharacters(digits) + sign;
  return countCharacters(Math.max(1, digits - 2)) + sign + '$ ,00'.length;
}

/** From this width on, a text column holds sentences, which wrap to a second line. */
const SENTENCE_WIDTH = 40;
export const isSentence = ({ tipo, ancho }: Pick<Column, 'tipo' | 'ancho'>): boolean =>
  tipo === 'texto' && ancho >= SENTENCE_WIDTH;

/** The column width, in characters, at which the next column does not cut a text; at most just below `SENTENCE_WIDTH`. 0 for other values. */
export const getTextWidth = (value: Cell): number =>
  typeof value === 'string' ? Math.min(SENTENCE_WIDTH - 1, fitWidth(value.length, TEXT_MARGIN)) : 0;

const FIGURES: readonly ColumnType[] = ['importe', 'entero', 'porcentaje'];
/** Whether values of this type are aligned to the right. */
export const isFigure = (type: ColumnType): boolean => FIGURES.includes(type);

/** The column width at which a title breaks only between words. */
export const getTitleWidth = ({ titulo, tipo }: Pick<Column, 'titulo' | 'tipo'>): number =>
  Math.max(...titulo.split(' ').map(({ length }) => fitWidth(length, isFigure(tipo) ? MARGIN + 1 : TEXT_MARGIN)));

/** The column width that a value needs, in characters; 0 for a text that is no date. */
export const getWidth = (value: Cell, type: ColumnType): number => fitWidth(measureShown(value, type));

/** The requested width of a column; more if the count in its totals row needs it. */
export function getColumnWidth({ ancho, total }: Column): number {
  if (total === undefined || total === 'suma') return ancho;
  return Math.max(ancho, fitWidth(countCharacters(String(MAX_ROWS).length) + 1 + total.cuenta[1].length));
}

/** The first free column from which a note in the totals row runs over empty cells only; without such a column, the column past the last. */
export function getNoteColumn(
  note: string,
  columns: readonly { readonly free: boolean; readonly width: number }[],
): number {
  const needed = fitWidth(note.length);
  const hasRoom = (from: number): boolean => {
    let room = 0;
    for (const { free, width } of columns.slice(from)) {
      if (!free) return room >= needed;
      room += width;
    }
    return true;
  };
  const found = columns.findIndex(({ free }, i) => free && hasRoom(i));
  return found < 0 ? columns.length : found;
}

/** How many lines a text fills if it breaks between words. */
function countLines(text: string, width: number): number {
  const fits = Math.max(1, (width - 1) / SLACK);
  let lines = 1;
  let length = 0;
  for (const word of text.split(' ')) {
    const longer = length === 0 ? word.length : length + 1 + word.length;
    if (longer <= fits || length === 0) length = longer;
    else {
      lines += 1;
      length = word.length;
    }
  }
  return lines;
}

/** The height of a row in points; undefined if each of its texts fits in one line. */
export function getRowHeight(
  texts: readonly (readonly [text: string, width: number | undefined])[],
): number | undefined {
  const lines = Math.max(1, ...texts.map(([text, width = 0]) => countLines(text, width)));
  return lines === 1 ? undefined : lines * LINE_POINTS;
}
