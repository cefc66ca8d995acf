import { expect, test } from 'vitest';
import { getGroupName, getResultColumns } from '../../src-renderer/features/conciliaciones/columns.ts';
import type { PendingCupon } from '#contract/home.ts';
import {
  countEach,
  isWithin,
  sortRows,
  type RowFilter,
} from '../../src-renderer/features/conciliaciones/queue-rows.ts';

const REASON = {
  nombre: 'Comprobante',
  motivo: 'COMPROBANTE_DISTINTO',
  certeza: 'posible',
  decision: { texto: 'Reclamado' },
  espera: undefined,
} as const;
const columnsBy = (grouping: 'dia' | 'comercio' | 'tarjeta') =>
  getResultColumns('sin_conciliar', { agrupar: grouping, onFold: () => undefined, reasonOf: () => REASON });

test('grouped, what the headings say is in no column of its own', () => {
  const keys = (['dia', 'comercio', 'tarjeta'] as const).map((by) => columnsBy(by).map(({ clave }) => clave));
  expect(keys[0]).not.toContain('fecha_venta');
  expect(keys[1]).not.toContain('establecimiento');
  expect(keys[2]).not.toContain('tarjeta_desc');
});

test('grouped, the name of a card gives its room to the amount', () => {
  const card = columnsBy('dia').find(({ clave }) => clave === 'tarjeta_desc');
  expect(card?.secondary).toBe(2);
});

test('in the place of a card a sale of a wallet has its type in words', () => {
  const [card] = getResultColumns('sin_conciliar', { agrupar: undefined, onFold: () => undefined }).filter(
    ({ clave }) => clave === 'tarjeta_desc',
  );
  const shownOf = (fields: Partial<PendingCupon['operacion']>) => card?.valor?.(rowOf(1, fields).cupon);
  expect(shownOf({ wallet_tipo_operacion: 'SETTLEMENT' })).toBe('Billetera · SETTLEMENT (venta)');
  expect(shownOf({ tarjeta_desc: 'Cabal', wallet_tipo_operacion: 'SETTLEMENT' })).toBe('Cabal');
  expect(getGroupName('SETTLEMENT', 'tarjeta')).toBe('Billetera · SETTLEMENT (venta)');
});

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
  {
    ...rowOf(4, { fecha_venta: '2026-10-06', tarjeta_desc: 'Cabal', importe: '20.00', establecimiento: '30099999' }),
    comercio: 'La Espiga Pichincha',
  },
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
  expect(within({ texto: 'pichincha' })).toEqual([4]);
});

test('what can be chosen is counted, days in their order', () => {
  expect(countEach(ROWS, 'tarjeta')[0]).toEqual(['Cabal', 2]);
  expect(countEach(ROWS, 'dia').map(([day]) => day)).toEqual(['2026-10-05', '2026-10-06']);
  expect(countEach(ROWS, 'comercio')).toHaveLength(2);
  expect(countEach(ROWS, 'motivo')).toEqual([]);
});

test('rows are sorted by a column that shows the field of its name', () => {
  const column = { clave: 'conciliacion', title: 'Conciliación', tipo: 'texto' } as const;
  const rows = [{ conciliacion: '9' }, { conciliacion: null }, { conciliacion: '8' }];
  const sorted = sortRows(rows, [column], { campo: 'conciliacion', desc: false });
  expect(sorted.map(({ conciliacion }) => conciliacion)).toEqual(['8', '9', null]);
});
