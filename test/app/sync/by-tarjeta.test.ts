import { expect, test } from 'vitest';
import { byTarjeta } from '#app/sync/totals.ts';

const rowOf = (tarjeta: string, total: number | null) => ({ tarjeta, total_facturado: total, extra: null });

test('a card that two processors have is one row with the amounts of both', () => {
  const rows = [rowOf('VISA', 100), rowOf('AMEX', 7), rowOf('VISA', 250)];
  expect(byTarjeta(rows)).toEqual([rowOf('VISA', 350), rowOf('AMEX', 7)]);
});

test('the same row twice is once', () => {
  expect(byTarjeta([rowOf('VISA', 100), rowOf('VISA', 100)])).toEqual([rowOf('VISA', 100)]);
});

test('a sum with an amount that is not said is not known', () => {
  expect(byTarjeta([rowOf('VISA', 100), rowOf('VISA', null)])).toEqual([rowOf('VISA', null)]);
  expect(byTarjeta([rowOf('VISA', null), rowOf('VISA', 100)])).toEqual([rowOf('VISA', null)]);
});
