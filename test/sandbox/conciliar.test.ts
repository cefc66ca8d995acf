import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cuponOfOperacion, makeSampleCupones } from '../../scripts/sample-cupones.ts';
import { cupon, cupones, openSandbox, rowOf, rowsOf, ALL } from './support.ts';

const ROOT = '/v2/conciliar-operaciones';

test('the first send opens a reconciliation, the last one closes it', async () => {
  const { read, upload } = await openSandbox();
  const first = await upload('0', [cupon(1), cupon(2)], true);
  const counters = { recibidos: '2', total: '2', nuevos: '2', existen: '0', error: '0' };
  expect(first).toEqual({ status: 200, estado: true, id: '5001', ...counters });
  expect((await read(`${ROOT}/5001`)).estado).toBe('PENDIENTE');
  await upload('5001', [cupon(3)], true);
  await upload('5001', [cupon(4)], false);
  expect(await read(`${ROOT}/5001`)).toEqual({
    ...{ id: '5001', fecha: '2026-11-21', origen_desde: '2026-11-01', origen_hasta: '2026-11-01' },
    ...{ total: '4', nuevos: '4', existen: '0', error: '0', conciliados: '0', sin_conciliar: '4' },
    estado: 'IMPORTADO',
  });
});

test('the list has text for a total, existe for the existing ones, and filters by the date each was made', async () => {
  const { read, upload, timer: clock } = await openSandbox();
  await upload('0', [cupon(1)], false);
  clock.advance(3_000_000);
  const today = { fecha_desde: '2026-11-21', fecha_hasta: '2026-11-21' };
  const list = await read(`${ROOT}/listar`, today);
  expect(list.total).toBe('1');
  expect(Object.keys(rowOf(rowsOf(list.conciliaciones)[0])).join(' ')).toBe(
    'id fecha origen_desde origen_hasta total nuevos existe error conciliados sin_conciliar estado',
  );
  expect((await read(`${ROOT}/listar`, { fecha_desde: '2026-11-22', fecha_hasta: '2026-11-30' })).total).toBe('0');
});

test('deleting takes the reconciliation away, and again says that it was not found', async () => {
  const { read, request, statusOf, upload } = await openSandbox();
  const { id } = await upload('0', [cupon(1)], false);
  expect((await request('DELETE', `${ROOT}/${String(id)}`)).body).toBe('{"estado":true}');
  const other = await request('DELETE', `${ROOT}/${String(id)}`);
  expect([other.statusCode, rowOf(JSON.parse(other.body)).estado, typeof rowOf(JSON.parse(other.body)).msg]).toEqual([
    200,
    false,
    'string',
  ]);
  expect(await statusOf(`${ROOT}/${String(id)}`)).toBe(404);
  expect((await read(`${ROOT}/listar`, ALL)).total).toBe('0');
});

test('a coupon that breaks a rule of the description counts as an error', async () => {
  const { readResult, upload } = await openSandbox();
  const bad = [
    { ...cupon(1), fecha_venta: '2026-02-30' },
    { ...cupon(1), importe: '1.234,50' },
    { importe: '1.00', fecha_venta: '2026-11-01', comprobante: '1' },
    { importe: '1.00', fecha_venta: '2026-11-01', wallet_referencia: '1' },
    { ...cupon(1), tarjeta_nro: '12345' },
    { ...cupon(1), auxiliar_1: 'x'.repeat(81) },
  ];
  const uploading = await upload('0', [...bad, cupon(2)], false);
  expect([uploading.total, uploading.nuevos, uploading.error]).toEqual(['7', '1', '6']);
  expect(await readResult(uploading.id)).toHaveLength(1);
});

test('the result has the echo, the match and null where nothing matched', async () => {
  const { readResult, sandbox, upload } = await openSandbox();
  const { data } = sandbox;
  const settled = data.operacionesOf(data.liquidaciones.findIndex((l) => l.operaciones > 0))[0] ?? -1;
  const good = { ...cuponOfOperacion(data, settled), auxiliar_5: 'ab.1' };
  const { id } = await upload('0', [cupon(9), good], false);
  const [without, other] = await readResult(id);
  expect(without).toMatchObject({
    conciliado: 'false',
    nro_liquidacion: null,
    liquidaciones_id: null,
    fecha_liq: null,
    comprobante: '9',
    bco_emisor: null,
  });
  const real = sandbox.truth.operaciones()[settled];
  expect(other).toMatchObject({
    conciliado: 'true',
    modo: 'A',
    nro_liquidacion: real?.nro_liquidacion,
    liquidaciones_id: real?.liquidaciones_id,
    auxiliar_5: 'ab.1',
  });
  expect(other?.fecha_liq).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(other).not.toHaveProperty('wallet_referencia');
});

