import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cuponDeOperacion, cuponesDeEjemplo } from '#sandbox/index.ts';
import { cupon, abrir, filaDe, filasDe, TODO } from './apoyo.ts';

const RAIZ = '/v2/conciliar-operaciones';

test('the first send opens a reconciliation, the last one closes it', async () => {
  const { leer, subir } = await abrir();
  const primera = await subir('0', [cupon(1), cupon(2)], true);
  expect(primera).toEqual({
    status: 200,
    estado: true,
    id: '5001',
    recibidos: '2',
    total: '2',
    nuevos: '2',
    existen: '0',
    error: '0',
  });
  expect((await leer(`${RAIZ}/5001`)).estado).toBe('PENDIENTE');
  await subir('5001', [cupon(3)], true);
  await subir('5001', [cupon(4)], false);
  expect(await leer(`${RAIZ}/5001`)).toEqual({
    id: '5001',
    fecha: '2026-11-21',
    origen_desde: '2026-11-01',
    origen_hasta: '2026-11-01',
    total: '4',
    nuevos: '4',
    existen: '0',
    error: '0',
    conciliados: '0',
    sin_conciliar: '4',
    estado: 'IMPORTADO',
  });
});

test('a single send may open and close at once', async () => {
  const { leer, subir } = await abrir();
  const { id } = await subir('0', [cupon(1)], false);
  expect((await leer(`${RAIZ}/${String(id)}`)).estado).toBe('IMPORTADO');
});

test('the list has text for a total, existe for the existing ones, and filters by the date each was made', async () => {
  const { leer, subir, reloj } = await abrir();
  await subir('0', [cupon(1)], false);
  reloj.avanzar(3_000_000);
  const hoy = { fecha_desde: '2026-11-21', fecha_hasta: '2026-11-21' };
  const lista = await leer(`${RAIZ}/listar`, hoy);
  expect(lista.total).toBe('1');
  expect(Object.keys(filaDe(filasDe(lista.conciliaciones)[0])).join(' ')).toBe(
    'id fecha origen_desde origen_hasta total nuevos existe error conciliados sin_conciliar estado',
  );
  expect((await leer(`${RAIZ}/listar`, { fecha_desde: '2026-11-22', fecha_hasta: '2026-11-30' })).total).toBe('0');
});

test('deleting takes the reconciliation away, and again says that it was not found', async () => {
  const { leer, pedir, estado, subir } = await abrir();
  const { id } = await subir('0', [cupon(1)], false);
  expect((await pedir('DELETE', `${RAIZ}/${String(id)}`)).body).toBe('{"estado":true}');
  const otra = await pedir('DELETE', `${RAIZ}/${String(id)}`);
  expect([otra.statusCode, filaDe(JSON.parse(otra.body)).estado, typeof filaDe(JSON.parse(otra.body)).msg]).toEqual([
    200,
    false,
    'string',
  ]);
  expect(await estado(`${RAIZ}/${String(id)}`)).toBe(404);
  expect((await leer(`${RAIZ}/listar`, TODO)).total).toBe('0');
});

test('a coupon that breaks a rule of the description counts as an error', async () => {
  const { leer, subir } = await abrir();
  const malos = [
    { ...cupon(1), fecha_venta: '2026-02-30' },
    { ...cupon(1), importe: '1.234,50' },
    { importe: '1.00', fecha_venta: '2026-11-01', comprobante: '1' },
    { importe: '1.00', fecha_venta: '2026-11-01', wallet_referencia: '1' },
    { ...cupon(1), tarjeta_nro: '12345' },
    { ...cupon(1), auxiliar_1: 'x'.repeat(81) },
  ];
  const subida = await subir('0', [...malos, cupon(2)], false);
  expect([subida.total, subida.nuevos, subida.error]).toEqual(['7', '1', '6']);
  expect(filasDe((await leer(`${RAIZ}/${String(subida.id)}/resultado`)).operaciones)).toHaveLength(1);
});

test('the result has the echo, the match and null where nothing matched', async () => {
  const { leer, sandbox, subir } = await abrir();
  const { datos } = sandbox;
  const liquidada = datos.operacionesDe(datos.liquidaciones.findIndex((l) => l.operaciones > 0))[0] ?? -1;
  const bueno = { ...cuponDeOperacion(datos, liquidada), auxiliar_5: 'ab.1' };
  const { id } = await subir('0', [cupon(9), bueno], false);
  const [sin, con] = filasDe((await leer(`${RAIZ}/${String(id)}/resultado`)).operaciones);
  expect(sin).toMatchObject({
    conciliado: 'false',
    nro_liquidacion: null,
    liquidaciones_id: null,
    fecha_liq: null,
    comprobante: '9',
    bco_emisor: null,
  });
  const real = sandbox.verdad.operaciones()[liquidada];
  expect(con).toMatchObject({
    conciliado: 'true',
    modo: 'A',
    nro_liquidacion: real?.nro_liquidacion,
    liquidaciones_id: real?.liquidaciones_id,
    auxiliar_5: 'ab.1',
  });
  expect(con?.fecha_liq).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(con).not.toHaveProperty('wallet_referencia');
});

