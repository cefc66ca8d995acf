/**
 * Card numbers in texts (COUPONS.md, "Card numbers"): where they are, and which of them are one for sure. A text is cut into runs of digits with
 * nothing but separators between them; every stretch of whole groups of a run is tried, so that a date or an expiry beside the number hides none.
 */
import { GAP, mayHoldDigits, meaningOf, NOTHING } from './card-characters.ts';
import { areCardDigits, MASK, maskDigits, maskTogether, MAX_DIGITS, MIN_DIGITS } from './card-number.ts';
import { namesCardOrPayment } from './card-words.ts';

/** Digits of a text with only separators between them, in the groups in which they are written. */
interface Run {
  readonly digits: string;
  /** Where each group begins and ends in the text, and the place of its first digit among `digits`. */
  readonly groups: readonly { readonly start: number; readonly end: number; readonly at: number }[];
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let digits = '';
  let groups: { start: number; end: number; at: number }[] = [];
  let open = false;
  const close = (): void => {
    if (digits.length >= MIN_DIGITS) runs.push({ digits, groups });
    digits = '';
    groups = [];
    open = false;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    const start = i;
    if (code > 0xffff) i += 1;
    const meaning = meaningOf(code);
    if (meaning >= 0) {
      if (!open) groups.push({ start, end: i + 1, at: digits.length });
      const group = groups.at(-1);
      if (group !== undefined) group.end = i + 1;
      digits += String(meaning);
      open = true;
    } else if (meaning === GAP) open = false;
    else if (meaning !== NOTHING) close();
  }
  close();
  return runs;
}

/**
 * How a number is written. `suelto`: its digits alone. `agrupado`: in groups as on a card, or digit by digit. `partido`: in other groups that are
 * still one number's (8-8, 6-10, by twos). `mezclado`: any other, which may as well be two numbers side by side. `fechado`: there is a date in it.
 */
type Shape = 'suelto' | 'agrupado' | 'partido' | 'mezclado' | 'fechado';

/** The groups of Visa, Mastercard and most; of American Express and Diners; of old Visa numbers; of Maestro's nineteen digits. */
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
  /** Groups of the run, the last one included. */
  readonly first: number;
  readonly last: number;
  readonly shape: Shape;
  /** It is all of its run. */
  readonly whole: boolean;
}

/** Every stretch of whole groups whose digits are those of a card. */
function numbersOf({ digits, groups }: Run): Found[] {
  const found: Found[] = [];
  const startOf = (group: number): number => groups[group]?.at ?? digits.length;
  for (let first = 0; first < groups.length; first++) {
    for (let last = first; last < groups.length; last++) {
      const length = startOf(last + 1) - startOf(first);
      if (length > MAX_DIGITS) break;
      if (length < MIN_DIGITS || !areCardDigits(digits.slice(startOf(first), startOf(last + 1)))) continue;
      const lengths = groups.slice(first, last + 1).map((_, i) => startOf(first + i + 1) - startOf(first + i));
      found.push({ first, last, shape: shapeOf(lengths), whole: first === 0 && last === groups.length - 1 });
    }
  }
  return found;
}

/** Which numbers of a text are taken for a card's. */
type Taken = (found: Found, text: string) => boolean;

const inCardColumn: Taken = () => true;
const forSure: Taken = ({ shape }, text) => shape === 'agrupado' || (shape !== 'fechado' && namesCardOrPayment(text));
const asItLooks: Taken = ({ shape, whole }) => whole || (shape !== 'fechado' && shape !== 'mezclado');

/** Covers the numbers of a run: those that share digits together, so that none of them is left whole. */
function coverRun(text: string, run: Run, found: readonly Found[]): { from: number; to: number; text: string }[] {
  const { digits, groups } = run;
  const covers: { from: number; to: number; text: string }[] = [];
  const startOf = (group: number): number => groups[group]?.at ?? digits.length;
  for (let i = 0; i < found.length;) {
    const first = found[i]?.first ?? 0;
    let last = found[i]?.last ?? 0;
    const together: { from: number; to: number }[] = [];
    for (; i < found.length; i++) {
      const next = found[i];
      if (next === undefined || next.first > last) break;
      last = Math.max(last, next.last);
      together.push({ from: startOf(next.first) - startOf(first), to: startOf(next.last + 1) - startOf(first) });
    }
    const own = digits.slice(startOf(first), startOf(last + 1));
    const covered = together.length === 1 ? maskDigits(own) : maskTogether(own, together);
    covers.push({ from: groups[first]?.start ?? 0, to: groups[last]?.end ?? text.length, text: covered });
  }
  return covers;
}

function coverOnce(text: string, taken: Taken): string {
  let covered = '';
  let done = 0;
  for (const run of runsOf(text)) {
    const found = numbersOf(run).filter((one) => taken(one, text));
    for (const cover of coverRun(text, run, found)) {
      covered += text.slice(done, cover.from) + cover.text;
      done = cover.to;
    }
  }
  return done === 0 ? text : covered + text.slice(done);
}

/** Until nothing is left to cover: digits that are left may make a number with those beside them, and a text is covered once and for all. */
function cover(text: string, taken: Taken): string {
  if (!mayHoldDigits(text, MIN_DIGITS)) return text;
  for (let before = text; ;) {
    const after = coverOnce(before, taken);
    if (after === before) return after;
    before = after;
  }
}

/** Covers whatever may be a card number, also inside other words: in columns of cards, and in what is only shown. The same text when there is none. */
export const maskCardNumbers = (text: string): string => cover(text, inCardColumn);

/** Covers what is a card number wherever it stands: written in groups as on a card, or beside words that name a card or a payment. */
export const maskCertainCards = (text: string): string => cover(text, forSure);

/** Covers what looks like a card number by itself, bare numbers too: one reference in ten does so by chance. */
export const maskPossibleCards = (text: string): string => cover(text, asItLooks);

export const hasPossibleCard = (text: string): boolean => maskPossibleCards(text) !== text;

/** The digits of a text that is a full card number and nothing else, however it is written; undefined otherwise. */
export function cardDigitsOf(text: string): string | undefined {
  if (!mayHoldDigits(text, MIN_DIGITS)) return undefined;
  let digits = '';
  for (const char of text) {
    const meaning = meaningOf(char.codePointAt(0) ?? 0);
    if (meaning >= 0) digits += String(meaning);
    else if (meaning !== GAP && meaning !== NOTHING) return undefined;
    if (digits.length > MAX_DIGITS) return undefined;
  }
  return areCardDigits(digits) ? digits : undefined;
}

/** The first six and the last four of the first card number inside a text; undefined when there is none. */
export function endsOfCardIn(text: string): { readonly firstSix: string; readonly lastFour: string } | undefined {
  const masked = maskCardNumbers(text);
  const [, firstSix, lastFour] = (masked === text ? null : ENDS.exec(masked)) ?? [];
  return firstSix === undefined || lastFour === undefined ? undefined : { firstSix, lastFour };
}
const ENDS = new RegExp(`(\\d{6})${MASK}+(?:\\d*${MASK}+)*(\\d{4})`);

/** A full card number: 13 to 19 digits of any script (separators and invisible characters aside) with a card's first digits and a right Luhn digit. */
export const isCardNumber = (text: string): boolean => cardDigitsOf(text) !== undefined;
