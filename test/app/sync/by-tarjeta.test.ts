import { expect, test } from 'vitest';
import { byTarjeta } from '#app/sync/by-tarjeta.ts';

const de = (tarjeta: string, total: number | null) => ({ tarjeta, total_facturado: total, extra: null });

test('a card that two processors have is one row with the amounts of both', () => {
  const filas = [de('VISA', 100), de('AMEX', 7), de('VISA', 250)];
  expect(byTarjeta(filas)).toEqual([de('VISA', 350), de('AMEX', 7)]);
});

test('the same row twice is once', () => {
  expect(byTarjeta([de('VISA', 100), de('VISA', 100)])).toEqual([de('VISA', 100)]);
});

test('a sum with an amount that is not said is not known', () => {
  expect(byTarjeta([de('VISA', 100), de('VISA', null)])).toEqual([de('VISA', null)]);
  expect(byTarjeta([de('VISA', null), de('VISA', 100)])).toEqual([de('VISA', null)]);
});
