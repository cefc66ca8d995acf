/** Letters whose accents are ignored. Each character folds to exactly one, so that a pattern of SQL can stand for it. */
const BASES = new Set(['a', 'e', 'i', 'o', 'u', 'n', 'c', 'y']);

/** One character (NFC) in lower case, and without its accent where its base is one of `BASES`. */
function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  const base = lower.normalize('NFD').charAt(0);
  if (BASES.has(base)) return base;
  return [...lower].length === 1 ? lower : character;
}

/** A text as searches compare it: in lower case, without the accents of vowels, ñ and ç. It has as many characters as the text after NFC. */
export const fold = (text: string): string => {
  // Nearly every text is plain ASCII, for which this is enough.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), foldCharacter).join('');
};

/** A text without the zeros that it begins with, which a slip prints and the service leaves out; the last character stays. */
export const withoutZeros = (text: string): string => text.replace(/^0+(?=.)/, '');

/** Whether a text, folded, contains `part`, which must come folded. */
export const containsFolded = (text: string, part: string): boolean => fold(text).includes(part);

const CUIT = /(?<!\S)(\d{2})-(\d{8})-(\d)(?!\S)/g;

/**
 * The words that a person typed to search for, folded. A tax number as screens write it (`30-71554218-9`) becomes its three parts, because the
 * service may give it without dashes.
 */
export const splitWords = (text: string): readonly string[] =>
  fold(text)
    .replace(CUIT, '$1 $2 $3')
    .split(/\s+/)
    .filter((word) => word !== '');
