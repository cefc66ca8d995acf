import { getCellText, getValueText, valueOf } from './text.ts';
import type { DataColumn } from './types.ts';

const PADDING = 20;
/** The extra margin in pixels of the first and last cells: they have the margin of the page (24), other cells 10. */
const BORDER = 14;
const ICON = 22;
const ARROW = 18;
const MAX_TEXT = 280;
const MIN_TEXT = 72;
/** The least width of a column without any value: its title is cut, so that no value of another column is. */
const MIN_EMPTY = 24;
/** The widest title, in pixels, that is never cut. */
const WHOLE_TITLE = 88;
/** The widest state that is never cut, in pixels. Longer ones are sentences, which the tooltip of the cell shows whole. */
const MIN_STATE = 120;
/** The least share of a sentence's width. */
const OF_A_SENTENCE = 0.6;
/** Kinds of columns that are never cut: they are measured in every page. */
export const WHOLE_KINDS: readonly string[] = ['importe', 'fecha', 'fechaHora', 'entero'];

/** A text of small letters may be as wide as a text of capitals with this share of its letters. */
const IN_CAPITALS = 0.7;

/** Gives the width of a text in pixels. `font`: its weight and size. */
type MeasureText = (text: string, font: string) => number;

export function createTextMeter(family: string): MeasureText {
  const canvas = document.createElement('canvas').getContext('2d');
  return (text, font) => {
    if (canvas === null) return text.length * 8;
    canvas.font = `${font} ${family}`;
    return canvas.measureText(text).width + 1;
  };
}

/** The length of the longest text of a column, and the room that its widest text takes. */
interface Longest {
  readonly length: number;
  readonly width: number;
}

/** The content width of each column, from the rows read so far. */
export class Measures<F> {
  readonly #columns: readonly DataColumn<F>[];
  readonly #measure: MeasureText;
  /** By the key of the column: the contents for which it asks room. */
  readonly #claimed = new Map<string, Longest>();
  /** The same for cells with a problem, which have an icon before the text. */
  readonly #problems = new Map<string, Longest>();
  /** Texts of later pages, which only get spare width: otherwise columns would hide while the person scrolls. */
  readonly #later = new Map<string, Longest>();
  /** The keys of the columns that have a value in some row. */
  readonly #filled = new Set<string>();
  #hasRows = false;

  constructor(columns: readonly DataColumn<F>[], measure: MeasureText) {
    this.#columns = columns;
    this.#measure = measure;
  }

