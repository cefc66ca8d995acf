/** Bases whose accents are not minded. Each character gives exactly one, so that a pattern of SQL can stand for it. */
const BASES = new Set(['a', 'e', 'i', 'o', 'u', 'n', 'c', 'y']);

/** One character (NFC) without case, and without accent where its base is one of those. */
function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  const base = lower.normalize('NFD').charAt(0);
  if (BASES.has(base)) return base;
  return [...lower].length === 1 ? lower : character;
}

/** A text as it is compared when somebody looks for it: without case nor the accents of vowels, ñ and ç. As many characters as it had after NFC. */
export const fold = (texto: string): string => {
  // Nearly everything that is looked through is plain: the long way is for the rest.
  if (/^[ -~]*$/.test(texto)) return texto.toLowerCase();
  return Array.from(texto.normalize('NFC'), foldCharacter).join('');
};

/** Whether a text has another in it, both folded. `parte` is folded already. */
export const containsFolded = (texto: string, parte: string): boolean => fold(texto).includes(parte);

const CUIT = /(?<!\S)(\d{2})-(\d{8})-(\d)(?!\S)/g;

/**
 * The words of what a person types to look for something, folded. A tax number as screens write it (`30-71554218-9`) is its three parts: the
 * service may give it without dashes.
 */
export const splitWords = (texto: string): readonly string[] =>
  fold(texto)
    .replace(CUIT, '$1 $2 $3')
    .split(/\s+/)
    .filter((word) => word !== '');
