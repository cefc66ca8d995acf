import { describe, expect, test } from 'vitest';
import { listCausesOf, pickCupones } from '#app/explanations/export.ts';
import type { ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';
import { aCause, aExplainedCupon, answer } from '../../renderer/explained.ts';
import { createSentAgain } from '#app/explanations/cupones.ts';
import type { Cupon } from '#domain/cupon.ts';

type Wanted = Parameters<typeof pickCupones>[1];
const picked = (cupones: readonly ExplainedCupon[], wanted: Wanted): readonly (number | null)[] =>
  pickCupones(answer(cupones) satisfies ExplanationsDocument, wanted).map(({ seq }) => seq);

describe('of coupons that share a row, as those of another PC share none,', () => {
  const nowhere = { conciliacion: '7', archivo: null, fila: null };
  const own = (n: number, importe: string): ExplainedCupon => aExplainedCupon(n, { ...nowhere, cupon: { importe } });
  const LIST = [own(201, '1.00'), own(202, '2.00'), own(203, '3.00')];

  test('the one that is asked for is written', () => {
    expect(picked(LIST, [{ ...nowhere, n: 202 }])).toEqual([202]);
    expect(
      picked(LIST, [
        { ...nowhere, n: 203 },
        { ...nowhere, n: 201 },
      ]),
    ).toEqual([203, 201]);
  });

  test('none is written for one without a number, unless all are', () => {
    expect(picked(LIST, [nowhere])).toEqual([]);
    expect(picked(LIST, [nowhere, { ...nowhere, n: 202 }])).toEqual([202]);
    expect(picked(LIST, [nowhere, nowhere, nowhere])).toEqual([201, 202, 203]);
  });

  test('equal ones are as good as each other', () => {
    expect(picked([own(201, '1.00'), own(202, '1.00')], [nowhere])).toEqual([201]);
  });
});

test('a coupon of a number that is another row by now is found by its row', () => {
  const cupones = [aExplainedCupon(1, { fila: 8 }), aExplainedCupon(2, { fila: 9 })];
  const named = (row: number) => ({ conciliacion: '7', archivo: 'caja.xlsx', n: 2, fila: row });
  expect(picked(cupones, [named(8)])).toEqual([1]);
  expect(picked(cupones, [named(7)])).toEqual([]);
});

test('the causes of a workbook are those of its coupons, and count these', () => {
  const causes = [aCause('1'), { ...aCause('2'), cupones: 2 }, aCause('3')];
  const one = aExplainedCupon(1, { causa: 1, cupon: { importe: '9.00' } });
  expect(listCausesOf(causes, [one, aExplainedCupon(2)])).toMatchObject([
    { valor: '2', cupones: 1, importe: '9.00', texto: `${aCause('2').texto} En esta lista: 1.` },
  ]);
});

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
  expect([...again.matched]).toEqual(['0']);
});

test('equal sales keep their turn: one more in the result holds its operation, one more in the file was not sent', () => {
  const one = createSentAgain(rowsOf(SALE));
  const ofOne = one.startResult();
  expect([ofOne(SALE), ofOne(SALE)]).toEqual([true, false]);
  const two = createSentAgain(rowsOf(SALE, SALE));
  expect(two.startResult()(SALE)).toBe(true);
  expect([...two.matched]).toEqual(['0']);
});

test('sales that lack part of what names one are the same only where all numbers agree', () => {
  const bare: Cupon = { fecha_venta: '2026-10-01', importe: '1500.00', autorizacion: '7' };
  const again = createSentAgain(rowsOf(bare)).startResult();
  expect([again({ ...bare, autorizacion: '8' }), again(bare)]).toEqual([false, true]);
});
