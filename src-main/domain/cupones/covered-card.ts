import { toPlainDigits } from './card-characters.ts';
import { MAX_DIGITS } from './card-number.ts';
import { cutAfterBrand } from './card-words.ts';

/** The visible digits of a card number that came covered. */
export interface CoveredCard {
  readonly lastFour: string;
  /** Undefined where fewer than six are shown. */
  readonly firstSix: string | undefined;
}

/** The characters that systems write for a covered digit. Dots count only where there are several, or "12.3456" would be a card. */
const COVERED =
  /^(\d{0,8})((?:[x*#?_\u00b7\u00d7\u2022\u2026\u2217\u2588\u25a0\u25aa\u25cf\u25e6\u2731\u2733\u22c6\uff0a]|\.{2,})+)(\d{4})$/;
/** One of these characters is enough, because nobody writes them before a number for another reason. Of the others it takes two. */
const ENOUGH = /[*\u2022\u2026]|../;
/** One dash separates groups of digits; several together cover them. */
const DASHES = /\p{Pd}{2,}/gu;

/**
 * Reads a card number that came covered: `XXXX-XXXX-XXXX-2694`, `************2694`, `450995******2694`, with or without a brand before it; undefined
 * for anything else. `ofCard`: the column is known to be of cards, so that `x2694` is no article's code. Source: docs/coupons.md, "Card numbers".
 */
export function readCoveredCard(text: string, ofCard = false): CoveredCard | undefined {
  if (text.length < 5 || text.length > 60) return undefined;
  const covering = toPlainDigits(text).replace(DASHES, (dashes) => '*'.repeat(dashes.length));
  const compact = cutAfterBrand(covering).replace(/[\s\p{Pd}/\\]+/gu, '');
  const match = COVERED.exec(compact);
  const [, first = '', covered = '', lastFour = ''] = match ?? [];
  if (!(ENOUGH.test(covered) || (ofCard && covered === 'x' && first === '')) || compact.length > MAX_DIGITS + 2)
    return undefined;
  return { lastFour, firstSix: first.length >= 6 ? first.slice(0, 6) : undefined };
}
