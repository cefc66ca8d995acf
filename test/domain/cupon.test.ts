import { fc, forAll } from '../for-all.ts';
import { expect, test } from 'vitest';
import { FIELDS_IN_ORDER, toCanonicalText, type Cupon } from '#domain/cupon.ts';
import { containsFolded, splitWords } from '#domain/fold-text.ts';

const anyCupon: fc.Arbitrary<Cupon> = fc.record(
  Object.fromEntries(FIELDS_IN_ORDER.map((field) => [field, fc.string()])),
  { requiredKeys: [] },
);

test('the canonical text of a coupon parses back to the same fields', () => {
  forAll(anyCupon, (cupon) => {
    expect(JSON.parse(toCanonicalText(cupon))).toEqual(cupon);
  });
});

test('the canonical text does not depend on the order in which fields were set', () => {
  forAll(anyCupon, (cupon) => {
    const reversed: Cupon = Object.fromEntries(Object.entries(cupon).reverse());
    expect(toCanonicalText(reversed)).toBe(toCanonicalText(cupon));
  });
});

test.each(['30715542189', 'CUIT 30-71554218-9 SUC 2'])(
  'a tax number that is typed as screens write it is found where it is «%s»',
  (stored) => {
    expect(splitWords('30-71554218-9').every((word) => containsFolded(stored, word))).toBe(true);
  },
);

test('only a whole tax number is taken apart', () => {
  expect(splitWords('  Peña 30-71554218-9 0016-2211 130-71554218-9')).toEqual([
    ...['pena', '30', '71554218', '9', '0016-2211', '130-71554218-9'],
  ]);
});
