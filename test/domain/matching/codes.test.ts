import { fc, forAll, forAllOf } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import {
  binOf,
  codeOf,
  instalmentsOf,
  lastFourOf,
  MISSING,
  sameDayOfYear,
  swapDay,
  DIGIT,
  isCut,
  LENGTH,
  NONE,
  TRANSPOSED,
  findTypoBetween,
  typoOf,
} from '#domain/matching/fields/codes.ts';
import { createOperacionTable } from '#domain/matching/fields/operacion-table.ts';
import { toDayNumber } from '#domain/civil-date.ts';
import { anOperacion, codesOf, tableOf } from './builders.ts';
import { civilDay } from '../civil-day.ts';

describe('the code of an identifier', () => {
  test.each([
    ['00166657', '166657'],
    ['a12b34', ' A-12B34 '],
    ['0A12B3', 'A12B3'],
    ['1234.0', '1234'],
    ['REF-00012345678901234567', 'ref00012345678901234567'],
  ])('is one for %s and %s', (a, b) => {
    expect(codeOf(a)).toBe(codeOf(b));
    expect(codeOf(a)).toBeGreaterThan(0);
  });

  test.each([undefined, null, '', '  ', '0', '0000', '0.00', '-'])('is missing for %s', (text) => {
    expect(codeOf(text)).toBe(MISSING);
  });

  test('differs for texts that differ in a digit or a letter', () => {
    const text = fc.stringMatching(/^[1-9A-Z][0-9A-Z]{0,20}$/);
    forAll(text, text, (a, b) => (codeOf(a) === codeOf(b)) === (a === b));
  });

  test('never takes digits for letters, nor either for a hash', () => {
    expect(new Set(['999999999999999', 'ZZZZZZZZZ', 'ZZZZZZZZZZ', 'A'].map(codeOf)).size).toBe(4);
  });
});

describe('a card', () => {
  test.each([
    ['4777', 4777],
    ['0012', 12],
    ['****4777', 4777],
    ['', MISSING],
    [null, MISSING],
  ])('with last four %s is %d', (text, expected) => {
    expect(lastFourOf(text)).toBe(expected);
  });

  test('has a bin of six digits or none', () => {
    expect(binOf('450799')).toBe(450_799);
    expect(binOf('45079912')).toBe(450_799);
    expect(binOf('4507')).toBe(MISSING);
    expect(binOf(null)).toBe(MISSING);
  });

  test('paid at once has one instalment, however that is written', () => {
    expect(['0', '00', '1', '01'].map(instalmentsOf)).toEqual([1, 1, 1, 1]);
    expect(['', ' ', null, 'x', '-3', '100'].map(instalmentsOf)).toEqual(Array(6).fill(MISSING));
  });
});

describe('days', () => {
  test('with day and month in each other’s place are another day, or none', () => {
    expect(swapDay(toDayNumber(civilDay('2026-11-05')))).toBe(toDayNumber(civilDay('2026-05-11')));
    expect(swapDay(toDayNumber(civilDay('2026-05-05')))).toBe(MISSING);
    expect(swapDay(toDayNumber(civilDay('2026-11-21')))).toBe(MISSING);
  });

  test('of another year keep their day and month', () => {
    expect(sameDayOfYear(toDayNumber(civilDay('2026-01-31')), -1)).toBe(toDayNumber(civilDay('2025-01-31')));
    expect(sameDayOfYear(toDayNumber(civilDay('2028-02-29')), 1)).toBe(MISSING);
  });
});

/** Damerau-Levenshtein with adjacent transpositions, over whole texts: slow and plain. */
function distance(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const get = (i: number, j: number): number => d[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const equal = a[i - 1] === b[j - 1] ? 0 : 1;
      const crossed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const row = d[i];
      if (row !== undefined) {
        row[j] = Math.min(
          get(i - 1, j) + 1,
          get(i, j - 1) + 1,
          get(i - 1, j - 1) + equal,
          crossed ? get(i - 2, j - 2) + 1 : Infinity,
        );
      }
    }
  }
  return get(a.length, b.length);
}

