import { expect, test } from 'vitest';
import { cuponOfOperacion } from '#sandbox/index.ts';
import { cupon, openWith, rowOf, rowsOf, ALL, type Row, type SandboxTest } from './support.ts';

const ROOT = '/v2/conciliar-operaciones';
const readFirst = async ({ read }: SandboxTest, path: string, key: string): Promise<Row> =>
  rowOf(rowsOf((await read(path, ALL))[key])[0]);
const idsOf = (body: Row, key = 'operaciones'): unknown[] => rowsOf(body[key]).map((f) => f.id);

test('total=texto writes the totals of v1 as text', async () => {
  const { read } = await openWith('total=texto');
  expect([(await read('/v1/comercios')).total, typeof (await read('/v1/operaciones', ALL)).total]).toEqual([
    '5',
    'string',
  ]);
});

test('interbanking=no: no movements, and acreditada is null, never false', async () => {
  const test = await openWith('interbanking=no');
  const { read } = test;
  expect(await read('/v1/movimientos', ALL)).toEqual({
    interbanking: false,
    movimientos: [],
    total: 0,
    importe_total: '0.00',
  });
  expect((await readFirst(test, '/v1/operaciones', 'operaciones')).acreditada).toBeNull();
  expect((await readFirst(test, '/v1/liquidaciones', 'liquidaciones')).acreditada).toBeNull();
});

test('ids=historicos multiplies what is returned and takes both forms', async () => {
  const test = await openWith('ids=historicos');
  const { read, upload, request, sandbox } = test;
  const real = sandbox.truth.operaciones()[0];
  const [historic] = idsOf(await read('/v1/operaciones', ALL));
  expect(Number(historic)).toBe(Number(real?.id) * 73);
  const comercio = await readFirst(test, '/v1/comercios', 'comercios');
  const totalBy = async (comercios: string) => (await read('/v1/operaciones', { ...ALL, comercios })).total;
  expect(await totalBy(String(comercio.id))).toBe(await totalBy('1201'));
  expect(await totalBy('1201')).not.toBe(0);
  const { id } = await upload('0', [cupon(1)], true);
  expect(id).toBe(String(5001 * 73));
  expect((await upload('5001', [cupon(2)], false)).id).toBe(id);
  expect((await read(`${ROOT}/${String(id)}`)).total).toBe('2');
  expect((await request('DELETE', `${ROOT}/5001`)).body).toBe('{"estado":true}');
});

test('vinculo_vacio: how an absent link is written', async () => {
  for (const [value, empty] of [
    ['texto', ''],
    ['null', null],
    ['cero', '0'],
  ] as const) {
    const { read } = await openWith(`vinculo_vacio=${value}`);
    const operaciones = rowsOf((await read('/v1/operaciones', { ...ALL, fecha_desde: '2026-11-21' })).operaciones);
    expect(operaciones.length).toBeGreaterThan(0);
    expect(operaciones.every((o) => o.liquidaciones_id === empty && o.nro_liquidacion === empty)).toBe(true);
    const [movimiento] = rowsOf((await read('/v1/movimientos', { ...ALL, conciliado: 'N' })).movimientos);
    expect([movimiento?.liquidaciones_id, movimiento?.transacciones_id]).toEqual([empty, empty]);
  }
});

test('unicode=nfd decomposes the accents', async () => {
  const readTypes = async (value: string) => {
    const { read } = await openWith(`unicode=${value}`);
    const rows = rowsOf((await read('/v1/impuestos', { ...ALL, detalle: 'true' })).liquidaciones);
    return rows.flatMap((f) => rowsOf(f.detalle)).map((d) => d.tipo);
  };
  expect(await readTypes('nfc')).toContain('RETENCIÓN'.normalize('NFC'));
  expect(await readTypes('nfd')).toContain('RETENCIÓN'.normalize('NFD'));
  expect(await readTypes('nfd')).not.toContain('RETENCIÓN'.normalize('NFC'));
});

test('campos_extra=si adds fields to every kind of record', async () => {
  const test = await openWith('campos_extra=si');
  for (const [path, key] of [
    ['comercios', 'comercios'],
    ['operaciones', 'operaciones'],
    ['movimientos', 'movimientos'],
    ['liquidaciones', 'liquidaciones'],
    ['impuestos', 'liquidaciones'],
    ['rechazos', 'operaciones'],
  ] as const) {
    expect(await readFirst(test, `/v1/${path}`, key)).toMatchObject({
      campo_nuevo: 'X1',
      internal: { version: 3 },
    });
  }
});

test('fechas_sueltas=dmy writes the loose dates day first', async () => {
  const readDates = async (value: string) => {
    const { sandbox, upload, read } = await openWith(`fechas_sueltas=${value}`);
    const { id } = await upload('0', [cuponOfOperacion(sandbox.data, 300)], false);
    const result = await read(`${ROOT}/${String(id)}/resultado`);
    const recoveries = rowsOf((await read('/v1/liquidaciones', { ...ALL, reg_pagina: '50' })).liquidaciones);
    const recovered = recoveries.find((l) => l.fecha_recupero_adelanto !== null)?.fecha_recupero_adelanto;
    return [result.fecha, rowsOf(result.operaciones)[0]?.fecha_liq, recovered];
  };
  for (const date of await readDates('iso')) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  for (const date of await readDates('dmy')) expect(date).toMatch(/^\d{2}\/\d{2}\/\d{4}( \d{2}:\d{2}:\d{2})?$/);
});

test('importe_total: of the filter or of the page', async () => {
  const total = async (value: string, reg_pagina: string) =>
    (await (await openWith(`importe_total=${value}`)).read('/v1/movimientos', { ...ALL, reg_pagina })).importe_total;
  expect(await total('filtro', '5')).toBe(await total('filtro', '1000'));
  expect(await total('pagina', '5')).not.toBe(await total('filtro', '5'));
});
