import { expect, test } from 'vitest';
import { parseSwitches, InvalidSwitch } from '#sandbox/index.ts';
import { enterPlainly } from './access.ts';
import { cupon, openWith, openSandbox, rowOf, rowsOf, ALL, type Row } from './support.ts';

const idsOf = (body: Row, key = 'operaciones'): unknown[] => rowsOf(body[key]).map((f) => f.id);

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
  const parsed = parseSwitches([
    'total=texto',
    'total=numero',
    'falla=ver:1:500',
    'falla=ver:2:500',
    'falla_semilla=3',
  ]);
  expect([parsed.rasgos.total, parsed.fallas, parsed.fallaSemilla]).toEqual(['numero', ['ver:1:500', 'ver:2:500'], 3]);
});

test('a switch changes while it runs', async () => {
  const { read, sandbox } = await openWith();
  sandbox.changeSwitch('total', 'texto');
  expect((await read('/v1/comercios')).total).toBe('5');
  expect(() => sandbox.changeSwitch('total', 'otro')).toThrow(InvalidSwitch);
});

test('parametros: where they are read from', async () => {
  const states = async (value: string) => {
    const { request } = await openWith(`parametros=${value}`);
    const body = await request('GET', '/v1/operaciones', { parametros: ALL });
    const query = await request('GET', '/v1/operaciones', { query: ALL });
    return [body.statusCode, query.statusCode];
  };
  expect(await states('cuerpo')).toEqual([200, 400]);
  expect(await states('consulta')).toEqual([400, 200]);
  expect(await states('ambos')).toEqual([200, 200]);
});

test('fecha_filtro=pago filters settlements, taxes and rejections by when they are paid', async () => {
  const window = { fecha_desde: '2026-06-01', fecha_hasta: '2026-06-30' };
  const totalBy = async (value: string) => {
    const { read } = await openWith(`fecha_filtro=${value}`);
    return Promise.all(
      ['liquidaciones', 'impuestos', 'rechazos'].map(async (m) => read(`/v1/${m}`, { ...window, reg_pagina: '50' })),
    );
  };
  const [date, paid] = [await totalBy('fecha'), await totalBy('pago')];
  expect(rowsOf(date[0]?.liquidaciones).every((l) => String(l.fecha).slice(3) === '06/2026')).toBe(true);
  expect(rowsOf(paid[0]?.liquidaciones).some((l) => String(l.fecha).slice(3) === '05/2026')).toBe(true);
  expect(idsOf(paid[1] ?? {}, 'liquidaciones')).not.toEqual(idsOf(date[1] ?? {}, 'liquidaciones'));
  expect(rowsOf(paid[2]?.operaciones).every((r) => String(r.fecha_transferencia).startsWith('2026-06'))).toBe(true);
});

test('token_vencido: the answer to a token that does not work, after an hour of the clock', async () => {
  for (const value of ['401', '403', '400']) {
    const { statusOf, timer: clock } = await openWith(`token_vencido=${value}`);
    clock.advance(3_599_999);
    expect(await statusOf('/v1/comercios')).toBe(200);
    clock.advance(1);
    expect(await statusOf('/v1/comercios')).toBe(Number(value));
  }
});

test('cuerpo_error: the body of an error', async () => {
  const readBody = async (value: string) =>
    (await (await openWith(`cuerpo_error=${value}`)).request('GET', '/v1/operaciones')).body;
  expect(rowOf(JSON.parse(await readBody('json')))).toHaveProperty('error');
  expect(await readBody('html')).toMatch(/^<!DOCTYPE html>/);
  expect(await readBody('vacio')).toBe('');
});

test('token_en_login: whether a login wants the header', async () => {
  const states = async (value: string) => {
    const test = await openWith(`token_en_login=${value}`);
    const { sandbox, timer: clock } = test;
    const parameters = { usuario: sandbox.usuario, clave: sandbox.clave };
    const enterWith = async (token: string) => {
      test.token = token;
      return (await test.request('POST', '/oauth/access_login', { parametros: parameters })).statusCode;
    };
    const { token } = test;
    clock.advance(7_200_000);
    return [await enterWith(''), await enterWith(token), await enterWith('cualquiera')];
  };
  expect(await states('opcional')).toEqual([200, 200, 401]);
  expect(await states('exige')).toEqual([401, 200, 401]);
  expect(await states('ignora')).toEqual([200, 200, 200]);
});

test('redirige=si sends to another origin', async () => {
  const { request, sandbox } = await openSandbox({ rasgos: [] });
  sandbox.changeSwitch('redirige', 'si');
  const answer = await request('GET', '/v1/comercios');
  expect([answer.statusCode, answer.headers.location?.startsWith('http://localhost:')]).toEqual([302, true]);
});

