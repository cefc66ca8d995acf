import { expect, test } from 'vitest';
import { createSheetOf, findSheets } from '#app/uploaded/sheets.ts';
import type { Ledger } from '#storage/ledger/index.ts';

const cuponOf = (comprobante: string) => ({ comprobante, importe: '10.00' });
const PLACE = { archivo: 'caja.xlsx', fila: 9 } as const;
const LEDGER: Pick<Ledger, 'readCupones'> = {
  *readCupones(carga, _dispositions, rows) {
    const rest = { disposicion: 'sin_conciliar', modo: null, nroLiquidacion: null, fechaLiq: null } as const;
    if (carga !== 'A' || rows?.includes(PLACE.fila) === false) return;
    yield { ...PLACE, ...rest, seq: 1, hoja: 'Octubre', cupon: cuponOf('1') };
    yield { ...PLACE, ...rest, seq: 2, hoja: 'Noviembre', cupon: cuponOf('2') };
    yield { ...PLACE, ...rest, seq: 3, archivo: 'caja.csv', hoja: null, cupon: cuponOf('3') };
  },
};

test('coupons of one row number in two sheets have each its own', () => {
  const all = ['1', '2', '3'].map((n) => ({ ...PLACE, cupon: cuponOf(n) }));
  const placed = all.map((one, i) => ({ ...one, archivo: i === 2 ? 'caja.csv' : 'caja.xlsx', carga: 'A' }));
  expect(findSheets(LEDGER, placed)).toEqual(['Octubre', 'Noviembre', null]);
  expect(placed.map(createSheetOf(LEDGER, 'A'))).toEqual(['Octubre', 'Noviembre', null]);
  expect(
    findSheets(
      LEDGER,
      placed.map((one) => ({ ...one, carga: null })),
    ),
  ).toEqual([null, null, null]);
  expect(findSheets(undefined, placed)).toEqual([null, null, null]);
});
