import { expect, test } from 'vitest';
import { createSentAgain } from '#app/explanations/cupones.ts';
import type { Cupon } from '#domain/cupon.ts';

const SALE: Cupon = { fecha_venta: '2026-10-01', importe: '1500.00', comprobante: '00001', tarjeta_nro: '4905' };
const OTHER: Cupon = { ...SALE, comprobante: '2' };
const rowsOf = (...cupones: Cupon[]) => cupones.map((cupon, i) => ({ key: String(i), cupon }));

test('a row is a coupon of each result, whatever zeros and card names they have', () => {
  const again = createSentAgain(rowsOf(SALE, OTHER));
  const [first, second] = [again.startResult(), again.startResult()];
  expect([first({ ...SALE, comprobante: '1', tarjeta_desc: 'VISA' }), first({ ...SALE, importe: '1.00' })]).toEqual([
    true,
    false,
  ]);
  expect(second(SALE)).toBe(true);
  expect([...again.sent]).toEqual(['0']);
});

test('equal sales keep their turn: one more in the result holds its operation, one more in the file was not sent', () => {
  const one = createSentAgain(rowsOf(SALE));
  const ofOne = one.startResult();
  expect([ofOne(SALE), ofOne(SALE)]).toEqual([true, false]);
  const two = createSentAgain(rowsOf(SALE, SALE));
  expect(two.startResult()(SALE)).toBe(true);
  expect([...two.sent]).toEqual(['0']);
});

test('sales that lack part of what names one are the same only where all numbers agree', () => {
  const bare: Cupon = { fecha_venta: '2026-10-01', importe: '1500.00', autorizacion: '7' };
  const again = createSentAgain(rowsOf(bare)).startResult();
  expect([again({ ...bare, autorizacion: '8' }), again(bare)]).toEqual([false, true]);
});
