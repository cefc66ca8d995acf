import { expect, test } from 'vitest';
import { describeInvalid } from '../../src-renderer/ui/validity.ts';

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
