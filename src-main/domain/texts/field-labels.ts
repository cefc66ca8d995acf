/** The name of each field of the local data for people. */
import { CUPON_FIELDS } from '../cupones/fields.ts';
import { wordIn, type Language, type Words } from './language.ts';
import { VIEW_NAMES, VIEWS } from '../views/index.ts';
import { TERMS } from '../views/terms.ts';
import type { Fields, View } from '../views/view.ts';

type Entry = readonly [name: string, words: Words];

const wordsIn = (fields: Fields): readonly Entry[] =>
  Object.entries(fields).flatMap(([name, field]): readonly Entry[] => {
    if ('list' in field) return wordsIn(field.list);
    if ('lists' in field) return Object.values(field.lists).flatMap(wordsIn);
    return field.words.length === 0 ? [] : [[name, field.words]];
  });

const wordsOf = ({ fields, signed }: View): readonly Entry[] => {
  const named = signed === undefined ? [] : [signed.as, signed.sums.plus, signed.sums.minus];
  return [...wordsIn(fields), ...named.map(({ name, words }): Entry => [name, words])];
};

/** Shared terms and the words beside a view's field. A name has the same words in every view. */
const FIELD_WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...Object.entries(TERMS),
  ...VIEW_NAMES.flatMap((name) => wordsOf(VIEWS[name])),
]);

/** Fields that we add to a row, which neither a coupon nor a view of the service has. */
const OWN_WORDS: Readonly<Record<string, Words>> = {
  archivo: ['Archivo', 'File'],
  carga: ['Carga', 'Upload'],
  extra: ['Otros datos', 'Other data'],
  en_duda: ['En duda', 'In doubt'],
  fecha_liq: ['Fecha de liquidación', 'Settlement date'],
  fila: ['Fila', 'Row'],
  retirada: ['Retirada', 'Withdrawn'],
};

const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...Object.entries(OWN_WORDS),
  ...FIELD_WORDS,
  ...Object.entries(CUPON_FIELDS).map(([name, { title }]): [string, Words] => [name, title]),
]);

/** The title of a field: "Fecha de venta"; the name of a field without words (the service's own extras). */
export function getFieldLabel(name: string, language: Language = 'es'): string {
  const words = WORDS.get(name);
  if (words !== undefined) return wordIn(words, language);
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
