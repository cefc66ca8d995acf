import { withDots } from '../money.ts';
import { monthOf } from '../civil-date.ts';

/** The command line and its documents use `es` by default. */
export type Language = 'es' | 'en';

export type LanguageTag = 'es-AR' | 'en';

export type Words = readonly [es: string, en: string];
export const wordIn = ([es, en]: Words, language: Language): string => (language === 'es' ? es : en);

/** Returns the Spanish or the English value, depending on the reader's language. */
export type Choose = <T>(es: T, en: T) => T;
export const chooseIn = (tag: LanguageTag | Language = 'es-AR'): Choose =>
  tag === 'en' ? (_es, en) => en : (es) => es;

/** A sentence in each language, made from data. `console`: the sentence for the command line, if it names commands. */
export type Said<Data> = Readonly<Record<Language, (data: Data) => string>> & {
  readonly console?: Readonly<Partial<Record<Language, (data: Data) => string>>>;
};

export const sayWithCommands = <Data>(said: Said<Data>, data: Data, language: Language = 'es'): string =>
  (said.console?.[language] ?? said[language])(data);

export const formatNumber = (value: number): string => withDots(String(value));

export const countIn = (n: number, [one, many]: readonly [one: Words, many: Words], say: Choose): string =>
  `${formatNumber(n)} ${say(...(n === 1 ? one : many))}`;
export const DAYS: readonly [one: Words, many: Words] = [
  ['día', 'day'],
  ['días', 'days'],
];

const NAMES = new Intl.Collator('es', { numeric: true });
/** Compares names for a person: `Ñandubay` before `Quintar`, `Ámbar` beside `ambar`, `Local 2` before `Local 10`. */
export const compareNames = (a: string, b: string): number => NAMES.compare(a, b);

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

/** Names of sheets or columns in a Spanish sentence; of many, the first ones and how many more. */
export function listNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMED).map((name) => `«${name}»`);
  return `${listed.join(', ')}${names.length > MAX_NAMED ? ` y ${String(names.length - MAX_NAMED)} más` : ''}`;
}

/** Names that people chose, in quotes: a name may end in a dot ("Obs."), as the sentence does. */
export const quoteAll = (names: readonly string[], language: Language): string =>
  names.map((name) => (language === 'es' ? `«${name}»` : `“${name}”`)).join(', ');

interface ReportContent {
  /** The kind of workbook; by default the result of a reconciliation. */
  readonly what?: 'informe' | 'sin-conciliar' | 'sin-cupon' | 'caja';
  readonly cuenta: string;
  /** Days of sale of the coupons, `YYYY-MM-DD`; undefined if unknown. */
  readonly dias: { readonly desde: string; readonly hasta: string } | undefined;
  readonly nombre?: string | undefined;
  readonly id?: string | undefined;
}

/** Characters that some system refuses in a file name. */
const FOREIGN = /[/\\:*?"<>|\p{Cc}]+/gu;
/** The most characters of each part of a file name, so that a long account's name leaves room for the period after it. */
const MAX_LENGTH = 80;

function periodOf({ desde, hasta }: NonNullable<ReportContent['dias']>): string {
  const [first, last] = [monthOf(desde), monthOf(hasta)];
  return first === last ? first : `${first} a ${last}`;
}

export const toNamePart = (part: string): string =>
  [...part.normalize('NFC').replace(FOREIGN, ' ').replace(/\s+/gu, ' ').trim()].slice(0, MAX_LENGTH).join('').trim();

/** The name of a result's workbook, for people: `informe-La Espiga-2026-10.xlsx`. */
export function getReportName({ what = 'informe', cuenta, dias, nombre, id }: ReportContent): string {
  const parts = [what, cuenta, dias === undefined ? (id ?? '') : periodOf(dias), nombre ?? ''].map(toNamePart);
  return `${parts.filter((part) => part !== '').join('-')}.xlsx`;
}

/** The default name on the command line. Replaces characters that could lead out of the folder, because ids of the service may be any text. */
export const reportNameOfId = (id: string): string =>
  `informe-${id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_LENGTH)}.xlsx`;
