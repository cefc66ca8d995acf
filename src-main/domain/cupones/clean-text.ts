/** White space, zero-width characters, the byte order mark and soft hyphens are dropped at both ends of a value. */
const EDGE =
  /^[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\ufeff]+|[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\ufeff]+$/g;

const APOSTROPHE = 0x27;

/** One or several apostrophes that mark a cell as text, with the invisible characters after them. */
const MARKS = /^(?:'[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\ufeff]*)+/;

/**
 * Removes the apostrophe that marks a cell as text, which some files keep in the cell. Several are dropped like one, so that a value that was
 * sent is read as itself again. Quotes on both sides belong to the text.
 */
const withoutMarks = (text: string): string =>
  text.startsWith("'") && (text.length === 1 || !text.endsWith("'")) ? text.replace(MARKS, '') : text;

/** True when the text is printable ASCII with nothing to trim. Nearly every cell is, and needs no cleaning. */
function isPlain(text: string): boolean {
  const last = text.length - 1;
  const first = text.charCodeAt(0);
  if (first === 0x20 || first === APOSTROPHE || text.charCodeAt(last) === 0x20) return false;
  for (let i = 0; i <= last; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/**
 * A cell's text as a value: NFC, without spaces, NBSP, zero-width characters and line breaks at the ends, and without an apostrophe before it.
 * Characters inside the text stay.
 * Source: docs/coupons.md, "What a cell says".
 */
export function cleanText(text: string): string {
  return text.length === 0 || isPlain(text) ? text : withoutMarks(text.normalize('NFC').replace(EDGE, ''));
}

/** Length in code points (docs/coupons.md, "Lengths"). Not graphemes: the service counts characters, and é is one of them. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    const high = text.charCodeAt(i);
    if (high < 0xd800 || high > 0xdbff) continue;
    const low = text.charCodeAt(i + 1);
    if (low >= 0xdc00 && low <= 0xdfff) {
      count--;
      i++;
    }
  }
  return count;
}

/** True when every character is 0–9 and there is at least one. */
export function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return text.length > 0;
}

/** True for a number that Excel shortened when it saved a text file: `1,32456E+11`. Its last digits are lost. `0E1234` is a text. */
export const isShortenedNumber = (text: string): boolean =>
  text.includes('E+') && /^\d(?:[.,]\d+)?E\+\d{2,3}$/.test(text);

/** How a report writes that a sale has no such value: dashes, N/A, NULL, s/d. */
const NOTHING = /^(?:[-–—]+|n\/?a|null|s\/d)$/i;
export const saysNothing = (text: string): boolean => NOTHING.test(text);

const GROUPS_OF_THREE = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/;

/** The digits of a text whose marks may all be marks of thousands ("1.001" → "1001"); undefined for any other text. */
export const withoutThousands = (text: string): string | undefined =>
  GROUPS_OF_THREE.test(text) ? text.replace(/[.,]/g, '') : undefined;
