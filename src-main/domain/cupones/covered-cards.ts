import { FIELDS_IN_ORDER, type CuponField } from '../cupon.ts';
import type { RowNotice } from '../finding.ts';
import { makeNoticeOf } from './notices.ts';
import { cutAfterBrand, toPlainDigits, MAX_DIGITS } from './card-number.ts';
import { maskCardNumbers } from './card-text.ts';

const BIN_ORDER = FIELDS_IN_ORDER.indexOf('bin');

/** Collects the card numbers that the file itself has masked, for one notice. Fills an empty `bin` with the first six digits of the row's masked number. */
export function createCoveredCards() {
  let total = 0;
  let withBin = 0;
  let first = '';
  let firstSix: string | undefined;
  let bin = '';
  let hasOwnBin = false;
  return {
    beginRow(): void {
      firstSix = undefined;
      bin = '';
      hasOwnBin = false;
    },
    take(card: CoveredCard, text: string): void {
      firstSix = card.firstSix;
      total++;
      if (total === 1) first = maskCardNumbers(text);
    },
    filled(field: CuponField): void {
      if (field === 'bin') hasOwnBin = true;
    },
    /** Writes the `bin` of a masked card number once, at its place in wire order. Call it before each field, and at the end with `Infinity`. */
    addBin(beforeOrder: number, write: (order: number, value: string) => void): void {
      if (firstSix === undefined || hasOwnBin || bin !== '' || beforeOrder <= BIN_ORDER) return;
      bin = firstSix;
      withBin++;
      write(BIN_ORDER, bin);
    },
    /** The `bin` that this row got from a masked card number; '' for none. */
    bin: (): string => bin,
    notices(columna: string | null): readonly RowNotice[] {
      if (total === 0) return [];
      const known = { columna: columna ?? '', ejemplo: first, howMany: total, conBin: withBin };
      return [makeNoticeOf('TARJETA_TAPADA', known, { fila: null, columna, campo: 'tarjeta_nro', valor: first })];
    },
  };
}

/** The digits that still show in a card number that the file has masked. */
export interface CoveredCard {
  readonly lastFour: string;
  /** Undefined if the masked number shows fewer than six. */
  readonly firstSix: string | undefined;
}

/** A card number with the characters that systems write for masked digits. One dot is not enough, because of numbers like "12.3456". */
const COVERED =
  /^(\d{0,8})((?:[x*#?_\u00b7\u00d7\u2022\u2026\u2217\u2588\u25a0\u25aa\u25cf\u25e6\u2731\u2733\u22c6\uff0a]|\.{2,})+)(\d{4})$/;
/** After a brand, four digits alone are the last of the card: "Visa 2694", "Visa (2694)", "Visa terminada en 2694". */
const LAST_FOUR = /^[\s(:-]*(?:termina(?:da|do)? en |final )?(\d{4})\)?$/;
/** One of these characters is enough to mask a number. Any other mask needs two characters, or one x after a brand or in a column of cards. */
const ENOUGH = /[*\u2022\u2026]|../;
/** Words before a masked number, such as a brand that no list has. A word of x's alone is part of the mask. */
const WORDS_BEFORE = /^(?:(?!x+(?!\p{L}))\p{L}[\p{L}.&']*(?:[\s:(-]+|(?=[*\u2022\u2026])))+/u;
/** Several dashes in a row stand for masked digits; a single dash separates groups. */
const DASHES = /\p{Pd}{2,}/gu;

/** Reads a masked card number, also after a brand or other words: `XXXX-XXXX-XXXX-2694`, `450995******2694`. `ofCard`: accepts `x2694`. */
export function readCoveredCard(text: string, ofCard = false): CoveredCard | undefined {
  if (text.length < 5 || text.length > 60) return undefined;
  const covering = toPlainDigits(text).replace(DASHES, (dashes) => '*'.repeat(dashes.length));
  const rest = cutAfterBrand(covering);
  const alone = rest.length < covering.length ? LAST_FOUR.exec(rest)?.[1] : undefined;
  if (alone !== undefined) return { lastFour: alone, firstSix: undefined };
  // Outside a column of cards, words before x's may name an article, so they stay.
  const number = ofCard || /[*\u2022\u2026]/.test(rest) ? rest.replace(WORDS_BEFORE, '') : rest;
  const compact = number.replace(/[\s\p{Pd}/\\]+/gu, '');
  const match = COVERED.exec(compact);
  const [, first = '', covered = '', lastFour = ''] = match ?? [];
  const isEnough =
    ENOUGH.test(covered) || (covered === 'x' && first === '' && (ofCard || number.length < covering.length));
  if (!isEnough || compact.length > MAX_DIGITS + 2) return undefined;
  return { lastFour, firstSix: first.length >= 6 ? first.slice(0, 6) : undefined };
}
