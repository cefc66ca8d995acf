import { expect, test } from 'vitest';
import type { Cupon, CuponField } from '#domain/cupon.ts';
import { createVoids } from '#domain/cupones/duplicates.ts';

const SALE: Cupon = { fecha_venta: '2026-10-01', comprobante: '77', tarjeta_nro: '4905', terminal: '9' };

/** The row that each of some rows nets to zero with. */
function partnersOf(...rows: readonly (readonly [centavos: number, changes?: Cupon])[]) {
  const voids = createVoids();
  return rows.map(([centavos, changes = {}], i) => {
    const cupon: Cupon = { ...SALE, ...changes };
    return voids.partnerOf((field: CuponField) => cupon[field] ?? '', centavos, i + 2);
  });
}

test('a void names its sale, whichever of them stands first and whatever zeros they have', () => {
  expect(partnersOf([1500], [-1500])).toEqual([undefined, 2]);
  expect(partnersOf([-1500], [20], [1500, { comprobante: '00077' }])).toEqual([undefined, undefined, 2]);
});

test('each void takes one sale', () => {
  expect(partnersOf([1500], [1500], [-1500], [-1500], [-1500])).toEqual([undefined, undefined, 2, 3, undefined]);
  expect(partnersOf([1500], [-1500], [1500], [-1500])).toEqual([undefined, 2, undefined, 4]);
});

test('what differs in a number, in the day or in the amount is no void', () => {
  for (const changes of [{ comprobante: '78' }, { fecha_venta: '2026-10-02' }, { tarjeta_nro: '4906' }])
    expect(partnersOf([1500], [-1500, changes])).toEqual([undefined, undefined]);
  expect(partnersOf([1500], [-1499])).toEqual([undefined, undefined]);
  expect(partnersOf([0], [0])).toEqual([undefined, undefined]);
});

test('a pair that neither a card nor a reference names is a coincidence', () => {
  const bare = { tarjeta_nro: '' };
  expect(partnersOf([1500, bare], [-1500, bare])).toEqual([undefined, undefined]);
  const paid = { tarjeta_nro: '', wallet_referencia: '61000' };
  expect(partnersOf([1500, paid], [-1500, paid])).toEqual([undefined, 2]);
});
