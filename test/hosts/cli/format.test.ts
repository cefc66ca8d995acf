import { expect, test } from 'vitest';
import { formatCount, formatServiceDate, formatServicePesos } from '#hosts/cli/format.ts';

test.each([
  [0, '0 tandas'],
  [1, '1 tanda'],
  [1252, '1.252 tandas'],
])('%i is %s', (howMany, texto) => {
  expect(formatCount(howMany, ['tanda', 'tandas'])).toBe(texto);
});

test.each([
  ['1500.50', '$ 1.500,50'],
  ['1500', '$ 1.500,00'],
  ['1.500,50', '1.500,50'],
  ['', ''],
])('an amount that a service gave back as "%s" is shown as "%s"', (texto, isShown) => {
  expect(formatServicePesos(texto).replace(/\u00a0/g, ' ')).toBe(isShown);
});

test.each([
  ['2026-10-01', '01/10/2026'],
  ['2026-10-01T00:00:00', '01/10/2026'],
  ['01/10/2026', '01/10/2026'],
  ['', ''],
])('a date that a service gave back as "%s" is shown as "%s"', (texto, isShown) => {
  expect(formatServiceDate(texto)).toBe(isShown);
});
