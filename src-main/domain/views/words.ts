/** The names of the views' fields for people: the shared terms, and the words that a view has beside a field. */
import type { Words } from '../texts/language.ts';
import { VIEW_NAMES, VIEWS } from './index.ts';
import { TERMS } from './terms.ts';
import type { Fields, View } from './view.ts';

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

/** Words by the name of the field. A name has the same words in every view. */
export const FIELD_WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...Object.entries(TERMS),
  ...VIEW_NAMES.flatMap((name) => wordsOf(VIEWS[name])),
]);
