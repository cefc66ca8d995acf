import { expect, test } from 'vitest';
import { parseSwitches, InvalidSwitch, SWITCHES } from '#sandbox/index.ts';
import { cupon, con, openSandbox, enter, rowOf, rowsOf, ALL, type Row } from './support.ts';

const idsDe = (cuerpo: Row, clave = 'operaciones'): unknown[] => rowsOf(cuerpo[clave]).map((f) => f.id);

test('every switch has its default first', () => {
  const { rasgos } = parseSwitches([]);
  for (const [clave, { valores }] of Object.entries(SWITCHES)) {
    expect([clave, rowOf(rasgos)[clave]]).toEqual([clave, valores === null ? 0 : valores[0]]);
  }
});

test('a switch that does not exist is refused with what would do', () => {
  expect(() => parseSwitches(['total'])).toThrow(InvalidSwitch);
  expect(() => parseSwitches(['totales=texto'])).toThrow(/No existe el rasgo «totales».*Elegí uno de: parametros, /);
  expect(() => parseSwitches(['total=letras'])).toThrow('Elegí uno de: numero, texto.');
  expect(() => parseSwitches(['max_lote=-1'])).toThrow(/número entero desde 0/);
  expect(() => parseSwitches(['falla_semilla=x'])).toThrow(/falla_semilla=7/);
});

test('a number of operations out of range is refused', async () => {
  await expect(openSandbox({ operaciones: 0 })).rejects.toThrow(/van de 1 a 1000000 y se pidieron 0/);
});

test('a data set may be as small as one operation', async () => {
  const { sandbox } = await openSandbox({ operaciones: 1 });
  expect(sandbox.truth.operaciones()).toHaveLength(1);
});

test('of a repeated switch the last value counts, and faults add up', () => {
  const readCount = parseSwitches([
    'total=texto',
    'total=numero',
    'falla=ver:1:500',
    'falla=ver:2:500',
    'falla_semilla=3',
  ]);
  expect([readCount.rasgos.total, readCount.fallas, readCount.fallaSemilla]).toEqual([
    'numero',
    ['ver:1:500', 'ver:2:500'],
    3,
  ]);
});

test('a switch changes while it runs', async () => {
  const { leer, sandbox } = await con();
  sandbox.changeSwitch('total', 'texto');
  expect((await leer('/v1/comercios')).total).toBe('5');
  expect(() => sandbox.changeSwitch('total', 'otro')).toThrow(InvalidSwitch);
});

test('parametros: where they are read from', async () => {
  const states = async (valor: string) => {
    const { request } = await con(`parametros=${valor}`);
    const cuerpo = await request('GET', '/v1/operaciones', { parametros: ALL });
    const query = await request('GET', '/v1/operaciones', { query: ALL });
    return [cuerpo.statusCode, query.statusCode];
  };
  expect(await states('cuerpo')).toEqual([200, 400]);
  expect(await states('consulta')).toEqual([400, 200]);
  expect(await states('ambos')).toEqual([200, 200]);
});

test('filtros=ignora answers the same rows to disjoint windows', async () => {
  const { leer } = await con('filtros=ignora');
  for (const [ruta, clave] of [
    ['operaciones', 'operaciones'],
    ['liquidaciones', 'liquidaciones'],
    ['movimientos', 'movimientos'],
    ['rechazos', 'operaciones'],
  ] as const) {
    const item = await leer(`/v1/${ruta}`, { fecha_desde: '2026-01-01', fecha_hasta: '2026-01-05' });
    const otro = await leer(`/v1/${ruta}`, { fecha_desde: '2026-05-01', fecha_hasta: '2026-05-05' });
    expect(idsDe(item, clave)).toEqual(idsDe(otro, clave));
    expect(idsDe(item, clave).length).toBeGreaterThan(0);
  }
});

test('fecha_filtro=pago filters settlements, taxes and rejections by when they are paid', async () => {
  const ventana = { fecha_desde: '2026-06-01', fecha_hasta: '2026-06-30' };
  const totalBy = async (valor: string) => {
    const { leer } = await con(`fecha_filtro=${valor}`);
    return Promise.all(
      ['liquidaciones', 'impuestos', 'rechazos'].map(async (m) => leer(`/v1/${m}`, { ...ventana, reg_pagina: '50' })),
    );
  };
  const [fecha, pago] = [await totalBy('fecha'), await totalBy('pago')];
  expect(rowsOf(fecha[0]?.liquidaciones).every((l) => String(l.fecha).slice(3) === '06/2026')).toBe(true);
  expect(rowsOf(pago[0]?.liquidaciones).some((l) => String(l.fecha).slice(3) === '05/2026')).toBe(true);
  expect(idsDe(pago[1] ?? {}, 'liquidaciones')).not.toEqual(idsDe(fecha[1] ?? {}, 'liquidaciones'));
  expect(rowsOf(pago[2]?.operaciones).every((r) => String(r.fecha_transferencia).startsWith('2026-06'))).toBe(true);
});

