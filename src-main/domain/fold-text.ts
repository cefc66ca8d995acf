/** Letters whose accents are ignored. Each character folds to exactly one, so that an SQL pattern can represent it. */
const BASES = new Set(['a', 'e', 'i', 'o', 'u', 'n', 'c', 'y']);

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  const base = lower.normalize('NFD').charAt(0);
  if (BASES.has(base)) return base;
  return [...lower].length === 1 ? lower : character;
}

/** A text for searches: lower case, without the accents of vowels, ñ and ç, as many characters as the text after NFC. */
export const fold = (text: string): string => {
  // Nearly every text is plain ASCII.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), foldCharacter).join('');
};

/** Without leading zeros, which a slip prints and the service leaves out; keeps the last character. */
export const withoutZeros = (text: string): string => text.replace(/^0+(?=.)/, '');

/** `part` must be folded. */
export const containsFolded = (text: string, part: string): boolean => fold(text).includes(part);

const CUIT = /(?<!\S)(\d{2})-(\d{8})-(\d)(?!\S)/g;

/** The words of a search, folded. A tax number as screens write it (`30-71554218-9`) becomes its three parts, because the service may omit dashes. */
export const splitWords = (text: string): readonly string[] =>
  fold(text)
    .replace(CUIT, '$1 $2 $3')
    .split(/\s+/)
    .filter((word) => word !== '');