  /** Measures rows; true when a column became wider. Digits are of equal width: of figures and dates, only the longest text is measured. */
  inspect(rows: readonly F[], first: boolean): boolean {
    let hasWidened = false;
    this.#hasRows ||= rows.length > 0;
    const sample = rows.length > 1000 ? [...rows.slice(0, 500), ...rows.slice(-500)] : rows;
    for (const column of this.#columns) {
      if (column.paint !== undefined && column.valor === undefined) continue;
      if (!this.#filled.has(column.clave) && rows.some((row) => hasContent(column, row))) {
        this.#filled.add(column.clave);
        hasWidened = true;
      }
      const isWhole = WHOLE_KINDS.includes(column.tipo);
      const plain = first || isWhole ? this.#claimed : this.#later;
      for (const row of isWhole ? rows : sample) {
        const text = getCellText(column, row);
        const mayWiden = (seen: ReadonlyMap<string, Longest>): boolean => {
          const { length } = seen.get(column.clave) ?? { length: 0 };
          return isWhole ? text.length > length : text.length > 0 && text.length >= IN_CAPITALS * length;
        };
        const isLong = mayWiden(plain);
        if (!isLong && (column.findProblem === undefined || !mayWiden(this.#problems))) continue;
        const isPlain = column.findProblem?.(row) === undefined;
        if (isPlain && !isLong) continue;
        const widened = isPlain
          ? this.#note(plain, column, text)
          : this.#note(this.#problems, column, text, { room: ICON });
        hasWidened ||= widened;
      }
    }
    return hasWidened;
  }

  lookAtTotals(totals: Readonly<Record<string, string>>): void {
    for (const column of this.#columns) {
      const total = totals[column.clave];
      if (total !== undefined) this.#note(this.#claimed, column, getValueText(column, total), { font: '600 13px' });
    }
  }

  measureColumn(
    column: DataColumn<F>,
    hasEdge: boolean,
  ): Pick<WidthClaim, 'full' | 'natural' | 'minimum' | 'isSentence'> & { readonly isEmpty: boolean } {
    const margin = PADDING + (hasEdge ? BORDER : 0);
    const ownTitle = this.#measure(column.title, '500 12px');
    const title = ownTitle + (column.isSortable === false ? 0 : ARROW);
    if (
      this.#hasRows &&
      !this.#filled.has(column.clave) &&
      (column.paint === undefined || column.valor !== undefined)
    ) {
      const natural = Math.ceil(title) + margin;
      return {
        full: natural,
        natural,
        minimum: Math.min(natural, MIN_EMPTY + margin),
        isSentence: true,
        isEmpty: true,
      };
    }
    const getWidest = (...all: readonly ReadonlyMap<string, Longest>[]): number =>
      Math.max(...all.map((one) => one.get(column.clave)?.width ?? 0)) + (column.tipo === 'estado' ? ICON : 0);
    const all = getWidest(this.#claimed, this.#problems);
    if (WHOLE_KINDS.includes(column.tipo)) {
      // A value that cannot be read as a figure may be of any length: the maximum is longer than any figure.
      const widthWith = (heading: number): number => Math.ceil(Math.max(heading, Math.min(MAX_TEXT, all))) + margin;
      const [full, minimum] = [widthWith(title), widthWith(ownTitle)];
      // The room for the arrow of a sorted column is given up before a name is cut.
      return { full, natural: full, minimum, isSentence: minimum < full, isEmpty: false };
    }
    // A wrong value that is longer than the right ones only gets spare width: its problem quotes it, and other columns need the room.
    const plain = getWidest(this.#claimed);
    const contents = plain === 0 ? all : Math.min(all, plain + ICON);
    const natural = Math.min(column.most ?? MAX_TEXT, Math.ceil(Math.max(title, contents))) + margin;
    const line = Math.max(MIN_STATE, OF_A_SENTENCE * Math.min(MAX_TEXT, contents));
    const word = column.tipo === 'estado' ? Math.min(line, contents) : 0;
    // A long title is cut before a name is.
    const leastTitle = Math.min(title, Math.max(WHOLE_TITLE, contents));
    return {
      full: Math.ceil(Math.max(title, all, getWidest(this.#later))) + margin,
      natural,
      minimum: Math.min(natural, Math.ceil(Math.max(MIN_TEXT, leastTitle, word)) + margin),
      isSentence: column.most !== undefined || leastTitle < title || (column.tipo === 'estado' && contents > MIN_STATE),
      isEmpty: false,
    };
  }

  #note(
    seen: Map<string, Longest>,
    { clave }: DataColumn<F>,
    text: string,
    { font = '400 13px', room = 0 }: { readonly font?: string; readonly room?: number } = {},
  ): boolean {
    const before = seen.get(clave) ?? { length: 0, width: 0 };
    const width = Math.max(before.width, this.#measure(text, font) + room);
    seen.set(clave, { length: Math.max(before.length, text.length), width });
    return width > before.width;
  }
}

const hasContent = <F>(column: DataColumn<F>, row: F): boolean =>
  column.tipo === 'estado' || column.findProblem?.(row) !== undefined || (valueOf(column, row) ?? '') !== '';

/** The widths that a column asks for, in pixels. */
export interface WidthClaim {
  readonly clave: string;
  /** The width of the longest content. */
  readonly full: number;
  /** The same, up to a limit for texts. */
  readonly natural: number;
  /** The least width; equal to `natural` for figures and dates, which are never cut. */
  readonly minimum: number;
  /** True for content that is longer than a word, and for texts with a greatest width: it is shortened before the grid scrolls sideways. */
  readonly isSentence: boolean;
  /** The order in which it hides for lack of room: 1 first, 0 never. `Infinity`: last, and only when even the least widths do not fit. */
  readonly secondary: number;
}

/**
 * The width of each column; an absent column does not fit and hides (docs/visual-language.md §5). Spare width goes to long texts first, the shortest of
 * them before the others, then to all columns in proportion. Missing width is taken from sentences before names, because a cut name is
 * taken for another. When even the least widths do not fit, the grid scrolls sideways: a
 * sentence has its least width, every other column its natural one.
 */
export function divide(columns: readonly WidthClaim[], available: number): ReadonlyMap<string, number> {
  /** Whole pixels. The last column gets those lost in rounding, so that it ends at the edge of the grid. */
  const fill = (exact: readonly (readonly [clave: string, width: number])[]): ReadonlyMap<string, number> => {
    const widths = new Map(exact.map(([clave, width]) => [clave, Math.floor(width)]));
    const placed = [...widths.values()].reduce((total, width) => total + width, 0);
    const last = exact.at(-1)?.[0];
    if (last !== undefined) widths.set(last, (widths.get(last) ?? 0) + available - placed);
    return widths;
  };
  let left = [...columns];
  const dispensable = columns
    .filter(({ secondary }) => secondary > 0)
    .reverse()
    .sort((a, b) => a.secondary - b.secondary);
  const sumOf = (getWidth: (column: WidthClaim) => number): number =>
    left.reduce((total, one) => total + getWidth(one), 0);
  for (const column of dispensable) {
    const needed = sumOf(({ natural, minimum }) => (column.secondary === Infinity ? minimum : natural));
    if (left.length === 1 || needed <= available) break;
    left = left.filter((other) => other !== column);
  }
  const natural = sumOf((one) => one.natural);
  if (natural <= available) {
    // What lacks least is made whole first, so that only the longest texts stay cut.
    const given = new Map<string, number>();
    let spare = available - natural;
    const byNeed = left.toSorted((a, b) => a.full - a.natural - (b.full - b.natural));
    for (const [index, { clave, full, natural: own }] of byNeed.entries()) {
      const more = Math.min(full - own, spare / (byNeed.length - index));
      given.set(clave, more);
      spare -= more;
    }
    const widthOf = (one: WidthClaim): number =>
      one.natural + (given.get(one.clave) ?? 0) + (spare * one.natural) / natural;
    return fill(left.map((one) => [one.clave, widthOf(one)]));
  }
  const shrinkable = sumOf((one) => one.natural - one.minimum);
  const missing = natural - available;
  if (missing > shrinkable) return new Map(left.map((one) => [one.clave, one.isSentence ? one.minimum : one.natural]));
  const ofSentences = sumOf((one) => (one.isSentence ? one.natural - one.minimum : 0));
  const shareOf = ({ isSentence }: WidthClaim): number => {
    const [from, given] = isSentence ? [ofSentences, missing] : [shrinkable - ofSentences, missing - ofSentences];
    return from === 0 ? 0 : Math.min(1, Math.max(0, given / from));
  };
  return fill(left.map((one) => [one.clave, one.natural - shareOf(one) * (one.natural - one.minimum)]));
}