test('numbers match without their leading zeros', async () => {
  const { sandbox, upload } = await openSandbox();
  const { data } = sandbox;
  const i =
    Array.from({ length: data.fixed }, (_, n) => n).find((n) =>
      cuponOfOperacion(data, n).tarjeta_nro?.startsWith('0'),
    ) ?? -1;
  const good = cuponOfOperacion(data, i);
  const withoutZeros = {
    ...good,
    comprobante: String(Number(good.comprobante)),
    tarjeta_nro: String(Number(good.tarjeta_nro)),
  };
  await upload('0', [withoutZeros], false);
  expect(sandbox.truth.conciliaciones()[0]?.cupones[0]?.pairing?.operacion).toBe(i);
});

test('a coupon without the right voucher matches by its authorization, in another mode', async () => {
  const { sandbox, upload } = await openSandbox();
  const { data } = sandbox;
  const i =
    Array.from({ length: data.fixed }, (_, n) => n).find((n) => cuponOfOperacion(data, n).autorizacion !== undefined) ??
    -1;
  await upload('0', [{ ...cuponOfOperacion(data, i), comprobante: '1' }], false);
  expect(sandbox.truth.conciliaciones()[0]?.cupones[0]?.pairing).toEqual({ operacion: i, modo: 'B' });
});

test('an operation is matched once: of two equal coupons one is left over', async () => {
  const { read, sandbox, upload } = await openSandbox();
  const good = cuponOfOperacion(sandbox.data, 500);
  const { id } = await upload('0', [good, good], false);
  expect(await read(`${ROOT}/${String(id)}`)).toMatchObject({ nuevos: '2', conciliados: '1', sin_conciliar: '1' });
});

test('a page of the result is honoured up to 100 and falls back to 500 beyond', async () => {
  const { read, upload } = await openSandbox();
  const { id } = await upload('0', cupones(520), false);
  const countRows = async (parameters: Record<string, string>) =>
    rowsOf((await read(`${ROOT}/${String(id)}/resultado`, parameters)).operaciones).length;
  expect(await countRows({})).toBe(500);
  expect(await countRows({ reg_pagina: '100' })).toBe(100);
  expect(await countRows({ reg_pagina: '101' })).toBe(500);
  expect(await countRows({ reg_pagina: '600', pagina: '2' })).toBe(20);
});

test('a body that is no upload is refused', async () => {
  const { request, upload } = await openSandbox();
  const statusOf = async (json: unknown) => (await request('POST', ROOT, { json })).statusCode;
  expect(await statusOf({ id: '0', datos: [cupon(1)] })).toBe(400);
  expect(await statusOf({ id: 0, datos: [cupon(1)], subir_mas: 'false' })).toBe(400);
  expect(await statusOf({ id: '0', datos: [], subir_mas: 'false' })).toBe(400);
  expect(await statusOf({ id: '0', datos: ['x'], subir_mas: 'false' })).toBe(400);
  expect((await request('POST', ROOT, { parametros: { id: '0' } })).statusCode).toBe(415);
  expect((await upload('777', [cupon(1)], false)).status).toBe(400);
});

test('example coupons match exactly when they carry no mistake', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100_000 }), async (seed) => {
      const { sandbox, upload } = await openSandbox({ semilla: seed, operaciones: 2000 });
      const samples = makeSampleCupones(sandbox, { cantidad: 600, semilla: seed + 1 });
      expect(samples).toHaveLength(600);
      const sent = samples.map((e) => e.cupon);
      const uploading = await upload('0', sent, false);
      expect([uploading.nuevos, uploading.error]).toEqual(['600', '0']);
      const [stored] = sandbox.truth.conciliaciones();
      const found = stored?.cupones.map((c) => c.pairing !== undefined);
      expect(found).toEqual(samples.map((e) => e.mistake === null));
      const careless = samples.filter((e) => e.mistake !== null).length;
      expect(careless).toBeGreaterThan(20);
      expect(careless).toBeLessThan(90);
    }),
    { numRuns: 4 },
  );
});