describe('a slip of the fingers', () => {
  test.each([
    ['166657', '166567', TRANSPOSED],
    ['166657', '166651', DIGIT],
    ['166657', '16657', LENGTH],
    ['166657', '1666570', LENGTH],
    ['166657', '29166657', NONE],
    ['1200', '200', DIGIT],
    ['A12B34', 'A12834', DIGIT],
    ['A12B34', '123456', NONE],
  ])('between %s and %s: %s', (a, b, expected) => {
    expect(typoOf(codeOf(a), codeOf(b))).toBe(expected);
  });

  test('is there exactly when the distance of Damerau and Levenshtein is one', () => {
    const number = fc.integer({ min: 1, max: 99_999_999 });
    // Two drawn numbers seldom differ by one slip, so half of the pairs are made by a slip.
    const slip = fc.tuple(number, fc.nat(7), fc.nat(9), fc.nat(3)).map(([a, at, digit, kind]): [number, number] => {
      const text = String(a);
      const place = at % text.length;
      const rest = text.slice(place + 1);
      const texts = [
        text.slice(0, place) + String(digit) + rest,
        text.slice(0, place) + rest,
        text.slice(0, place) + String(digit) + text.slice(place),
        text.slice(0, place) + rest.slice(0, 1) + (text[place] ?? '') + rest.slice(1),
      ];
      return [a, Number(texts[kind] ?? '')];
    });
    forAllOf(2000, fc.oneof(fc.tuple(number, number), slip), ([a, b]) => {
      fc.pre(b > 0);
      const width = Math.max(String(a).length, String(b).length);
      const padded = distance(String(a).padStart(width, '0'), String(b).padStart(width, '0')) === 1;
      const plain = distance(String(a), String(b)) === 1;
      expect(findTypoBetween(a, b, 10) !== NONE).toBe(padded || plain);
    });
  });
});

test('a number whose first digits were cut is told by what is left', () => {
  expect(isCut(6657, 166_657)).toBe(true);
  expect(isCut(657, 160_657)).toBe(true);
  expect(isCut(57, 166_657)).toBe(false);
  expect(isCut(166_657, 6657)).toBe(false);
  expect(isCut(6658, 166_657)).toBe(false);
});

describe('a table of operations', () => {
  test('gives back identifiers as they came, and finds their rows', () => {
    const ids = ['5519903', '0012', 'OP-7', '0', '999999999999999', '1000000000000000000001'];
    const table = tableOf(ids.map((id) => anOperacion({ id })));
    expect(ids.map((_, row) => table.idOf(row))).toEqual(ids);
    expect(ids.map((id) => table.rowOf(id))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(table.rowOf('12')).toBeUndefined();
  });

  test('grows past what was expected', () => {
    const builder = createOperacionTable(1);
    for (let i = 0; i < 100; i++) builder.add([anOperacion({ id: String(i), comprobante: String(i + 1) })]);
    const table = builder.finish();
    expect(table.size).toBe(100);
    expect(Array.from({ length: 100 }, (_, row) => table.voucher(row))).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
  });

  test('takes one brand written in two ways for one', () => {
    const table = tableOf([
      anOperacion({ id: '1', tarjeta: 'Visa Crédito', marca: 'PRISMA' }),
      anOperacion({ id: '2', tarjeta: 'VISA CREDITO', marca: 'Prisma' }),
    ]);
    expect(table.brandCode(0)).toBe(table.brandCode(1));
    expect(table.dictionaries.marcas).toEqual(['prisma']);
  });
});

test('a coupon without an amount or a day says so, and is not zero', () => {
  const codes = codesOf({ comprobante: '1' });
  expect(codes.amount).toBeNaN();
  expect(codes.day).toBe(MISSING);
});
