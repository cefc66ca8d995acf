import { expect, test } from 'vitest';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { sayListedFewer } from '#hosts/cli/commands/conciliaciones.ts';
import { formatCount, formatServicePesos, sayWritten } from '#hosts/cli/format.ts';

test.each([
  [0, '0 tandas'],
  [1, '1 tanda'],
  [1252, '1.252 tandas'],
])('%i is %s', (howMany, text) => {
  expect(formatCount(howMany, ['tanda', 'tandas'])).toBe(text);
});

test.each([
  [1, 'Se escribió 1 fila en x.csv.'],
  [1252, 'Se escribieron 1.252 filas en x.csv.'],
])('%i rows written are said in the right number', (rows, text) => {
  expect(sayWritten({ filas: rows, archivo: 'x.csv' })).toBe(text);
});

test.each([
  [['Cupones'], 'La única hoja que hay es «Cupones»: elegí esa.'],
  [['Uno', 'Dos'], 'Las hojas que hay son «Uno», «Dos»: elegí una de esas.'],
])('of the sheets %j it is said which to choose', (names, text) => {
  expect(CONSOLE.sheetMissing('Otra', names)).toContain(text);
});

test.each([
  ['1500.50', '$ 1.500,50'],
  ['1500', '$ 1.500,00'],
  ['1.500,50', '1.500,50'],
  ['', ''],
])('an amount that a service gave back as "%s" is shown as "%s"', (text, shown) => {
  expect(formatServicePesos(text).replace(/\u00a0/g, ' ')).toBe(shown);
});

const COUNTED = { conciliados: 3, sin_conciliar: 1, existentes: 0 };

test('a result that has fewer coupons than the service counts says so', () => {
  expect(sayListedFewer(COUNTED, 2)).toEqual([expect.stringContaining('cuenta 4 cupones')]);
});

test('those that the service had before need not be in the result', () => {
  expect(sayListedFewer(COUNTED, 4)).toEqual([]);
  expect(sayListedFewer({ ...COUNTED, existentes: 1 }, 3)).toEqual([]);
});
