// @ts-check
// The spelling of names and comments (`npm run spelling`, and `npm run check`): scripts/words/ says what is read and which Spanish is allowed.
import { readFileSync } from 'node:fs';
import { PUBLIC_NAMES } from './scripts/words/public-names.ts';
import { createSpellingParser } from './scripts/words/spelling-parser.ts';

/** @param {string} name of a list in scripts/words/ */
const readList = (name) =>
  readFileSync(new URL(`scripts/words/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean);

export default {
  version: '0.2',
  language: 'en,en-GB',
  minWordLength: 4,
  caseSensitive: false,
  words: [...PUBLIC_NAMES.nouns, ...readList('technical.txt')],
  flagWords: readList('spanish.txt'),
  plugins: [{ parsers: [createSpellingParser(PUBLIC_NAMES)] }],
  parser: 'names-and-comments',
  dictionaries: ['softwareTerms', 'typescript', 'node', 'html', 'css', 'npm'],
};
