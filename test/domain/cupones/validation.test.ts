import { expect, test, describe } from 'vitest';
import { fc, forAll } from '../../for-all.ts';
import { cupon, HEADER } from './one-sheet.ts';
import { validate } from './validate-sheet.ts';
import { createSeenCupones, createVoids } from '#domain/cupones/duplicates.ts';
import type { Cupon, CuponField } from '#domain/cupon.ts';

test('every error of a row says the sale that it is of, as it was read', () => {
  const { errores } = validate([HEADER, cupon(1), ['02/11/2026', 'x-1', '12345', '1.250,50', 'Cabal']]);
  const sale = {
    fecha: '2026-11-02',
    tarjeta: 'Cabal',
    tarjeta_nro: '12345',
    comprobante: 'x-1',
    importe: '1250.50',
  };
  expect(errores).toMatchObject([
    { codigo: 'NO_ES_NUMERO', venta: sale },
    { codigo: 'LARGO_MAXIMO', venta: sale },
  ]);
});

test('what could not be read is told as it was written', () => {
  const { errores } = validate([HEADER, cupon(1), ['31/02/2026', '7', '4905', 'mil', 'Cabal']]);
  expect(errores[0]?.venta).toMatchObject({ fecha: '31/02/2026', importe: null, importeEscrito: 'mil' });
});

test('a card without a name is told by its code', () => {
  const { errores } = validate([
    ['Fecha', 'tarjeta_id', 'Últimos 4', 'Importe'],
    ['01/11/2026', '5', '4905', '1,00'],
  ]);
  expect(errores[0]?.venta).toMatchObject({ tarjeta: 'Código 5', comprobante: null });
});

const LAST_ROW = 2 ** 20;

describe('the coupons that were seen', () => {
  test('are found again with the row that had them first, however many there are', () => {
    const seen = createSeenCupones();
    // Enough for every little table to grow several times.
    const cupones = Array.from({ length: 60_000 }, (_, i) => ({
      high: Math.imul(i, 0x9e3779b1),
      low: Math.imul(i, 0x85ebca6b),
      row: i + 2,
    }));
    expect(cupones.filter(({ high, low, row }) => seen.firstSeen(high, low, row) !== undefined)).toEqual([]);
    expect(cupones.filter(({ high, low, row }) => seen.firstSeen(high, low, LAST_ROW) !== row)).toEqual([]);
  });

  test('can be asked for without being kept', () => {
    const seen = createSeenCupones();
    expect(seen.rowOf(7, 9)).toBeUndefined();
    expect(seen.firstSeen(7, 9, 3)).toBeUndefined();
    expect([seen.rowOf(7, 9), seen.rowOf(9, 7)]).toEqual([3, undefined]);
  });

  test('are told apart by either half, and the last row there is is a row', () => {
    forAll(fc.integer(), fc.integer(), fc.integer({ min: 2, max: LAST_ROW }), (high, low, row) => {
      const seen = createSeenCupones();
      expect(seen.firstSeen(high, low, row)).toBeUndefined();
      expect(seen.firstSeen(~high, low, 2)).toBeUndefined();
      expect(seen.firstSeen(high, ~low, 2)).toBeUndefined();
      expect(seen.firstSeen(high, low, 2)).toBe(row);
    });
  });
});

const SALE: Cupon = { fecha_venta: '2026-10-01', comprobante: '77', tarjeta_nro: '4905', terminal: '9' };

/** For each row, the number of the earlier row with which its amount nets to zero. */
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
