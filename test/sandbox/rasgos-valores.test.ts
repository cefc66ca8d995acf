import { expect, test } from 'vitest';
import { cuponDeOperacion } from '#sandbox/index.ts';
import { cupon, con, filaDe, filasDe, TODO, type Fila, type Prueba } from './apoyo.ts';

const RAIZ = '/v2/conciliar-operaciones';
const primera = async ({ leer }: Prueba, ruta: string, clave: string): Promise<Fila> =>
  filaDe(filasDe((await leer(ruta, TODO))[clave])[0]);
const idsDe = (cuerpo: Fila, clave = 'operaciones'): unknown[] => filasDe(cuerpo[clave]).map((f) => f.id);

test('total=texto writes the totals of v1 as text', async () => {
  const { leer } = await con('total=texto');
  expect([(await leer('/v1/comercios')).total, typeof (await leer('/v1/operaciones', TODO)).total]).toEqual([
    '5',
    'string',
  ]);
});

test('interbanking=no: no movements, and acreditada is null, never false', async () => {
  const prueba = await con('interbanking=no');
  const { leer } = prueba;
  expect(await leer('/v1/movimientos', TODO)).toEqual({
    interbanking: false,
    movimientos: [],
    total: 0,
    importe_total: '0.00',
  });
  expect((await primera(prueba, '/v1/operaciones', 'operaciones')).acreditada).toBeNull();
  expect((await primera(prueba, '/v1/liquidaciones', 'liquidaciones')).acreditada).toBeNull();
});

test('ids=historicos multiplies what is returned and takes both forms', async () => {
  const prueba = await con('ids=historicos');
  const { leer, subir, pedir, sandbox } = prueba;
  const real = sandbox.verdad.operaciones()[0];
  const [historica] = idsDe(await leer('/v1/operaciones', TODO));
  expect(Number(historica)).toBe(Number(real?.id) * 73);
  const comercio = await primera(prueba, '/v1/comercios', 'comercios');
  const por = async (comercios: string) => (await leer('/v1/operaciones', { ...TODO, comercios })).total;
  expect(await por(String(comercio.id))).toBe(await por('1201'));
  expect(await por('1201')).not.toBe(0);
  const { id } = await subir('0', [cupon(1)], true);
  expect(id).toBe(String(5001 * 73));
  expect((await subir('5001', [cupon(2)], false)).id).toBe(id);
  expect((await leer(`${RAIZ}/${String(id)}`)).total).toBe('2');
  expect((await pedir('DELETE', `${RAIZ}/5001`)).body).toBe('{"estado":true}');
});

test('vinculo_vacio: how an absent link is written', async () => {
  for (const [valor, vacio] of [
    ['texto', ''],
    ['null', null],
    ['cero', '0'],
  ] as const) {
    const { leer } = await con(`vinculo_vacio=${valor}`);
    const operaciones = filasDe((await leer('/v1/operaciones', { ...TODO, fecha_desde: '2026-11-21' })).operaciones);
    expect(operaciones.length).toBeGreaterThan(0);
    expect(operaciones.every((o) => o.liquidaciones_id === vacio && o.nro_liquidacion === vacio)).toBe(true);
    const [movimiento] = filasDe((await leer('/v1/movimientos', { ...TODO, conciliado: 'N' })).movimientos);
    expect([movimiento?.liquidaciones_id, movimiento?.transacciones_id]).toEqual([vacio, vacio]);
  }
});

test('unicode=nfd decomposes the accents', async () => {
  const tipos = async (valor: string) => {
    const { leer } = await con(`unicode=${valor}`);
    const filas = filasDe((await leer('/v1/impuestos', { ...TODO, detalle: 'true' })).liquidaciones);
    return filas.flatMap((f) => filasDe(f.detalle)).map((d) => d.tipo);
  };
  expect(await tipos('nfc')).toContain('RETENCIÓN'.normalize('NFC'));
  expect(await tipos('nfd')).toContain('RETENCIÓN'.normalize('NFD'));
  expect(await tipos('nfd')).not.toContain('RETENCIÓN'.normalize('NFC'));
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
    expect(await primera(prueba, `/v1/${ruta}`, clave)).toMatchObject({ campo_nuevo: 'X1', interno: { version: 3 } });
  }
});

test('fechas_sueltas=dmy writes the loose dates day first', async () => {
  const fechas = async (valor: string) => {
    const { sandbox, subir, leer } = await con(`fechas_sueltas=${valor}`);
    const { id } = await subir('0', [cuponDeOperacion(sandbox.datos, 300)], false);
    const resultado = await leer(`${RAIZ}/${String(id)}/resultado`);
    const recuperos = filasDe((await leer('/v1/liquidaciones', { ...TODO, reg_pagina: '50' })).liquidaciones);
    const recupero = recuperos.find((l) => l.fecha_recupero_adelanto !== null)?.fecha_recupero_adelanto;
    return [resultado.fecha, filasDe(resultado.operaciones)[0]?.fecha_liq, recupero];
  };
  for (const fecha of await fechas('iso')) expect(fecha).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  for (const fecha of await fechas('dmy')) expect(fecha).toMatch(/^\d{2}\/\d{2}\/\d{4}( \d{2}:\d{2}:\d{2})?$/);
});

test('importe_total: of the filter or of the page', async () => {
  const total = async (valor: string, reg_pagina: string) =>
    (await (await con(`importe_total=${valor}`)).leer('/v1/movimientos', { ...TODO, reg_pagina })).importe_total;
  expect(await total('filtro', '5')).toBe(await total('filtro', '1000'));
  expect(await total('pagina', '5')).not.toBe(await total('filtro', '5'));
});
