/**
 * Finds and covers card numbers in texts (docs/coupons.md, "Card numbers"). It cuts a text into runs of digits with only separators between them and
 * tries every stretch of whole groups, so that a date or an expiry beside the number does not hide it.
 */
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

/** A run of digits with only separators between them. Plain lists of numbers, because a text may have a million groups. */
interface Run {
  readonly digits: readonly number[];
  /** Where each group begins and ends in the text, and its first digit's place in `digits`. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly places: readonly number[];
}

interface OpenRun {
  readonly digits: number[];
  readonly starts: number[];
  readonly ends: number[];
  readonly places: number[];
}
const createRun = (): OpenRun => ({ digits: [], starts: [], ends: [], places: [] });

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
 * How a number is written. `suelto`: without separators. `agrupado`: in groups as on a card, or digit by digit. `partido`: other groups that still look
 * like one number (8-8, 6-10, by twos). `mezclado`: groups that may be two numbers side by side. `fechado`: the groups contain a date.
 */
type Shape = 'suelto' | 'agrupado' | 'partido' | 'mezclado' | 'fechado';

/** Visa, Mastercard and most others; American Express and Diners; old Visa numbers; Maestro's nineteen digits. */
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
  /** Its first and last group in the run, both included. */
  readonly first: number;
  readonly last: number;
  readonly shape: Shape;
  readonly whole: boolean;
}

/** The place of a group's first digit; after the last group, the end of the digits. */
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

/** Covers numbers that share digits together, so that none of them stays whole. */
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

/** `covers` are in the order of the text. */
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

/** One or two passes are enough for texts that people write. */
const MAX_PASSES = 4;

/** The most characters of a spreadsheet's cell. `cover` hides the long numbers of a longer text without examining each. */
const MAX_TEXT = 32_767;

/** Hides every number of thirteen digits or more, card or not, with any separators between its digits. */
export const hideLongNumbers = (text: string): string =>
  replaceCovers(
    text,
    runsOf(text).map(({ digits, starts, ends }) => {
      return { from: starts[0] ?? 0, to: ends.at(-1) ?? 0, text: MASK.repeat(digits.length) };
    }),
  );

/**
 * Covers until no card number is left, because the remaining digits may form a number with their neighbours. A text made so that each cover reveals
 * another number has all its long numbers hidden instead.
 */
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

/** Covers everything that may be a card number, also inside other words. For columns of cards and for texts that are only shown. */
export const maskCardNumbers = (text: string): string => cover(text, takeAll);

/** Covers only certain card numbers, for any column: in groups as on a card, or beside words that name a card or a payment. */
export const maskCertainCards = (text: string): string => cover(text, takeSureOf);

/** Covers what looks like a card number by itself, bare numbers included: one reference in ten looks like one by chance. */
export const maskPossibleCards = (text: string): string => cover(text, asItLooks);

/** Like `maskPossibleCards`, but keeps only the last four digits. For texts that a person types. */
export const maskToLastFour = (text: string): string => cover(text, asItLooks, 0);

export const hasPossibleCard = (text: string): boolean => maskPossibleCards(text) !== text;

/** The digits of a text that is one full card number in any spelling; undefined for any other text. */
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

/** The first six and last four digits of the first card number inside a text. */
export function endsOfCardIn(text: string): { readonly firstSix: string; readonly lastFour: string } | undefined {
  const masked = maskCardNumbers(text);
  const [, firstSix, lastFour] = (masked === text ? null : ENDS.exec(masked)) ?? [];
  return firstSix === undefined || lastFour === undefined ? undefined : { firstSix, lastFour };
}
/** Like `endsOfCardIn`, for a number that this program covered: our copies and the workbook of errors hold such numbers. */
export function endsOfOurCover(text: string): { readonly firstSix: string; readonly lastFour: string } | undefined {
  const [, firstSix, lastFour] = OUR_COVER.exec(text) ?? [];
  return firstSix === undefined || lastFour === undefined ? undefined : { firstSix, lastFour };
}
const OUR_COVER = new RegExp(`^(\\d{6})${MASK}{3,9}(\\d{4})$`);
const ENDS = new RegExp(`(\\d{6})${MASK}+(?:\\d*${MASK}+)*(\\d{4})`);

export const isCardNumber = (text: string): boolean => cardDigitsOf(text) !== undefined;
