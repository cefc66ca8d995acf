import { expect, test } from 'vitest';
import { createTotals } from '#domain/cupones/totals.ts';

const cupon = (lote: number) => ({
  fecha: '2026-11-01',
  tarjeta: 'Visa',
  terminal: '1',
  lote: String(lote),
  centavos: 100,
});

test('closings past ten thousand are counted and not summed, and those that are kept stay whole', () => {
  const totals = createTotals();
  for (let lote = 1; lote <= 10_003; lote++) totals.add(cupon(lote));
  totals.add(cupon(1));
  totals.add(cupon(10_003));
  const { cupones, importe, porCierre, inOtherClosings } = totals.result();
  expect(porCierre).toHaveLength(10_000);
  expect(porCierre[0]).toEqual({ clave: '2026-11-01 · 1 · 1', cupones: 2, importe: '2.00' });
  expect(inOtherClosings).toBe(4);
  expect({ cupones, importe }).toEqual({ cupones: 10_005, importe: '10005.00' });
});
