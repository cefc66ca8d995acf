/** Measures values, counts and headers: a number that does not fit its column shows as `###`, and a title loses its second line. */
import { MAX_ROWS } from './layout.ts';
import type { Cell, Column, ColumnType } from './workbook.ts';

/** A bold figure takes slightly more than its characters; a cell has a margin on each side, and a figure keeps away from the next column. */
const SLACK = 1.1;
const MARGIN = 2;
const TEXT_MARGIN = 1;
const LINE_POINTS = 15;

const fitWidth = (length: number, margin = MARGIN): number => (length === 0 ? 0 : Math.ceil(length * SLACK) + margin);

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

/** Columns of this width hold sentences, which go on in a second line. */
const SENTENCE_WIDTH = 40;
export const isSentence = ({ tipo, ancho }: Pick<Column, 'tipo' | 'ancho'>): boolean =>
  tipo === 'texto' && ancho >= SENTENCE_WIDTH;

/** The width that a text of a table needs so that the next column does not cut it; 0 for other values. A longer one is cut. */
export const getTextWidth = (value: Cell): number =>
  typeof value === 'string' ? Math.min(SENTENCE_WIDTH - 1, fitWidth(value.length, TEXT_MARGIN)) : 0;

const FIGURES: readonly ColumnType[] = ['importe', 'entero', 'porcentaje'];
/** Figures stand at the right of their column. */
export const isFigure = (type: ColumnType): boolean => FIGURES.includes(type);

/** The width that a title needs so that it is broken between words only. */
export const getTitleWidth = ({ titulo, tipo }: Pick<Column, 'titulo' | 'tipo'>): number =>
  Math.max(...titulo.split(' ').map(({ length }) => fitWidth(length, isFigure(tipo) ? MARGIN + 1 : TEXT_MARGIN)));

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

/** How many lines a text takes, broken between words. */
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

/** In points; undefined when each text fits in a line of its column. */
export function getRowHeight(
  texts: readonly (readonly [text: string, width: number | undefined])[],
): number | undefined {
  const lines = Math.max(1, ...texts.map(([text, width = 0]) => countLines(text, width)));
  return lines === 1 ? undefined : lines * LINE_POINTS;
}
