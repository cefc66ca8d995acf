/** Bases whose accents are not minded. Each character gives exactly one, so that a pattern of SQL can stand for it. */
const BASES = new Set(['a', 'e', 'i', 'o', 'u', 'n', 'c', 'y']);

/** One character (NFC) without case, and without accent where its base is one of those. */
function plegada(caracter: string): string {
  const menor = caracter.toLowerCase();
  const base = menor.normalize('NFD').charAt(0);
  if (BASES.has(base)) return base;
  return [...menor].length === 1 ? menor : caracter;
}

/** A text as it is compared when somebody looks for it: without case nor the accents of vowels, ñ and ç. As many characters as it had after NFC. */
export const plegar = (texto: string): string => {
  // Nearly everything that is looked through is plain: the long way is for the rest.
  if (/^[ -~]*$/.test(texto)) return texto.toLowerCase();
  return Array.from(texto.normalize('NFC'), plegada).join('');
};

/** Whether a text has another in it, both folded. `parte` is folded already. */
export const contienePlegado = (texto: string, parte: string): boolean => plegar(texto).includes(parte);

const CUIT = /(?<!\S)(\d{2})-(\d{8})-(\d)(?!\S)/g;

/**
 * The words of what a person types to look for something, folded. A tax number as screens write it (`30-71554218-9`) is its three parts: the
 * service may give it without dashes.
 */
export const palabrasDe = (texto: string): readonly string[] =>
  plegar(texto)
    .replace(CUIT, '$1 $2 $3')
    .split(/\s+/)
    .filter((palabra) => palabra !== '');
