import path from 'node:path';
import { expect, test } from 'vitest';
import type { Account } from '#app/accounts/account.ts';
import { createOwnCupones } from '#app/browse/cupones.ts';
import { createData } from '#app/browse/data.ts';
import type { Caches } from '#app/open/caches.ts';
import type { Cupon } from '#domain/cupon.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { askOf } from '../context.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { createTestClock } from '../../service/fixtures.ts';
import { addDraft } from '../../storage/ledger/drafts.ts';

const ACCOUNT = { id: 'c', nombre: 'prueba' } as unknown as Account; // the code under test reads only these fields
const CUPONES: readonly Cupon[] = [
  { fecha_venta: '2026-10-01', comprobante: '111', tarjeta_nro: '0001', importe: '100.50' },
  { fecha_venta: '2026-10-02', comprobante: '222', tarjeta_nro: '0002', importe: '9.25', referencia: 'Señal Ñandú' },
  { fecha_venta: '2026-10-03', comprobante: '333', tarjeta_nro: '0001', importe: '2000.00' },
];
const accounts = { choose: () => Promise.resolve(ACCOUNT) };
const caches = { read: () => expect.fail('the coupons are in the ledger') } as unknown as Caches; // never reached
const request = { cuenta: undefined, vista: 'cupones' as const };

async function someCupones() {
  const folder = createTemporaryFolder();
  const ledger = await openLedger(path.join(folder, 'ledger.db'), { clock: createTestClock(), random: () => 0.5 });
  const send = (cupones: readonly Cupon[], nonce: string): void => {
    const upload = addDraft(ledger, cupones, { archivos: ['ventas.xlsx'], at: { hoja: 'H' } });
    ledger.freeze(upload, { marcador: 'ninguno', nonce });
  };
  send(CUPONES, 'una');
  const ledgers = { openExisting: () => Promise.resolve(ledger) };
  const deps = { accounts, caches, ledgers, folder: getDataFolder(folder), clock: createTestClock() };
  const datos = askOf(createData({ ...deps, onIndexFailure: () => undefined }));
  return {
    enviar: send,
    ledger,
    cupones: createOwnCupones({ ledgers }),
    datos,
    page: (more: object = {}) => datos.pagina({ ...request, desdeFila: 0, filas: 9, ...more }),
    [Symbol.dispose]: () => void ledger.close(),
  };
}

test('pages are of the filter, in its order', async () => {
  using test = await someCupones();
  const { filas, hayMas } = await test.page({ orden: { campo: 'importe', desc: true }, desdeFila: 1, filas: 1 });
  expect(filas.map((row) => row['importe'])).toEqual(['100.50']);
  expect(hayMas).toBe(true);
});

test('every row says that it is neither withdrawn nor in doubt, as the rows of the service do', async () => {
  using test = await someCupones();
  const { filas } = await test.page();
  expect(filas.map((row) => [row['retirada'], row['en_duda']])).toEqual(CUPONES.map(() => [null, null]));
});

test('totals and values are those of the rows', async () => {
  using test = await someCupones();
  const filters = [{ campo: 'importe', op: 'mayor' as const, valor: '50' }];
  expect(await test.datos.totales({ ...request, filtros: filters })).toMatchObject({
    total: 2,
    totales: { importe: '2100.50' },
  });
  const { valores } = await test.datos.valores({ ...request, campo: 'tarjeta_nro' });
  expect(valores).toEqual([
    { valor: '0001', filas: 2 },
    { valor: '0002', filas: 1 },
  ]);
});

test('typed words are found without accents', async () => {
  using test = await someCupones();
  const { filas } = await test.page({ texto: 'nandu senal' });
  expect(filas.map((row) => row['comprobante'])).toEqual(['222']);
});

test('another upload is there at once', async () => {
  using test = await someCupones();
  const before = await test.page();
  test.enviar([{ fecha_venta: '2026-11-01', comprobante: '444', importe: '1.00' }], 'otra');
  const after = await test.page();
  expect([before.total, after.total]).toEqual([3, 4]);
  expect(after.version).not.toBe(before.version);
});

test('a coupon keeps its name, and a trail begins in it', async () => {
  using test = await someCupones();
  const { filas } = await test.page();
  const key = filas[1]?.clave ?? '';
  expect((await test.datos.detalle({ ...request, clave: key })).fila).toMatchObject({
    comprobante: '222',
    retirada: null,
  });
  const { cupon, step } = await test.cupones.readTrail(ACCOUNT, { vista: 'cupones', clave: key });
  expect(cupon).toMatchObject({ comprobante: '222', importe: '9.25' });
  expect(step).toMatchObject({ estado: 'encontrado', total: 1 });
});
