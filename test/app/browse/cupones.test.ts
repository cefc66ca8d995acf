/** Our own coupons as a view: from a ledger with one upload of three. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Account } from '#app/accounts/account.ts';
import { createSeenCupones } from '#app/browse/cupones-seen.ts';
import { canonicalText, type Cupon } from '#domain/cupon.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { createTestClock } from '../../service/fixtures.ts';

const ACCOUNT = { id: 'c', nombre: 'prueba' } as unknown as Account; // only these are looked at here
const CUPONES: readonly Cupon[] = [
  { fecha_venta: '2026-10-01', comprobante: '111', tarjeta_nro: '0001', importe: '100.50' },
  { fecha_venta: '2026-10-02', comprobante: '222', tarjeta_nro: '0002', importe: '9.25', referencia: 'Señal Ñandú' },
  { fecha_venta: '2026-10-03', comprobante: '333', tarjeta_nro: '0001', importe: '2000.00' },
];
const request = { cuenta: undefined, vista: 'cupones' as const };

async function someCupones() {
  const carpeta = mkdtempSync(path.join(tmpdir(), 'conciliador-cupones-'));
  const ledger = await openLedger(path.join(carpeta, 'ledger.db'), { clock: createTestClock(), random: () => 0.5 });
  const send = (cupones: readonly Cupon[], nonce: string): void => {
    const carga = ledger.createDraft({ cuenta: 'c', archivos: ['ventas.xlsx'] });
    const filas = cupones.map((cupon, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto: canonicalText(cupon) }));
    ledger.addCupones(carga, filas);
    ledger.freeze(carga, { marcador: 'ninguno', nonce });
  };
  send(CUPONES, 'una');
  return {
    enviar: send,
    cupones: createSeenCupones({ ledgers: { openExisting: () => Promise.resolve(ledger) } }),
    [Symbol.dispose]() {
      ledger.close();
      rmSync(carpeta, { recursive: true });
    },
  };
}

test('pages are of the filter, in its order', async () => {
  using prueba = await someCupones();
  const { filas, total, hayMas } = await prueba.cupones.readPage(ACCOUNT, {
    ...request,
    orden: { campo: 'importe', desc: true },
    desdeFila: 1,
    filas: 1,
  });
  expect(filas.map((fila) => fila['importe'])).toEqual(['100.50']);
  expect({ total, hayMas }).toEqual({ total: 3, hayMas: true });
});

test('totals and values are those of the rows', async () => {
  using prueba = await someCupones();
  const filtros = [{ campo: 'importe', op: 'mayor' as const, valor: '50' }];
  expect(await prueba.cupones.readTotals(ACCOUNT, { ...request, filtros })).toMatchObject({
    total: 2,
    totales: { importe: '2100.50' },
  });
  const campo = { nombre: 'tarjeta_nro', tipo: 'texto' as const };
  const { valores } = await prueba.cupones.readValues(ACCOUNT, { ...request, campo, limite: 10 });
  expect(valores).toEqual([
    { valor: '0001', filas: 2 },
    { valor: '0002', filas: 1 },
  ]);
});

test('typed words are found without accents', async () => {
  using prueba = await someCupones();
  const { filas } = await prueba.cupones.readPage(ACCOUNT, {
    ...request,
    texto: 'nandu senal',
    desdeFila: 0,
    filas: 9,
  });
  expect(filas.map((fila) => fila['comprobante'])).toEqual(['222']);
});

test('another upload is there at once', async () => {
  using prueba = await someCupones();
  const antes = await prueba.cupones.readPage(ACCOUNT, { ...request, desdeFila: 0, filas: 9 });
  prueba.enviar([{ fecha_venta: '2026-11-01', comprobante: '444', importe: '1.00' }], 'otra');
  const despues = await prueba.cupones.readPage(ACCOUNT, { ...request, desdeFila: 0, filas: 9 });
  expect([antes.total, despues.total]).toEqual([3, 4]);
  expect(despues.version).not.toBe(antes.version);
});

test('a coupon keeps its name, and a trail begins in it', async () => {
  using prueba = await someCupones();
  const { filas } = await prueba.cupones.readPage(ACCOUNT, { ...request, desdeFila: 0, filas: 9 });
  const clave = filas[1]?.clave ?? '';
  expect((await prueba.cupones.readDetail(ACCOUNT, clave)).fila).toMatchObject({ comprobante: '222', retirada: null });
  const { cupon, paso: step } = await prueba.cupones.readTrail(ACCOUNT, { vista: 'cupones', clave });
  expect(cupon).toMatchObject({ comprobante: '222', importe: '9.25' });
  expect(step).toMatchObject({ estado: 'encontrado', total: 1 });
});