test('numbers match without their leading zeros', async () => {
  const { sandbox, subir } = await abrir();
  const { datos } = sandbox;
  const i =
    Array.from({ length: datos.fijas }, (_, n) => n).find((n) =>
      cuponDeOperacion(datos, n).tarjeta_nro?.startsWith('0'),
    ) ?? -1;
  const bueno = cuponDeOperacion(datos, i);
  const sinCeros = {
    ...bueno,
    comprobante: String(Number(bueno.comprobante)),
    tarjeta_nro: String(Number(bueno.tarjeta_nro)),
  };
  await subir('0', [sinCeros], false);
  expect(sandbox.verdad.conciliaciones()[0]?.cupones[0]?.pareja?.operacion).toBe(i);
});

test('a coupon without the right voucher matches by its authorization, in another mode', async () => {
  const { sandbox, subir } = await abrir();
  const { datos } = sandbox;
  const i =
    Array.from({ length: datos.fijas }, (_, n) => n).find(
      (n) => cuponDeOperacion(datos, n).autorizacion !== undefined,
    ) ?? -1;
  await subir('0', [{ ...cuponDeOperacion(datos, i), comprobante: '1' }], false);
  expect(sandbox.verdad.conciliaciones()[0]?.cupones[0]?.pareja).toEqual({ operacion: i, modo: 'B' });
});

test('an operation is matched once: of two equal coupons one is left over', async () => {
  const { leer, sandbox, subir } = await abrir();
  const bueno = cuponDeOperacion(sandbox.datos, 500);
  const { id } = await subir('0', [bueno, bueno], false);
  expect(await leer(`${RAIZ}/${String(id)}`)).toMatchObject({ nuevos: '2', conciliados: '1', sin_conciliar: '1' });
});

test('the order of the result is the order of the upload', async () => {
  const { subir, todas } = await abrir();
  const { id } = await subir(
    '0',
    Array.from({ length: 130 }, (_, n) => cupon(n + 1)),
    true,
  );
  await subir(
    String(id),
    Array.from({ length: 120 }, (_, n) => cupon(n + 131)),
    false,
  );
  const filas = await todas(`${RAIZ}/${String(id)}/resultado`, 'operaciones', { reg_pagina: '100' });
  expect(filas.map((f) => f.comprobante)).toEqual(Array.from({ length: 250 }, (_, n) => String(n + 1)));
});

test('a page of the result is honoured up to 100 and falls back to 500 beyond', async () => {
  const { leer, subir } = await abrir();
  const { id } = await subir(
    '0',
    Array.from({ length: 520 }, (_, n) => cupon(n)),
    false,
  );
  const largo = async (parametros: Record<string, string>) =>
    filasDe((await leer(`${RAIZ}/${String(id)}/resultado`, parametros)).operaciones).length;
  expect(await largo({})).toBe(500);
  expect(await largo({ reg_pagina: '100' })).toBe(100);
  expect(await largo({ reg_pagina: '101' })).toBe(500);
  expect(await largo({ reg_pagina: '600', pagina: '2' })).toBe(20);
});

test('a body that is no upload is refused', async () => {
  const { pedir, subir } = await abrir();
  const estado = async (json: unknown) => (await pedir('POST', RAIZ, { json })).statusCode;
  expect(await estado({ id: '0', datos: [cupon(1)] })).toBe(400);
  expect(await estado({ id: 0, datos: [cupon(1)], subir_mas: 'false' })).toBe(400);
  expect(await estado({ id: '0', datos: [], subir_mas: 'false' })).toBe(400);
  expect(await estado({ id: '0', datos: ['x'], subir_mas: 'false' })).toBe(400);
  expect((await pedir('POST', RAIZ, { parametros: { id: '0' } })).statusCode).toBe(415);
  expect((await subir('777', [cupon(1)], false)).status).toBe(400);
});

test('example coupons match exactly when they carry no mistake', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100_000 }), async (semilla) => {
      const { sandbox, subir } = await abrir({ semilla, operaciones: 2000 });
      const ejemplos = cuponesDeEjemplo(sandbox, { cantidad: 600, semilla: semilla + 1 });
      expect(ejemplos).toHaveLength(600);
      const subida = await subir(
        '0',
        ejemplos.map((e) => e.cupon),
        false,
      );
      expect([subida.nuevos, subida.error]).toEqual(['600', '0']);
      const [guardada] = sandbox.verdad.conciliaciones();
      const hallados = guardada?.cupones.map((c) => c.pareja !== undefined);
      expect(hallados).toEqual(ejemplos.map((e) => e.descuido === null));
      const descuidados = ejemplos.filter((e) => e.descuido !== null).length;
      expect(descuidados).toBeGreaterThan(20);
      expect(descuidados).toBeLessThan(90);
    }),
    { numRuns: 4 },
  );
});

test('example coupons made once match a sandbox of another day', async () => {
  const antes = await abrir();
  const ventana = { desde: antes.sandbox.datos.fechas.iso(20_700), hasta: antes.sandbox.datos.fechas.iso(20_730) };
  const ejemplos = cuponesDeEjemplo(antes.sandbox, { cantidad: 60, semilla: 3, ...ventana });
  const { sandbox, subir } = await abrir({ hoy: antes.sandbox.datos.fechas.iso(20_900) });
  await subir(
    '0',
    ejemplos.map((e) => e.cupon),
    false,
  );
  const hallados = sandbox.verdad.conciliaciones()[0]?.cupones.map((c) => c.pareja !== undefined);
  expect(hallados).toEqual(ejemplos.map((e) => e.descuido === null));
  expect(ejemplos.length).toBe(60);
});
