import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeInvalid, describeTypedDate } from '../../src-renderer/ui/typing.ts';

const FINE = { badInput: false, customError: false, rangeOverflow: false, typeMismatch: false, valueMissing: false };

test.each([
  // For the browser half a date is missing too; the person has to finish it.
  [{ badInput: true, valueMissing: true }, /incompleta/],
  // Our own message comes first.
  [{ customError: true, valueMissing: true }, /^No es una fecha/],
  [{ valueMissing: true }, /^Falta este dato\./],
  [{ typeMismatch: true }, /https:\/\//],
  [{ rangeOverflow: true }, /posterior al 21\/11\/2026/],
  [{}, /no sirve/],
])('a field that has %j is told so in our words', (parts, words) => {
  const field = { validity: { ...FINE, ...parts }, max: '2026-11-21', validationMessage: 'No es una fecha.' };
  expect(describeInvalid(field)).toMatch(words);
});

test.each([
  ['', ''],
  ['31/02/2026', 'No es una fecha'],
  ['21/11/2026', 'Ese día ya llegó. Elegí uno posterior al 21/11/2026'],
  ['1/11/2026', 'Ese día ya llegó'],
  ['22/11/2026', ''],
])('the typed day %j, which has to be to come on 21/11/2026, is told “%s”', (text, words) => {
  const said = describeTypedDate(text, { after: '2026-11-21' });
  expect(said.startsWith(words) && (said === '') === (words === '')).toBe(true);
});

test('only the field that says its own message asks the browser to refuse a form', () => {
  const files = globSync('src-renderer/**/*.svelte').filter((file) =>
    /<(?:input|select|textarea)\b(?:=>|[^>])*[\s{]required\b/.test(readFileSync(file, 'utf8')),
  );
  expect(files).toEqual([]);
});
