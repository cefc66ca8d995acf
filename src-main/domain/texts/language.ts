/** The languages of the screens. The command line and its documents use the first. */
export type Language = 'es' | 'en';

/** The languages that `--idioma` and the methods of explanations take. */
export type LanguageTag = 'es-AR' | 'en';

/** A sentence in each language, made from its data. `console`: the Spanish of the command line, where it names commands. */
export type Said<Data> = Readonly<Record<Language, (data: Data) => string>> & {
  readonly console?: (data: Data) => string;
};

/** Day, month and year of `2026-11-21`. */
export const dayMonthYear = (iso: string): string => iso.split('-').reverse().join('/');

/** A file as people call it: without its folder and its ending. */
export const shortenName = (archivo: string): string =>
  (archivo.split(/[/\\]/).at(-1) ?? archivo).replace(/(?<=.)\.[a-z]{3,4}$/i, '');

/** `22/11`, or `22/11/2025` when it was not this year. */
export const formatShortDay = (dia: string, hoy: string): string => {
  const [year = '', mes = '', numero = ''] = dia.split('-');
  return `${numero}/${mes}${hoy.startsWith(`${year}-`) ? '' : `/${year}`}`;
};
