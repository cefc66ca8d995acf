import { MISSING } from '../fields/codes.ts';
import { NONE, typoOf } from '../fields/typo.ts';

/** The place of a level in the list of its comparison. A number and no name, because millions of pairs are compared. */
export type Level = number;

/** One of the two lacks the field, so the comparison says nothing. */
export const NOT_COMPARED = -1;

/** How an authorisation or a wallet reference agrees. */
export const IDENTIFIER_LEVELS = ['igual', 'una_letra', 'otra'] as const;
/** How instalments, or the first six digits of the card, agree. */
export const VALUE_LEVELS = ['igual', 'otra'] as const;
const [SAME, ONE_LETTER, OTHER, OTHER_VALUE] = [0, 1, 2, 1] as const;

export function compareIdentifier(cupon: number, sale: number): Level {
  if (cupon === MISSING || sale === MISSING) return NOT_COMPARED;
  if (cupon === sale) return SAME;
  return typoOf(cupon, sale) === NONE ? OTHER : ONE_LETTER;
}

export function compareValue(cupon: number, sale: number): Level {
  if (cupon === MISSING || sale === MISSING) return NOT_COMPARED;
  return cupon === sale ? SAME : OTHER_VALUE;
}
