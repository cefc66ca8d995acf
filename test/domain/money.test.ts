import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCentavos, formatPesos, formatPlain, parseMoney, sumCentavos } from '#domain/money.ts';

const anyCentavos = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 });

describe('parseMoney', () => {
  test.each([
    ['1234.5', 123450],
    ['0', 0],
    ['-0.01', -1],
    ['0012.30', 1230],
    ['-0', 0],
    ['1234.5600', 123456],
    ['-0.0000', 0],
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
    '.',
    '1.',
    '.5',
    '1.234',
    '1.500',
    '1.2340',
    '1.2001',
    '1,23.00',
    '12,34',
    '1e3',
    ' 1',
    '+1',
    '--1',
    'NaN',
    '١',
    '12345678901234.00',
  ])('refuses %j in either form', (text) => {
    expect(parseMoney(text, 'sin-miles')).toBeUndefined();
    expect(parseMoney(text, 'con-miles')).toBeUndefined();
  });

  test('what is printed plain parses back', () => {
    fc.assert(fc.property(anyCentavos, (value) => parseMoney(formatPlain(toCentavos(value)), 'sin-miles') === value));
  });
});

describe('formatPesos', () => {
  test('shows symbol, dots for thousands, comma and two decimals', () => {
    expect(formatPesos(toCentavos(123456789))).toBe('$\u00a01.234.567,89');
  });

  test('puts a real minus sign before the symbol', () => {
    expect(formatPesos(toCentavos(-9865000))).toBe('\u2212$\u00a098.650,00');
  });

  test('shows zero as an amount', () => {
    expect(formatPesos(toCentavos(0))).toBe('$\u00a00,00');
  });
});

test('a sum past 2^53 stays exact', () => {
  const value = toCentavos(Number.MAX_SAFE_INTEGER);
  expect(sumCentavos([value, value, value])).toBe(BigInt(Number.MAX_SAFE_INTEGER) * 3n);
});

test('a fraction of a centavo cannot become money', () => {
  expect(() => toCentavos(0.5)).toThrow(/centavos/);
});
