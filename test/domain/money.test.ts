import { fc, forAll } from '../for-all.ts';
import { describe, expect, test } from 'vitest';
import {
  toCentavos,
  formatPesos,
  formatPlain,
  parseMoney,
  sumCentavos,
  parseTypedAmounts,
  isTyped,
} from '#domain/money.ts';

const anyCentavos = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 });

describe('parseMoney', () => {
  test.each([
    ['1234.5', 123450],
    ['-0.01', -1],
    ['0012.30', 1230],
    ['-0', 0],
    ['1234.5600', 123456],
  ])('reads %s as %d centavos', (text, expected) => {
    expect(parseMoney(text, 'sin-miles')).toBe(expected);
  });

  test('reads thousands commas only in the form that has them', () => {
    expect(parseMoney('1,234,567.89', 'con-miles')).toBe(123456789);
    expect(parseMoney('1,234.5600', 'con-miles')).toBe(123456);
    expect(parseMoney('1,234.56', 'sin-miles')).toBeUndefined();
  });

  test.each([
    '',
    '1.',
    '.5',
    '1.234',
    '1.2340',
    '1,23.00',
    '12,34',
    '1e3',
    ' 1',
    '+1',
    '--1',
    '١',
    '12345678901234.00',
  ])('refuses %j in either form', (text) => {
    expect(parseMoney(text, 'sin-miles')).toBeUndefined();
    expect(parseMoney(text, 'con-miles')).toBeUndefined();
  });

  test('what is printed plain parses back', () => {
    forAll(anyCentavos, (value) => parseMoney(formatPlain(toCentavos(value)), 'sin-miles') === value);
  });
});

test('formatPesos puts a real minus sign before the symbol', () => {
  expect(formatPesos(toCentavos(-9865000))).toBe('\u2212$\u00a098.650,00');
});

test('a sum past 2^53 stays exact', () => {
  const value = toCentavos(Number.MAX_SAFE_INTEGER);
  expect(sumCentavos([value, value, value])).toBe(BigInt(Number.MAX_SAFE_INTEGER) * 3n);
});

test('a fraction of a centavo cannot become money', () => {
  expect(() => toCentavos(0.5)).toThrow(/centavos/);
});

test.each([
  ['17580', 1_758_000, 1_758_099, false],
  ['17.580', 1_758_000, 1_758_099, true],
  ['$ 17.580', 1_758_000, 1_758_099, true],
  ['−$ 17.580,13', 1_758_013, 1_758_013, true],
  ['17580,1', 1_758_010, 1_758_010, true],
  ['17580.13', 1_758_013, 1_758_013, true],
  ['1.75', 175, 175, true],
  ['1.234.567,89', 123_456_789, 123_456_789, true],
])('%s may be an amount', (text, from, to, sure) => {
  expect(parseTypedAmounts(text)).toEqual({ desde: from, hasta: to, sure });
});

test.each(['00-17580', '17,580.00', '17.5800', 'visa 17580', '$', '', '12345678901234567'])(
  '%j is no amount',
  (text) => {
    expect(parseTypedAmounts(text)).toBeUndefined();
  },
);

test('an amount is one of those whatever its sign', () => {
  const typed = parseTypedAmounts('17.580');
  if (typed === undefined) throw new Error('an amount');
  expect([1_758_013, -1_758_013, 1_758_100, 1_757_999].map((one) => isTyped(typed, one))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
