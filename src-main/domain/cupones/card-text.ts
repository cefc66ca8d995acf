/** Masks card numbers in texts (docs/coupons.md, "Card numbers"). Examines every sequence of digit groups, because a date may stand beside a number. */
import {
  GAP,
  mayHoldCard,
  meaningOf,
  namesCardOrPayment,
  NOTHING,
  areCardDigits,
  findCardStretches,
  MASK,
  maskTogether,
  MAX_DIGITS,
  MIN_DIGITS,
} from './card-number.ts';

/** A run of digits with nothing but separators between them. Plain arrays, because a text may have a million groups. */
interface Run {
  readonly digits: number[];
  /** Where each group begins and ends in the text, and the index in `digits` of its first digit. */
  readonly starts: number[];
  readonly ends: number[];
  readonly places: number[];
}
const createRun = (): Run => ({ digits: [], starts: [], ends: [], places: [] });

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let run = createRun();
  let isInGroup = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    const start = i;
    if (code > 0xffff) i += 1;
    const meaning = meaningOf(code);
    if (meaning >= 0) {
      if (!isInGroup) {
        run.starts.push(start);
        run.ends.push(start);
        run.places.push(run.digits.length);
      }
      run.ends[run.ends.length - 1] = i + 1;
      run.digits.push(meaning);
      isInGroup = true;
    } else if (meaning !== NOTHING) {
      isInGroup = false;
      if (meaning === GAP || run.digits.length === 0) continue;
      if (run.digits.length >= MIN_DIGITS) runs.push(run);
      run = createRun();
    }
  }
  if (run.digits.length >= MIN_DIGITS) runs.push(run);
  return runs;
}

/**
 * How a number is written. `suelto`: without separators. `agrupado`: in the groups of a card, or digit by digit. `partido`: in other groups that look like one
 * number (8-8, 6-10, by twos). `mezclado`: in groups that may be two numbers. `fechado`: with a date among the groups.
 */
type Shape = 'suelto' | 'agrupado' | 'partido' | 'mezclado' | 'fechado';

/** The groups of digits of Visa, Mastercard and most others; of American Express and Diners; of old Visa numbers; of Maestro numbers with nineteen digits. */
const AS_ON_A_CARD = /^(?:4-4-4-[1-4]|4-4-4-4-[1-3]|4-6-[3-5]|4-3-3-3|6-13)$/;
const LONG_GROUP = 4;
const DATE = /(?:^|-)(?:[12]-[12]-4|4-[12]-[12]|2-2-2)(?:-|$)/;

function shapeOf(lengths: readonly number[]): Shape {
  const [first = 0, ...rest] = lengths;
  if (rest.length === 0) return 'suelto';
  const written = lengths.join('-');
  if (AS_ON_A_CARD.test(written) || lengths.every((length) => length === 1)) return 'agrupado';
  const isEven = rest.slice(0, -1).every((length) => length === first) && (rest.at(-1) ?? 0) <= first;
  const isLong = lengths.slice(0, -1).every((length) => length >= LONG_GROUP);
  if (isEven || isLong) return 'partido';
  return DATE.test(written) ? 'fechado' : 'mezclado';
}

interface Found {
  /** The first and the last group of the number in its run. */
  readonly first: number;
  readonly last: number;
  readonly shape: Shape;
  readonly whole: boolean;
}

/** The index of a group's first digit; after the last group, the number of digits. */
const placeOf = ({ places, digits }: Run, group: number): number => places[group] ?? digits.length;

function numbersOf(run: Run): Found[] {
  const found: Found[] = [];
  const groups = run.places.length;
  const isCard = findCardStretches(run.digits);
  for (let first = 0; first < groups; first++) {
    const from = placeOf(run, first);
    for (let last = first; last < groups; last++) {
      const to = placeOf(run, last + 1);
      if (to - from > MAX_DIGITS) break;
      if (to - from < MIN_DIGITS || !isCard(from, to)) continue;
      const lengths: number[] = [];
      for (let group = first; group <= last; group++) lengths.push(placeOf(run, group + 1) - placeOf(run, group));
      found.push({ first, last, shape: shapeOf(lengths), whole: first === 0 && last === groups - 1 });
    }
  }
  return found;
}

type Taken = (found: Found) => boolean;

const takeAll = (): Taken => () => true;
function takeSureOf(text: string): Taken {
  let isNamed: boolean | undefined;
  return ({ shape }) => shape === 'agrupado' || (shape !== 'fechado' && (isNamed ??= namesCardOrPayment(text)));
}
const asItLooks =
  (): Taken =>
  ({ shape, whole }) =>
    whole || (shape !== 'fechado' && shape !== 'mezclado');