test('limite_por_segundo: the next second of the clock lets through again', async () => {
  const { request, statusOf, timer: clock } = await openWith('limite_por_segundo=2');
  expect(await statusOf('/v1/comercios')).toBe(200);
  const answer = await request('GET', '/v1/comercios');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1']);
  clock.advance(1000);
  expect(await statusOf('/v1/comercios')).toBe(200);
});

test('max_dias: a longer range is a 400', async () => {
  const { statusOf } = await openWith('max_dias=31');
  expect(await statusOf('/v1/operaciones', { fecha_desde: '2026-10-01', fecha_hasta: '2026-10-31' })).toBe(200);
  expect(await statusOf('/v1/operaciones', { fecha_desde: '2026-10-01', fecha_hasta: '2026-11-01' })).toBe(400);
});

test('max_lote: a larger batch is a 413 and nothing is stored', async () => {
  const { sandbox, upload } = await openWith('max_lote=2');
  expect((await upload('0', [cupon(1), cupon(2), cupon(3)], false)).status).toBe(413);
  expect(sandbox.truth.conciliaciones()).toEqual([]);
  expect((await upload('0', [cupon(1), cupon(2)], false)).status).toBe(200);
});

test('pagina_base: the number of the first page', async () => {
  const readPages = async (value: string) => {
    const { read } = await openWith(`pagina_base=${value}`);
    const askPage = async (parameters: Record<string, string>) =>
      idsOf(await read('/v1/operaciones', { ...ALL, ...parameters }));
    return [await askPage({}), await askPage({ pagina: '0' }), await askPage({ pagina: '1' })];
  };
  const [omitted, zero, item] = await readPages('1');
  expect([item, zero]).toEqual([omitted, omitted]);
  const [leftOut0, zero0, one0] = await readPages('0');
  expect(zero0).toEqual(leftOut0);
  expect(one0).not.toEqual(leftOut0);
});

test('pagina_pasada: what is past the end', async () => {
  const readPass = async (value: string) =>
    (await openWith(`pagina_pasada=${value}`)).request('GET', '/v1/operaciones', {
      parametros: { ...ALL, reg_pagina: '400', pagina: '9' },
    });
  expect(rowOf(JSON.parse((await readPass('vacia')).body)).operaciones).toEqual([]);
  expect(rowsOf(rowOf(JSON.parse((await readPass('ultima')).body)).operaciones)).toHaveLength(200);
});

test('orden: by id or by date', async () => {
  const window = { ...ALL, reg_pagina: '1000' };
  const readRows = async (value: string) =>
    rowsOf((await (await openWith(`orden=${value}`)).read('/v1/operaciones', window)).operaciones);
  const ids = (await readRows('id')).map((o) => Number(o.id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const dates = (await readRows('fecha')).map((o) => String(o.fecha_venta).padEnd(19, ' 00:00:00'.slice(-9)));
  expect(dates).toEqual(dates.toSorted());
});

test('token_unico=si: a new token ends the earlier one', async () => {
  for (const [value, state] of [
    ['no', 200],
    ['si', 401],
  ] as const) {
    const test = await openWith(`token_unico=${value}`);
    const { token } = test;
    await enterPlainly(test.sandbox);
    test.token = token;
    expect(await test.statusOf('/v1/comercios')).toBe(state);
  }
});

test('en_vivo: operations appear after each listing, and the calendar has them', async () => {
  const { read, sandbox } = await openWith('en_vivo=3');
  const window = { fecha_desde: '2026-11-20', fecha_hasta: '2026-11-21', reg_pagina: '1000' };
  const totals = [];
  for (let n = 0; n < 3; n++) totals.push(Number((await read('/v1/operaciones', window)).total));
  const [before = 0] = totals;
  expect(totals).toEqual([before, before + 3, before + 6]);
  expect((await read('/v1/operaciones', { fecha_desde: '2026-10-01', fecha_hasta: '2026-10-31' })).total).toBe(
    sandbox.truth.operaciones().filter((o) => String(o.fecha_venta).startsWith('2026-10')).length,
  );
  const operaciones = sandbox.truth.operaciones();
  expect(new Set(operaciones.map((o) => o.id)).size).toBe(operaciones.length);
  const fresh = rowsOf((await read('/v1/operaciones', window)).operaciones).at(-1);
  for (const campo_fecha of ['fecha_pago', 'fecha_presentacion']) {
    const present = sandbox.truth.operaciones().length;
    expect((await read('/v1/operaciones', { ...ALL, campo_fecha })).total).toBe(present);
  }
  const filter = { ...window, comprobante: String(fresh?.comprobante), importe: String(fresh?.importe) };
  expect(idsOf(await read('/v1/operaciones', filter))).toContain(fresh?.id);
});
