import { fc, forAll } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { FIELDS_IN_ORDER, toCanonicalText, type Cupon } from '#domain/cupon.ts';
import { createCuponWriter } from '#domain/cupones/cupon-writer.ts';
import { createOccurrences, textOfIdentity } from '#domain/cupones/duplicates.ts';

const ONE: Cupon = {
  fecha_venta: '2026-10-01',
  tarjeta_desc: 'Visa Débito',
  terminal: '00012',
  comprobante: '000123.50',
  tarjeta_nro: '0459',
  importe: '1500.00',
};

function numberOf(cupon: Cupon): number {
  const writer = createCuponWriter(FIELDS_IN_ORDER);
  writer.begin();
  for (const [order, field] of FIELDS_IN_ORDER.entries()) {
    const value = cupon[field];
    if (value !== undefined) writer.add(order, value);
  }
  writer.end();
  return writer.identity();
}
const textOf = (cupon: Cupon): string => textOfIdentity(toCanonicalText(cupon));

describe('two coupons are the same', () => {
  test.for<[string, Partial<Cupon>]>([
    ['zeros before a number', { terminal: '12' }],
    ['decimals of a voucher that say nothing', { comprobante: '123.5' }],
    ['capitals', { tarjeta_desc: 'VISA DÉBITO' }],
  ])('but for %s', ([, change]) => {
    const other = { ...ONE, ...change };
    expect(textOf(other)).toBe(textOf(ONE));
    expect(numberOf(other)).toBe(numberOf(ONE));
  });

  test.for<[string, Partial<Cupon>]>([
    ['an amount', { importe: '1500.10' }],
    ['a day', { fecha_venta: '2026-01-10' }],
    ['a number', { terminal: '120' }],
    ['the decimals of a voucher', { comprobante: '123.05' }],
    ['a field more', { cuotas: '1' }],
    ['the same value in another field', { terminal: '0459', tarjeta_nro: '00012' }],
    ['a text that looks like a number with zeros', { tarjeta_desc: '007' }],
  ])('not with another: %s', ([, change]) => {
    const other = { ...ONE, ...change };
    expect(textOf(other)).not.toBe(textOf(ONE));
    expect(numberOf(other)).not.toBe(numberOf(ONE));
  });

  test('whatever the quotes in their texts: no value is taken for a field', () => {
    const tricky: Cupon = { referencia: '","terminal":"0012', importe: '1.00' };
    expect(textOf(tricky)).toContain('0012');
    expect(textOf({ referencia: '","terminal":"12', importe: '1.00' })).not.toBe(textOf(tricky));
  });

  test('by the text exactly when by the number', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '1', '2'), minLength: 1, maxLength: 4 });
    const words = fc.string({ unit: fc.constantFrom('a', 'A', 'é', 'É', '"', ' '), minLength: 1, maxLength: 3 });
    const cupon = fc.record({
      terminal: digits,
      comprobante: digits,
      tarjeta_desc: words,
      importe: fc.constantFrom('1.00', '10.00'),
    });
    forAll(cupon, cupon, (a, b) => {
      expect(numberOf(a) === numberOf(b)).toBe(textOf(a) === textOf(b));
    });
  });
});

test('equal coupons are numbered as they come, whatever comes between', () => {
  const occurrences = createOccurrences();
  const others = Array.from({ length: 5_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
  expect(others.every((high) => occurrences.next(high, 7) === 1)).toBe(true);
  expect([1, 2, 3].map(() => occurrences.next(1, 9))).toEqual([1, 2, 3]);
  expect(others.every((high) => occurrences.next(high, 7) === 2)).toBe(true);
});
