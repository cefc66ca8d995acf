import { expect, test } from 'vitest';
import { formatCount, formatServicePesos } from '#hosts/cli/format.ts';

test.each([
  [0, '0 tandas'],
  [1, '1 tanda'],
  [1252, '1.252 tandas'],
])('%i is %s', (howMany, text) => {
  expect(formatCount(howMany, ['tanda', 'tandas'])).toBe(text);
});

test.each([
  ['1500.50', '$ 1.500,50'],
  ['1500', '$ 1.500,00'],
  ['1.500,50', '1.500,50'],
  ['', ''],
])('an amount that a service gave back as "%s" is shown as "%s"', (text, shown) => {
  expect(formatServicePesos(text).replace(/\u00a0/g, ' ')).toBe(shown);
});
