/** Measures values, counts and headers: a number that does not fit its column shows as `###`, and a title loses its second line. */
import { MAX_ROWS } from './layout.ts';
import type { Cell, Column, ColumnType } from './workbook.ts';

/** A bold figure takes slightly more than its characters, and a cell has a margin on each side. */
const SLACK = 1.1;
const MARGIN = 2;
const LINE_POINTS = 15;

const fitWidth = (length: number): number => (length === 0 ? 0 : Math.ceil(length * SLACK) + MARGIN);

/** Characters of a number with so many digits, with its thousands separators. */
const countCharacters = (digits: number): number => digits + Math.floor((digits - 1) / 3);

/** 0 for text, which may run over the next cell. Amounts are centavos. */
function measureShown(value: Cell, type: ColumnType): number {
  if (type === 'fecha' || type === 'fechaHora') return typeof value === 'string' ? value.length : 0;
  if (typeof value !== 'number' && typeof value !== 'bigint') return 0;
  const digits = String(value).replace('-', '').length;
  const sign = value < 0 ? 1 : 0;
  if (type !== 'importe') return countCharacters(digits) + sign;
  return countCharacters(Math.max(1, digits - 2)) + sign + '$ ,00'.length;
}

/** In characters; 0 for a value without a width. */
export const getWidth = (value: Cell, type: ColumnType): number => fitWidth(measureShown(value, type));

/** The requested width, unless the count in its totals row needs more. */
export function getColumnWidth({ ancho, total }: Column): number {
  if (total === undefined || total === 'suma') return ancho;
  return Math.max(ancho, fitWidth(countCharacters(String(MAX_ROWS).length) + 1 + total.cuenta.length));
}

/** The first free cell from which the note reaches no figure, else past the last column. Text runs over empty cells only. */
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

/** How many lines a title takes, broken between words. */
function countLines(title: string, width: number): number {
  const fits = Math.max(1, (width - 1) / SLACK);
  let lines = 1;
  let length = 0;
  for (const word of title.split(' ')) {
    const longer = length === 0 ? word.length : length + 1 + word.length;
    if (longer <= fits || length === 0) length = longer;
    else {
      lines += 1;
      length = word.length;
    }
  }
  return lines;
}

/** In points; undefined when each title fits in a line. */
export function getHeaderHeight(
  titles: readonly (readonly [title: string, width: number | undefined])[],
): number | undefined {
  const lines = Math.max(1, ...titles.map(([title, width = 0]) => countLines(title, width)));
  return lines === 1 ? undefined : lines * LINE_POINTS;
}