test('token_vencido: the answer to a token that does not work', async () => {
  for (const valor of ['401', '403', '400', '419']) {
    const { statusOf: estado, timer: clock } = await con(`token_vencido=${valor}`);
    clock.advance(3_600_000);
    expect(await estado('/v1/comercios')).toBe(Number(valor));
  }
  const prueba = await con('token_vencido=200-html');
  prueba.token = '';
  const respuesta = await prueba.request('GET', '/v1/comercios');
  expect([respuesta.statusCode, respuesta.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

test('cuerpo_error: the body of an error', async () => {
  const readBody = async (valor: string) =>
    (await (await con(`cuerpo_error=${valor}`)).request('GET', '/v1/operaciones')).body;
  expect(rowOf(JSON.parse(await readBody('json')))).toHaveProperty('error');
  expect(await readBody('html')).toMatch(/^<!DOCTYPE html>/);
  expect(await readBody('vacio')).toBe('');
});

test('token_en_login: whether a login wants the header', async () => {
  const states = async (valor: string) => {
    const prueba = await con(`token_en_login=${valor}`);
    const { sandbox, timer: clock } = prueba;
    const parametros = { usuario: sandbox.usuario, clave: sandbox.clave };
    const canEnter = async (token: string) => {
      prueba.token = token;
      return (await prueba.request('POST', '/oauth/access_login', { parametros })).statusCode;
    };
    const { token } = prueba;
    clock.advance(7_200_000);
    return [await canEnter(''), await canEnter(token), await canEnter('cualquiera')];
  };
  expect(await states('opcional')).toEqual([200, 200, 401]);
  expect(await states('exige')).toEqual([401, 200, 401]);
  expect(await states('ignora')).toEqual([200, 200, 200]);
});

test('redirige=si sends to another origin', async () => {
  const { request, sandbox } = await openSandbox({ rasgos: [] });
  sandbox.changeSwitch('redirige', 'si');
  const respuesta = await request('GET', '/v1/comercios');
  expect([respuesta.statusCode, respuesta.headers.location?.startsWith('http://localhost:')]).toEqual([302, true]);
});

test('limite_por_segundo: the next second of the clock lets through again', async () => {
  const { request, statusOf: estado, timer: clock } = await con('limite_por_segundo=2');
  expect(await estado('/v1/comercios')).toBe(200);
  const respuesta = await request('GET', '/v1/comercios');
  expect([respuesta.statusCode, respuesta.headers['retry-after']]).toEqual([429, '1']);
  clock.advance(1000);
  expect(await estado('/v1/comercios')).toBe(200);
});

test('max_dias: a longer range is a 400', async () => {
  const { statusOf: estado } = await con('max_dias=31');
  expect(await estado('/v1/operaciones', { fecha_desde: '2026-10-01', fecha_hasta: '2026-10-31' })).toBe(200);
  expect(await estado('/v1/operaciones', { fecha_desde: '2026-10-01', fecha_hasta: '2026-11-01' })).toBe(400);
});

test('max_lote: a larger batch is a 413 and nothing is stored', async () => {
  const { sandbox, upload } = await con('max_lote=2');
  expect((await upload('0', [cupon(1), cupon(2), cupon(3)], false)).status).toBe(413);
  expect(sandbox.truth.conciliaciones()).toEqual([]);
  expect((await upload('0', [cupon(1), cupon(2)], false)).status).toBe(200);
});

test('pagina_base: the number of the first page', async () => {
  const readPages = async (valor: string) => {
    const { leer } = await con(`pagina_base=${valor}`);
    const askPage = async (parametros: Record<string, string>) =>
      idsDe(await leer('/v1/operaciones', { ...ALL, ...parametros }));
    return [await askPage({}), await askPage({ pagina: '0' }), await askPage({ pagina: '1' })];
  };
  const [omitida, zero, item] = await readPages('1');
  expect([item, zero]).toEqual([omitida, omitida]);
  const [leftOut0, zero0, one0] = await readPages('0');
  expect(zero0).toEqual(leftOut0);
  expect(one0).not.toEqual(leftOut0);
});

test('pagina_pasada: what is past the end', async () => {
  const readPass = async (valor: string) =>
    (await con(`pagina_pasada=${valor}`)).request('GET', '/v1/operaciones', {
      parametros: { ...ALL, reg_pagina: '400', pagina: '9' },
    });
  expect(rowOf(JSON.parse((await readPass('vacia')).body)).operaciones).toEqual([]);
  expect(rowsOf(rowOf(JSON.parse((await readPass('ultima')).body)).operaciones)).toHaveLength(200);
  expect((await readPass('error')).statusCode).toBe(400);
});

test('sobre_maximo: a page over the maximum', async () => {
  const askAbout = async (valor: string, ruta: string) =>
    (await con(`sobre_maximo=${valor}`)).request('GET', ruta, { parametros: { ...ALL, reg_pagina: '51' } });
  const largo = async (valor: string) =>
    rowsOf(rowOf(JSON.parse((await askAbout(valor, '/v1/liquidaciones')).body)).liquidaciones).length;
  expect(await largo('recorta')).toBe(50);
  expect(await largo('defecto')).toBe(10);
  expect((await askAbout('error', '/v1/liquidaciones')).statusCode).toBe(400);
});

test('orden: by id, by date, or another one each time', async () => {
  const ventana = { ...ALL, reg_pagina: '1000' };
  const readRows = async (valor: string) =>
    rowsOf((await (await con(`orden=${valor}`)).leer('/v1/operaciones', ventana)).operaciones);
  const ids = (await readRows('id')).map((o) => Number(o.id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const fechas = (await readRows('fecha')).map((o) => String(o.fecha_venta).padEnd(19, ' 00:00:00'.slice(-9)));
  expect(fechas).toEqual(fechas.toSorted());
  const { leer } = await con('orden=barajado');
  const [one, other] = [idsDe(await leer('/v1/operaciones', ventana)), idsDe(await leer('/v1/operaciones', ventana))];
  expect(one).not.toEqual(other);
  expect(new Set(one)).toEqual(new Set(other));
  expect(new Set(one).size).toBe(1000);
  const liquidaciones = async () =>
    idsDe(await leer('/v1/liquidaciones', { ...ALL, reg_pagina: '50' }), 'liquidaciones');
  expect(await liquidaciones()).not.toEqual(await liquidaciones());
});

test('token_unico=si: a new token ends the earlier one', async () => {
  for (const [valor, estado] of [
    ['no', 200],
    ['si', 401],
  ] as const) {
    const prueba = await con(`token_unico=${valor}`);
    const { token } = prueba;
    await enter(prueba);
    prueba.token = token;
    expect(await prueba.statusOf('/v1/comercios')).toBe(estado);
  }
});

test('en_vivo: operations appear after each listing, and the calendar has them', async () => {
  const { leer, sandbox } = await con('en_vivo=3');
  const ventana = { fecha_desde: '2026-11-20', fecha_hasta: '2026-11-21', reg_pagina: '1000' };
  const totales = [];
  for (let n = 0; n < 3; n++) totales.push(Number((await leer('/v1/operaciones', ventana)).total));
  const [antes = 0] = totales;
  expect(totales).toEqual([antes, antes + 3, antes + 6]);
  expect((await leer('/v1/operaciones', { fecha_desde: '2026-10-01', fecha_hasta: '2026-10-31' })).total).toBe(
    sandbox.truth.operaciones().filter((o) => String(o.fecha_venta).startsWith('2026-10')).length,
  );
  const operaciones = sandbox.truth.operaciones();
  expect(new Set(operaciones.map((o) => o.id)).size).toBe(operaciones.length);
  const fresh = rowsOf((await leer('/v1/operaciones', ventana)).operaciones).at(-1);
  for (const campo_fecha of ['fecha_pago', 'fecha_presentacion']) {
    const hay = sandbox.truth.operaciones().length;
    expect((await leer('/v1/operaciones', { ...ALL, campo_fecha })).total).toBe(hay);
  }
  const filtro = { ...ventana, comprobante: String(fresh?.comprobante), importe: String(fresh?.importe) };
  expect(idsDe(await leer('/v1/operaciones', filtro))).toContain(fresh?.id);
});
