/** Excel refuses a file with a longer text in a cell. */
const MAX_TEXT = 32_767;

/** Characters that XML cannot carry, CR, which it would normalise, and text that a reader would take for an escape. */

const SPECIAL = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

const escapeCharacter = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * The text of a cell as ST_Xstring (ECMA-376 part 1, 22.9.2.19): control characters as `_x0007_`, a literal `_x0041_` with its underscore escaped, so
 * that reading gives back the same text. Lone surrogates become U+FFFD, and a text past 32,767 characters is cut and ends in "…".
 */
export function toCellText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  return short.toWellFormed().replace(SPECIAL, escapeCharacter);
}

/** Spaces at the ends of a plain cell are lost: only a run marked `xml:space="preserve"` keeps them. */
export const needsPreserve = (text: string): boolean => /^\s|\s$/.test(text);
