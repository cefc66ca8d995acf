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
