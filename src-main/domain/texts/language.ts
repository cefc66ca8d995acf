import { withDots } from '../money.ts';

/** The command line and its documents use the first. */
export type Language = 'es' | 'en';

export type LanguageTag = 'es-AR' | 'en';

/** A word or a title in each language. */
export type Words = readonly [es: string, en: string];
export const wordIn = ([es, en]: Words, language: Language): string => (language === 'es' ? es : en);

/** Gives the one of two values that is in its language. */
export type Choose = <T>(es: T, en: T) => T;
export const chooseIn = (tag: LanguageTag | Language = 'es-AR'): Choose =>
  tag === 'en' ? (_es, en) => en : (es) => es;

/** A sentence in each language, made from its data. `console`: what the command line says instead, where it names commands. */
export type Said<Data> = Readonly<Record<Language, (data: Data) => string>> & {
  readonly console?: Readonly<Partial<Record<Language, (data: Data) => string>>>;
};

/** The sentence of the command line. */
export const sayWithCommands = <Data>(said: Said<Data>, data: Data, language: Language = 'es'): string =>
  (said.console?.[language] ?? said[language])(data);

/** "1252" → "1.252". */
export const formatNumber = (value: number): string => withDots(String(value));

/** "3 días", "1 day". */
export const countIn = (n: number, [one, many]: readonly [one: Words, many: Words], say: Choose): string =>
  `${formatNumber(n)} ${say(...(n === 1 ? one : many))}`;
export const DAYS: readonly [one: Words, many: Words] = [
  ['día', 'day'],
  ['días', 'days'],
];

/** Without folders, of this system or of another one. */
export const getFileName = (file: string): string => file.replace(/^.*[\\/]/, '');

export const nameOfRead = (file: string, sheet: string | null | undefined, language: Language = 'es'): string =>
  `${getFileName(file)}${sheet === null || sheet === undefined ? '' : language === 'es' ? `, hoja «${sheet}»` : `, sheet “${sheet}”`}`;

/** A file as people call it: without its folder and its ending. */
export const shortenName = (file: string): string => getFileName(file).replace(/(?<=.)\.[a-z]{3,4}$/i, '');

/** `22/11`, or `22/11/2025` for another year. */
export const formatShortDay = (day: string, today: string): string => {
  const [year = '', month = '', number = ''] = day.split('-');
  return `${number}/${month}${today.startsWith(`${year}-`) ? '' : `/${year}`}`;
};

const MAX_NAMED = 20;

/** Names of sheets or columns in a Spanish sentence; of a long list the first ones, and the number of the rest. */
export function listNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMED).map((name) => `«${name}»`);
  return `${listed.join(', ')}${names.length > MAX_NAMED ? ` y ${String(names.length - MAX_NAMED)} más` : ''}`;
}
