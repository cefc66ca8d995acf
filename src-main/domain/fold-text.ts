/** Letters whose accents searches ignore. Folding keeps the number of characters, because each character has one place in an SQL pattern. */
const BASES = new Set(['a', 'e', 'i', 'o', 'u', 'n', 'c', 'y']);

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  const base = lower.normalize('NFD').charAt(0);
  if (BASES.has(base)) return base;
  return [...lower].length === 1 ? lower : character;
}

/** Folds a text for searches: lower case, without the accents of vowels, ñ and ç. The result has as many characters as the text in NFC. */
export const fold = (text: string): string => {
  // Fast path for plain ASCII, which nearly all texts are.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), foldCharacter).join('');
};

const MARKS = /\p{M}/gu;
const OTHER_THAN_ASCII = /[^\u0000-\u007f]/;

/** Lower case, without any accent. Faster than `fold`, but the number of characters may change, so not for texts that SQL patterns search. */
export const foldMarks = (text: string): string =>
  (OTHER_THAN_ASCII.test(text) ? text.normalize('NFD').replace(MARKS, '') : text).toLowerCase();

/** Removes leading zeros, which printed slips have and the service leaves out; keeps the last character. */
export const withoutZeros = (text: string): string => (text.startsWith('0') ? text.replace(/^0+(?=.)/, '') : text);

export const containsFolded = (text: string, part: string): boolean => fold(text).includes(part);

const CUIT = /(?<!\S)(\d{2})-(\d{8})-(\d)(?!\S)/g;

/** The words of a search, folded. A CUIT as screens show it (`30-71554218-9`) becomes its three parts, because the service may leave out the dashes. */
export const splitWords = (text: string): readonly string[] =>
  fold(text)
    .replace(CUIT, '$1 $2 $3')
    .split(/\s+/)
    .filter((word) => word !== '');
