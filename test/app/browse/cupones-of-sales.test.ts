import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listOtherAmounts, pairUp } from '#app/browse/trail-of-cupon.ts';
import type { KeyedRow } from '#contract/data.ts';
import { openResults, type StoredCupon } from '#storage/results/open.ts';
import { readAll, someData } from './support.ts';
import { useTemporaryFolder } from '../../platform/temporary-folder.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { aStoredCupon } from '../../storage/results/a-stored-cupon.ts';

const results = openResults(path.join(useTemporaryFolder(), 'cache.db'));
const opened = await someData({ operaciones: 3000 }, undefined, results);
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  results.close();
});
await opened.world.synchronise({
  desde: '2026-09-01',
  hasta: '2026-10-31',
  metodos: ['operaciones', 'liquidaciones'],
});
let sales: readonly KeyedRow[] = [];
let liquidacion = '';
for (const { clave } of await readAll(opened, { vista: 'liquidaciones' })) {
  const filters = [{ campo: 'liquidaciones_id', valor: clave }];
  sales = await readAll(opened, { vista: 'operaciones', filtros: filters });
  if (sales.length < 3 || sales.some((row) => row['billetera'] !== '')) continue;
  liquidacion = clave;
  break;
}

const ofSale = (sale: KeyedRow, row: number | null): StoredCupon => ({
  ...aStoredCupon('conciliado', {
    fecha_venta: String(sale['fecha_venta']).slice(0, 10),
    importe: String(sale['importe']),
    comprobante: String(sale['comprobante']).replace(/^0+/, ''),
    tarjeta_nro: String(sale['tarjeta_nro']),
    liquidaciones_id: liquidacion,
    fila: row,
  }),
  archivo: row === null ? null : 'caja.xlsx',
});

const reading = results.begin('48213');
reading.add(sales.slice(0, 2).map((sale, i) => ofSale(sale, i + 2)));
reading.finish(
  {
    encabezado: aConciliacion({ id: '48213', total: 2, nuevos: 2, conciliados: 2 }),
    carga: null,
    archivos: ['caja.xlsx'],
  },
  1000,
);

describe('the sales of a settlement', () => {
  test('have the coupon of ours that matched each, and the others none', async () => {
    const cupones = await opened.data.cupones_de_liquidacion({ cuenta: undefined, clave: liquidacion });
    expect(cupones.map(({ venta, fila, archivo, conciliacion }) => [venta, fila, archivo, conciliacion])).toEqual([
      [sales[0]?.clave, 2, 'caja.xlsx', '48213'],
      [sales[1]?.clave, 3, 'caja.xlsx', '48213'],
    ]);
  });

  test('the trail of one of them begins in its coupon', async () => {
    const de = { vista: 'operaciones' as const, clave: sales[1]?.clave ?? '' };
    const { cupon } = await opened.data.rastro({ cuenta: undefined, de });
    expect(cupon).toMatchObject({
      por: 'resultado',
      filas: [{ conciliacion: '48213', archivo: 'caja.xlsx', fila: 3 }],
    });
    const other = { vista: 'operaciones' as const, clave: sales[2]?.clave ?? '' };
    expect((await opened.data.rastro({ cuenta: undefined, de: other })).cupon).toBeNull();
  });
});

test('two equal sales get an equal coupon each', () => {
  const sale = { fecha_venta: '2026-10-01 10:00:00', importe: 10_050, comprobante: '000111', tarjeta_nro: '4417' };
  const cupon = { fecha_venta: '2026-10-01', importe: '100.50', comprobante: '111', tarjeta_nro: '4417' };
  const pairs = pairUp(
    [
      { ...sale, id: 'a' },
      { ...sale, id: 'b' },
    ],
    [
      { operacion: cupon, n: 1 },
      { operacion: cupon, n: 2 },
      { operacion: cupon, n: 3 },
    ],
  );
  expect(Array.from(pairs, ([id, { n }]) => [id, n])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

test('matched coupons whose operation has another amount are listed with it', async () => {
  const rowOf = (comprobante: string, importe: number, referencia: string | null = null) =>
    ({ id: comprobante, liquidaciones_id: '9', comprobante, tarjeta_nro: '4321', importe, referencia }) as never;
  const sales = [rowOf('0001', 10_000), rowOf('0002', 20_000), rowOf('0003', -500, 'W3')];
  const cuponOf = (n: number, cupon: { comprobante?: string; wallet_referencia?: string; importe: string }) => ({
    n,
    operacion: { liquidaciones_id: '9', tarjeta_nro: '4321', ...cupon },
  });
  const found = await listOtherAmounts(
    [
      cuponOf(1, { comprobante: '1', importe: '100.00' }),
      cuponOf(2, { comprobante: '2', importe: '200.50' }),
      cuponOf(3, { wallet_referencia: 'W3', importe: '5.00' }),
      cuponOf(4, { comprobante: '4', importe: '1.00' }),
    ],
    () => Promise.resolve(sales),
  );
  expect(found).toEqual([
    { n: 2, importe: '200.00' },
    { n: 3, importe: '-5.00' },
  ]);
});
