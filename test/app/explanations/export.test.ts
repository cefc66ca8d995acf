import { describe, expect, test } from 'vitest';
import { pickCupones } from '#app/explanations/export.ts';
import type { ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';
import { aExplainedCupon, answer } from '../../renderer/explained.ts';

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
