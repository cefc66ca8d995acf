import { expect, test } from 'vitest';
import { parseTypedAmounts, isTyped } from '#domain/money.ts';

test.each([
  ['17580', 1_758_000, 1_758_099, false],
  ['17.580', 1_758_000, 1_758_099, true],
  ['$ 17.580', 1_758_000, 1_758_099, true],
  ['$17580', 1_758_000, 1_758_099, true],
  ['ars 17580', 1_758_000, 1_758_099, true],
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
