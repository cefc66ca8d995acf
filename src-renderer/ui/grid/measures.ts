import { getCellText, getValueText, valueOf } from './text.ts';
import type { DataColumn } from './types.ts';

const PADDING = 20;
/** Pixels that the first and the last cell get in addition: 24 like the margin of the page, instead of 10. */
const BORDER = 14;
const ICON = 22;
const ARROW = 18;
const MAX_TEXT = 280;
const MIN_TEXT = 72;
/** The least width of a column without values; its title may be cut off. */
const MIN_EMPTY = 24;
/** Pixels up to which a title is never cut off, unless its column has no values. */
const WHOLE_TITLE = 88;
/** Pixels up to which a state is never cut off. Longer states are sentences; the tooltip shows them whole. */
const MIN_STATE = 120;
/** The share of a sentence's width that stays visible. */
const OF_A_SENTENCE = 0.6;
/** Kinds of columns whose values are never cut off; every page is measured for them. */
export const WHOLE_KINDS: readonly string[] = ['importe', 'fecha', 'fechaHora', 'entero'];

/** A text in small letters is at most as wide as a text of this share of its letters in capitals. */
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

interface Longest {
  readonly length: number;
  readonly width: number;
}

export class Measures<F> {
  readonly #columns: readonly DataColumn<F>[];
  readonly #measure: MeasureText;
  /** The contents that decide how much width a column claims, by key of the column. */
  readonly #claimed = new Map<string, Longest>();
  /** The contents of cells with a problem. Kept apart, because an icon comes before them. */
  readonly #problems = new Map<string, Longest>();
  /** Texts of later pages, which only get spare width: otherwise columns would hide while the person scrolls. */
  readonly #later = new Map<string, Longest>();
  readonly #filled = new Set<string>();
  #hasRows = false;

  constructor(columns: readonly DataColumn<F>[], measure: MeasureText) {
    this.#columns = columns;
    this.#measure = measure;
  }

  /** Measures rows; gives true when the columns have to be laid out again. Of figures, measures only the longest, because all digits are equally wide. */
  inspect(rows: readonly F[], first: boolean): boolean {
    let hasWidened = first && this.#forgetTexts();
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

  /** Forgets the texts of earlier rows, because a long text that is gone must not keep columns hidden. Gives true if there were any. */
  #forgetTexts(): boolean {
    const texts = this.#columns.filter(({ clave, tipo }) => !WHOLE_KINDS.includes(tipo) && this.#claimed.has(clave));
    for (const seen of [this.#claimed, this.#problems, this.#later]) for (const { clave } of texts) seen.delete(clave);
    return texts.length > 0;
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
  ): Pick<WidthClaim, 'full' | 'natural' | 'minimum' | 'isSentence' | 'isEmpty'> {
    const margin = PADDING + (hasEdge ? BORDER : 0);
    const ownTitle = this.#measure(column.title, '500 12px');
    const title = ownTitle + (column.isSortable === false ? 0 : ARROW);
    if (
      this.#hasRows &&
      !this.#filled.has(column.clave) &&
      (column.paint === undefined || column.valor !== undefined)
    ) {
      const full = Math.ceil(title) + margin;
      const natural = Math.min(full, MIN_EMPTY + margin);
      return { full, natural, minimum: natural, isSentence: true, isEmpty: true };
    }
    const getWidest = (...all: readonly ReadonlyMap<string, Longest>[]): number =>
      Math.max(...all.map((one) => one.get(column.clave)?.width ?? 0)) + (column.tipo === 'estado' ? ICON : 0);
    const all = getWidest(this.#claimed, this.#problems);
    if (WHOLE_KINDS.includes(column.tipo)) {
      // Limits the width, because a value that is no figure may have any length.
      const widthWith = (heading: number): number => Math.ceil(Math.max(heading, Math.min(MAX_TEXT, all))) + margin;
      const [full, minimum] = [widthWith(title), widthWith(ownTitle)];
      // With little width, a sorted column gives up the arrow before it cuts off its title.
      return { full, natural: full, minimum, isSentence: minimum < full, isEmpty: false };
    }
    // Gives wrong values only spare width beyond the right values, because the tooltip quotes the wrong value.
    const plain = getWidest(this.#claimed);
    const contents = plain === 0 ? all : Math.min(all, plain + ICON);
    const natural = Math.min(column.most ?? MAX_TEXT, Math.ceil(Math.max(title, contents))) + margin;
    const line = Math.max(MIN_STATE, OF_A_SENTENCE * Math.min(MAX_TEXT, contents));
    const word = column.tipo === 'estado' ? Math.min(line, contents) : 0;
    // Cuts off a long title before a value.
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
  readonly full: number;
  /** The width of the longest content; texts have a limit. */
  readonly natural: number;
  /** The least width. Figures and dates keep their whole width, because `minimum` only leaves out the arrow beside the title. */
  readonly minimum: number;
  /** True for sentences, long titles and columns without values, which give up width before other columns. */
  readonly isSentence: boolean;
  /** True for a column without values; its title gets spare width after all texts. */
  readonly isEmpty?: boolean;
  /** When a column hides in a narrow grid: lower numbers first, 0 never, `Infinity` last and only when the least widths do not fit. */
  readonly secondary: number;
}

/**
 * Gives the width of each column; a column without a width hides (docs/visual-language.md §5). Spare width goes first to cut-off texts, beginning with the text
 * that lacks least, then to all columns in proportion. Missing width is taken from sentences before names, because a cut-off name looks like another name. When
 * not even the least widths fit, the grid scrolls sideways: sentences have their least width, other columns their natural width.
 */
export function divide(columns: readonly WidthClaim[], available: number): ReadonlyMap<string, number> {
  /** Rounds to whole pixels; the last column gets the remainder, so that it ends at the edge of the grid. */
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
    // Spare width goes first to the texts that lack least, so that only the longest stay cut off, then to titles of columns without values.
    const given = new Map<string, number>();
    let spare = available - natural;
    const byNeed = left.toSorted((a, b) => a.full - a.natural - (b.full - b.natural));
    for (const turn of [byNeed.filter(({ isEmpty }) => isEmpty !== true), byNeed.filter(({ isEmpty }) => isEmpty)])
      for (const [index, { clave, full, natural: own }] of turn.entries()) {
        const more = Math.min(full - own, spare / (turn.length - index));
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
