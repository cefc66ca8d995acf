import { FIELDS_IN_ORDER, type CuponField } from '../cupon.ts';
import type { RowNotice } from '../finding.ts';
import { makeNoticeOf } from './notices.ts';
import { cutAfterBrand, toPlainDigits, MAX_DIGITS } from './card-number.ts';
import { maskCardNumbers } from './card-text.ts';

const BIN_ORDER = FIELDS_IN_ORDER.indexOf('bin');

/** Collects the card numbers that the file already covers, for one notice. Puts the first six of each into `bin` where the row leaves it empty. */
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
    /** Notes that the row has a value of its own in this field. */
    filled(field: CuponField): void {
      if (field === 'bin') hasOwnBin = true;
    },
    /** Writes the first six once, in the place of `bin`. Call it before each field in wire order, and after the last (`Infinity`). */
    addBin(beforeOrder: number, write: (order: number, value: string) => void): void {
      if (firstSix === undefined || hasOwnBin || bin !== '' || beforeOrder <= BIN_ORDER) return;
      bin = firstSix;
      withBin++;
      write(BIN_ORDER, bin);
    },
    /** What this row's `bin` got; '' for nothing. */
    bin: (): string => bin,
    notices(columna: string | null): readonly RowNotice[] {
      if (total === 0) return [];
      const known = { columna: columna ?? '', ejemplo: first, howMany: total, conBin: withBin };
      return [makeNoticeOf('TARJETA_TAPADA', known, { fila: null, columna, campo: 'tarjeta_nro', valor: first })];
    },
  };
}

/** The visible digits of a card number that the file already covers. */
export interface CoveredCard {
  readonly lastFour: string;
  /** Undefined where fewer than six are shown. */
  readonly firstSix: string | undefined;
}

/** The characters that systems write for a covered digit. A single dot does not count, or "12.3456" would be a card. */
const COVERED =
  /^(\d{0,8})((?:[x*#?_\u00b7\u00d7\u2022\u2026\u2217\u2588\u25a0\u25aa\u25cf\u25e6\u2731\u2733\u22c6\uff0a]|\.{2,})+)(\d{4})$/;
/** After a brand, four digits alone (or behind one x) are the card's last: "Visa 2694", "Visa (2694)", "Visa terminada en 2694". */
const LAST_FOUR = /^[\s(:-]*(?:termina(?:da|do)? en |final )?(\d{4})\)?$/;
/** A single one of these characters covers a digit, because they stand before a number for no other reason. Other characters count from two on. */
const ENOUGH = /[*\u2022\u2026]|../;
/** One dash separates groups of digits; several together cover them. */
const DASHES = /\p{Pd}{2,}/gu;

/**
 * Reads a covered card number: `XXXX-XXXX-XXXX-2694`, `************2694`, `450995******2694`, with or without a brand before it (docs/coupons.md, "Card
 * numbers"). `ofCard`: the column is of cards, where `x2694` is no article code.
 */
export function readCoveredCard(text: string, ofCard = false): CoveredCard | undefined {
  if (text.length < 5 || text.length > 60) return undefined;
  const covering = toPlainDigits(text).replace(DASHES, (dashes) => '*'.repeat(dashes.length));
  const rest = cutAfterBrand(covering);
  const alone = rest.length < covering.length ? LAST_FOUR.exec(rest)?.[1] : undefined;
  if (alone !== undefined) return { lastFour: alone, firstSix: undefined };
  const compact = rest.replace(/[\s\p{Pd}/\\]+/gu, '');
  const match = COVERED.exec(compact);
  const [, first = '', covered = '', lastFour = ''] = match ?? [];
  const isEnough =
    ENOUGH.test(covered) || (covered === 'x' && first === '' && (ofCard || rest.length < covering.length));
  if (!isEnough || compact.length > MAX_DIGITS + 2) return undefined;
  return { lastFour, firstSix: first.length >= 6 ? first.slice(0, 6) : undefined };
}