interface Cover {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Masks the found numbers of a run. Numbers that share digits are masked together, so that none of them stays readable. */
function coverRun(run: Run, found: readonly Found[], keptFirst?: number): Cover[] {
  const covers: Cover[] = [];
  for (let i = 0; i < found.length;) {
    const first = found[i]?.first ?? 0;
    let last = found[i]?.last ?? 0;
    const from = placeOf(run, first);
    const together: { from: number; to: number }[] = [];
    for (; i < found.length; i++) {
      const next = found[i];
      if (next === undefined || next.first > last) break;
      last = Math.max(last, next.last);
      together.push({ from: placeOf(run, next.first) - from, to: placeOf(run, next.last + 1) - from });
    }
    const text = maskTogether(run.digits.slice(from, placeOf(run, last + 1)), together, keptFirst);
    covers.push({ from: run.starts[first] ?? 0, to: run.ends[last] ?? 0, text });
  }
  return covers;
}

/** Replaces parts of a text; `covers` must be in order. */
function replaceCovers(text: string, covers: readonly Cover[]): string {
  if (covers.length === 0) return text;
  const pieces: string[] = [];
  let done = 0;
  for (const cover of covers) {
    pieces.push(text.slice(done, cover.from), cover.text);
    done = cover.to;
  }
  return pieces.join('') + text.slice(done);
}

const coverOnce = (text: string, taken: Taken, keptFirst?: number): string =>
  replaceCovers(
    text,
    runsOf(text).flatMap((run) => coverRun(run, numbersOf(run).filter(taken), keptFirst)),
  );

/** After this many passes all long numbers are masked; texts that people write need one or two. */
const MAX_PASSES = 4;

/** The longest text of a spreadsheet's cell. In a longer text `cover` masks all long numbers without examining each. */
const MAX_TEXT = 32_767;

/** Masks all numbers of thirteen digits or more, with any separators between the digits. */
export const hideLongNumbers = (text: string): string =>
  replaceCovers(
    text,
    runsOf(text).map(({ digits, starts, ends }) => {
      return { from: starts[0] ?? 0, to: ends.at(-1) ?? 0, text: MASK.repeat(digits.length) };
    }),
  );

/** Masks until no card number is left: the digits that stay may form another with their neighbours. After `MAX_PASSES`, masks all long numbers. */
function cover(text: string, takenIn: (text: string) => Taken, keptFirst?: number): string {
  if (!mayHoldCard(text)) return text;
  if (text.length > MAX_TEXT) return hideLongNumbers(text);
  const taken = takenIn(text);
  let before = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const after = coverOnce(before, taken, keptFirst);
    if (after === before) return after;
    before = after;
  }
  return hideLongNumbers(before);
}

/** Masks everything that may be a card number, even inside words: for columns of cards, and for texts that are only shown. */
export const maskCardNumbers = (text: string): string => cover(text, takeAll);

/** Masks only what is certainly a card number: grouped as on a card, or in a text with a word for a card or a payment. For any column. */
export const maskCertainCards = (text: string): string => cover(text, takeSureOf);

/** Masks all that looks like a card number, also one in ten long references that begin like a card number. */
export const maskPossibleCards = (text: string): string => cover(text, asItLooks);

/** Like `maskPossibleCards`, but shows only the last four digits. For texts that a person types. */
export const maskToLastFour = (text: string): string => cover(text, asItLooks, 0);

export const hasPossibleCard = (text: string): boolean => maskPossibleCards(text) !== text;

/** The digits of a text that is only a full card number, however written; undefined for any other text. */
export function cardDigitsOf(text: string): string | undefined {
  if (!mayHoldCard(text)) return undefined;
  let digits = '';
  for (const char of text) {
    const meaning = meaningOf(char.codePointAt(0) ?? 0);
    if (meaning >= 0) digits += String(meaning);
    else if (meaning !== GAP && meaning !== NOTHING) return undefined;
    if (digits.length > MAX_DIGITS) return undefined;
  }
  return areCardDigits(digits) ? digits : undefined;
}

export function endsOfCardIn(text: string): { readonly firstSix: string; readonly lastFour: string } | undefined {
  const masked = maskCardNumbers(text);
  const [, firstSix, lastFour] = (masked === text ? null : ENDS.exec(masked)) ?? [];
  return firstSix === undefined || lastFour === undefined ? undefined : { firstSix, lastFour };
}
/** Like `endsOfCardIn`, for a number that this program masked, as in copies of files and in the workbook of errors. */
export function endsOfOurCover(text: string): { readonly firstSix: string; readonly lastFour: string } | undefined {
  const [, firstSix, lastFour] = OUR_COVER.exec(text) ?? [];
  return firstSix === undefined || lastFour === undefined ? undefined : { firstSix, lastFour };
}
const OUR_COVER = new RegExp(`^(\\d{6})${MASK}{3,9}(\\d{4})$`);
const ENDS = new RegExp(`(\\d{6})${MASK}+(?:\\d*${MASK}+)*(\\d{4})`);

export const isCardNumber = (text: string): boolean => cardDigitsOf(text) !== undefined;
