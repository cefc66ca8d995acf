import { expect, test } from 'vitest';
import type { PendingCupon } from '#contract/home.ts';
import { countChoices, isWithin, type RowFilter } from '../../src-renderer/features/conciliaciones/queue-filter.ts';

const RESULT = { conciliado: false, modo: null, nro_liquidacion: null, liquidaciones_id: null, fecha_liq: null };
const rowOf = (n: number, fields: Partial<PendingCupon['operacion']>) => ({
  cupon: {
    ...({ tipo: 'cupon', n, disposicion: 'sin_conciliar', dias: 9, nuevo: false, mensaje: null, nLectura: n } as const),
    ...{ operacion: { ...RESULT, fila: n, ...fields }, archivo: 'caja.xlsx', conciliacion: '7', hoja: null },
  },
  queued: undefined,
});
const ROWS = [
  rowOf(2, { fecha_venta: '2026-10-06', tarjeta_desc: 'Visa Débito', importe: '1500.50', comprobante: '0042' }),
  rowOf(3, { fecha_venta: '2026-10-05', tarjeta_desc: 'Cabal', importe: '20.00', establecimiento: '30012345' }),
  rowOf(4, { fecha_venta: '2026-10-06', tarjeta_desc: 'Cabal', importe: '20.00', establecimiento: '30099999' }),
];
const within = (filter: RowFilter) => ROWS.filter((row) => isWithin(filter, row)).map(({ cupon }) => cupon.n);

test('coupons are narrowed by card, shop and day', () => {
  expect(within({ tarjeta: 'Cabal' })).toEqual([3, 4]);
  expect(within({ tarjeta: 'Cabal', dia: '2026-10-06' })).toEqual([4]);
  expect(within({ comercio: '30012345' })).toEqual([3]);
  expect(within({})).toEqual([2, 3, 4]);
});

test('words are sought in what the coupon says, as the screen writes it too, without accents', () => {
  expect(within({ texto: 'debito 06/10/2026' })).toEqual([2]);
  expect(within({ texto: '1.500,50' })).toEqual([2]);
  expect(within({ texto: '1500.50' })).toEqual([2]);
  expect(within({ texto: 'cabal 42' })).toEqual([]);
  expect(within({ texto: ' caja ', tarjeta: 'Cabal' })).toEqual([3, 4]);
});

test('what can be chosen is counted, days in their order', () => {
  const { tarjeta, dia, comercio, motivo } = countChoices(ROWS);
  expect([tarjeta[0], dia.map(([day]) => day), comercio.length, motivo]).toEqual([
    ['Cabal', 2],
    ['2026-10-05', '2026-10-06'],
    2,
    [],
  ]);
});
