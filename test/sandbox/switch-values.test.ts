import { expect, test } from 'vitest';
import { cuponDeOperacion } from '#sandbox/index.ts';
import { cupon, con, rowOf, rowsOf, ALL, type Row, type SandboxTest } from './support.ts';

const ROOT = '/v2/conciliar-operaciones';
const readFirst = async ({ leer }: SandboxTest, ruta: string, clave: string): Promise<Row> =>
  rowOf(rowsOf((await leer(ruta, ALL))[clave])[0]);
const idsDe = (cuerpo: Row, clave = 'operaciones'): unknown[] => rowsOf(cuerpo[clave]).map((f) => f.id);

test('total=texto writes the totals of v1 as text', async () => {
  const { leer } = await con('total=texto');
  expect([(await leer('/v1/comercios')).total, typeof (await leer('/v1/operaciones', ALL)).total]).toEqual([
    '5',
    'string',
  ]);
});

test('interbanking=no: no movements, and acreditada is null, never false', async () => {
  const prueba = await con('interbanking=no');
  const { leer } = prueba;
  expect(await leer('/v1/movimientos', ALL)).toEqual({
    interbanking: false,
    movimientos: [],
    total: 0,
    importe_total: '0.00',
  });
  expect((await readFirst(prueba, '/v1/operaciones', 'operaciones')).acreditada).toBeNull();
  expect((await readFirst(prueba, '/v1/liquidaciones', 'liquidaciones')).acreditada).toBeNull();
});

test('ids=historicos multiplies what is returned and takes both forms', async () => {
  const prueba = await con('ids=historicos');
  const { leer, upload, request, sandbox } = prueba;
  const real = sandbox.truth.operaciones()[0];
  const [historic] = idsDe(await leer('/v1/operaciones', ALL));
  expect(Number(historic)).toBe(Number(real?.id) * 73);
  const comercio = await readFirst(prueba, '/v1/comercios', 'comercios');
  const totalBy = async (comercios: string) => (await leer('/v1/operaciones', { ...ALL, comercios })).total;
  expect(await totalBy(String(comercio.id))).toBe(await totalBy('1201'));
  expect(await totalBy('1201')).not.toBe(0);
  const { id } = await upload('0', [cupon(1)], true);
  expect(id).toBe(String(5001 * 73));
  expect((await upload('5001', [cupon(2)], false)).id).toBe(id);
  expect((await leer(`${ROOT}/${String(id)}`)).total).toBe('2');
  expect((await request('DELETE', `${ROOT}/5001`)).body).toBe('{"estado":true}');
});

test('vinculo_vacio: how an absent link is written', async () => {
  for (const [valor, isEmpty] of [
    ['texto', ''],
    ['null', null],
    ['cero', '0'],
  ] as const) {
    const { leer } = await con(`vinculo_vacio=${valor}`);
    const operaciones = rowsOf((await leer('/v1/operaciones', { ...ALL, fecha_desde: '2026-11-21' })).operaciones);
    expect(operaciones.length).toBeGreaterThan(0);
    expect(operaciones.every((o) => o.liquidaciones_id === isEmpty && o.nro_liquidacion === isEmpty)).toBe(true);
    const [movimiento] = rowsOf((await leer('/v1/movimientos', { ...ALL, conciliado: 'N' })).movimientos);
    expect([movimiento?.liquidaciones_id, movimiento?.transacciones_id]).toEqual([isEmpty, isEmpty]);
  }
});

test('unicode=nfd decomposes the accents', async () => {
  const readTypes = async (valor: string) => {
    const { leer } = await con(`unicode=${valor}`);
    const filas = rowsOf((await leer('/v1/impuestos', { ...ALL, detalle: 'true' })).liquidaciones);
    return filas.flatMap((f) => rowsOf(f.detalle)).map((d) => d.tipo);
  };
  expect(await readTypes('nfc')).toContain('RETENCIÓN'.normalize('NFC'));
  expect(await readTypes('nfd')).toContain('RETENCIÓN'.normalize('NFD'));
  expect(await readTypes('nfd')).not.toContain('RETENCIÓN'.normalize('NFC'));
});

test('campos_extra=si adds fields to every kind of record', async () => {
  const prueba = await con('campos_extra=si');
  for (const [ruta, clave] of [
    ['comercios', 'comercios'],
    ['operaciones', 'operaciones'],
    ['movimientos', 'movimientos'],
    ['liquidaciones', 'liquidaciones'],
    ['impuestos', 'liquidaciones'],
    ['rechazos', 'operaciones'],
  ] as const) {
    expect(await readFirst(prueba, `/v1/${ruta}`, clave)).toMatchObject({
      campo_nuevo: 'X1',
      internal: { version: 3 },
    });
  }
});

test('fechas_sueltas=dmy writes the loose dates day first', async () => {
  const readDates = async (valor: string) => {
    const { sandbox, upload, leer } = await con(`fechas_sueltas=${valor}`);
    const { id } = await upload('0', [cuponDeOperacion(sandbox.data, 300)], false);
    const result = await leer(`${ROOT}/${String(id)}/resultado`);
    const recoveries = rowsOf((await leer('/v1/liquidaciones', { ...ALL, reg_pagina: '50' })).liquidaciones);
    const recovered = recoveries.find((l) => l.fecha_recupero_adelanto !== null)?.fecha_recupero_adelanto;
    return [result.fecha, rowsOf(result.operaciones)[0]?.fecha_liq, recovered];
  };
  for (const fecha of await readDates('iso')) expect(fecha).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  for (const fecha of await readDates('dmy')) expect(fecha).toMatch(/^\d{2}\/\d{2}\/\d{4}( \d{2}:\d{2}:\d{2})?$/);
});

test('importe_total: of the filter or of the page', async () => {
  const total = async (valor: string, reg_pagina: string) =>
    (await (await con(`importe_total=${valor}`)).leer('/v1/movimientos', { ...ALL, reg_pagina })).importe_total;
  expect(await total('filtro', '5')).toBe(await total('filtro', '1000'));
  expect(await total('pagina', '5')).not.toBe(await total('filtro', '5'));
});
