import path from 'node:path';
import { expect, test } from 'vitest';
import { searchLedger, bestOf } from '#app/browse/search.ts';
import type { Cupon } from '#domain/cupon.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { createTestClock } from '../../service/fixtures.ts';
import { never } from './support.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { addDraft } from '../../storage/ledger/drafts.ts';

const CUPONES: readonly Cupon[] = [
  {
    fecha_venta: '2026-10-01',
    comprobante: '00031699',
    tarjeta_nro: '4417',
    autorizacion: 'A81132',
    importe: '12450.50',
  },
  {
    fecha_venta: '2026-10-02',
    comprobante: '00000222',
    tarjeta_nro: '0092',
    importe: '9.25',
    referencia: 'caja_7 100%',
  },
  { fecha_venta: '2026-10-03', comprobante: '00012450', tarjeta_nro: '0001', importe: '-2000.00' },
];

async function createLedger() {
  const folder = createTemporaryFolder();
  const ledger = await openLedger(path.join(folder, 'ledger.db'), { clock: createTestClock(), random: () => 0.5 });
  const send = (cupones: readonly Cupon[], account = 'c'): string => {
    const upload = addDraft(ledger, cupones, { cuenta: account, archivos: ['ventas.xlsx'], at: { hoja: 'H' } });
    ledger.freeze(upload, { marcador: 'auto', nonce: 'abc' });
    return upload;
  };
  return {
    ledger,
    enviar: send,
    carga: send(CUPONES),
    search: async (text: string) => {
      const { candidatos, incompleto } = await searchLedger(ledger, { cuenta: 'c', texto: text }, never);
      return { hallados: bestOf(candidatos), incompleto };
    },
    [Symbol.dispose]: () => void ledger.close(),
  };
}

test.each([
  ['31699', 'comprobante', 2],
  ['a81132', 'autorizacion', 2],
  ['4417', 'tarjeta_nro', 2],
  ['$ 12.450,50', 'importe', 2],
  ['2000', 'importe', 4],
  ['9,25', 'importe', 3],
  ['$ 12.450', 'importe', 2],
  ['12.450', 'importe', 2],
  ['$9', 'importe', 3],
  ['caja_7', 'referencia', 3],
])('%s is found by its %s', async (text, field, row) => {
  using test = await createLedger();
  const { hallados } = await test.search(text);
  expect(hallados[0]).toMatchObject({
    vista: 'cupones',
    campo: field,
    clave: JSON.stringify([test.carga, 'ventas.xlsx', row]),
    cupon: { conciliacion: null, archivo: 'ventas.xlsx', fila: row },
  });
});

test('the marker of an upload is not something that people look for', async () => {
  using test = await createLedger();
  expect((await test.search('abc')).hallados).toEqual([]);
});

test('what is typed is text, not a pattern', async () => {
  using test = await createLedger();
  expect((await test.search('caja%7')).hallados).toEqual([]);
  expect((await test.search('100%')).hallados).toHaveLength(1);
});

test('the coupons of another account are not found', async () => {
  using test = await createLedger();
  test.enviar([{ fecha_venta: '2026-10-03', comprobante: '777123', tarjeta_nro: '1', importe: '1.00' }], 'otra');
  expect((await test.search('777123')).hallados).toEqual([]);
});

test('the result that shows a coupon is named once it was read', async () => {
  using test = await createLedger();
  test.ledger.note(test.carga, [
    {
      kind: 'leida',
      lectura: {
        encabezado: aConciliacion({ id: '48213', total: 3, nuevos: 3, sinConciliar: 3 }),
        quieto: true,
        filas: 3,
        faltan: 0,
        sobran: 0,
        cuarentena: 0,
        huella: 'x',
      },
      leido: '2026-11-03 10:00:00',
    },
  ]);
  const { hallados } = await test.search('31699');
  expect(hallados[0]?.cupon?.conciliacion).toBe('48213');
});

test('of too many only the newest are looked at, and it is said', async () => {
  using test = await createLedger();
  const many = Array.from({ length: 10_500 }, (_, i) => ({
    fecha_venta: '2026-10-04',
    comprobante: `9${String(i).padStart(7, '0')}`,
    tarjeta_nro: '5555',
    importe: '1.00',
  }));
  test.enviar(many);
  const { hallados, incompleto } = await test.search('5555');
  expect([hallados.length, incompleto]).toEqual([8, true]);
  expect((await test.search('90010499')).hallados[0]?.cupon?.fila).toBe(10_501);
});
