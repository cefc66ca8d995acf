import { expect, test } from 'vitest';
import { parseRasgos, RasgoInvalido, RASGOS } from '#sandbox/index.ts';
import { cupon, con, abrir, entrar, filaDe, filasDe, TODO, type Fila } from './apoyo.ts';

const idsDe = (cuerpo: Fila, clave = 'operaciones'): unknown[] => filasDe(cuerpo[clave]).map((f) => f.id);

test('every switch has its default first', () => {
  const { rasgos } = parseRasgos([]);
  for (const [clave, { valores }] of Object.entries(RASGOS)) {
    expect([clave, filaDe(rasgos)[clave]]).toEqual([clave, valores === null ? 0 : valores[0]]);
  }
});

test('a switch that does not exist is refused with what would do', () => {
  expect(() => parseRasgos(['total'])).toThrow(RasgoInvalido);
  expect(() => parseRasgos(['totales=texto'])).toThrow(/No existe el rasgo «totales».*Elegí uno de: parametros, /);
  expect(() => parseRasgos(['total=letras'])).toThrow('Elegí uno de: numero, texto.');
  expect(() => parseRasgos(['max_lote=-1'])).toThrow(/número entero desde 0/);
  expect(() => parseRasgos(['falla_semilla=x'])).toThrow(/falla_semilla=7/);
});

test('a number of operations out of range is refused', async () => {
  await expect(abrir({ operaciones: 0 })).rejects.toThrow(/van de 1 a 1000000 y se pidieron 0/);
});

test('a data set may be as small as one operation', async () => {
  const { sandbox } = await abrir({ operaciones: 1 });
  expect(sandbox.verdad.operaciones()).toHaveLength(1);
});

test('of a repeated switch the last value counts, and faults add up', () => {
  const leidos = parseRasgos(['total=texto', 'total=numero', 'falla=ver:1:500', 'falla=ver:2:500', 'falla_semilla=3']);
  expect([leidos.rasgos.total, leidos.fallas, leidos.fallaSemilla]).toEqual(['numero', ['ver:1:500', 'ver:2:500'], 3]);
});

test('a switch changes while it runs', async () => {
  const { leer, sandbox } = await con();
  sandbox.cambiarRasgo('total', 'texto');
  expect((await leer('/v1/comercios')).total).toBe('5');
  expect(() => sandbox.cambiarRasgo('total', 'otro')).toThrow(RasgoInvalido);
});

test('parametros: where they are read from', async () => {
  const estados = async (valor: string) => {
    const { pedir } = await con(`parametros=${valor}`);
    const cuerpo = await pedir('GET', '/v1/operaciones', { parametros: TODO });
    const consulta = await pedir('GET', '/v1/operaciones', { query: TODO });
    return [cuerpo.statusCode, consulta.statusCode];
  };
  expect(await estados('cuerpo')).toEqual([200, 400]);
  expect(await estados('consulta')).toEqual([400, 200]);
  expect(await estados('ambos')).toEqual([200, 200]);
});

test('filtros=ignora answers the same rows to disjoint windows', async () => {
  const { leer } = await con('filtros=ignora');
  for (const [ruta, clave] of [
    ['operaciones', 'operaciones'],
    ['liquidaciones', 'liquidaciones'],
    ['movimientos', 'movimientos'],
    ['rechazos', 'operaciones'],
  ] as const) {
    const uno = await leer(`/v1/${ruta}`, { fecha_desde: '2026-01-01', fecha_hasta: '2026-01-05' });
    const otro = await leer(`/v1/${ruta}`, { fecha_desde: '2026-05-01', fecha_hasta: '2026-05-05' });
    expect(idsDe(uno, clave)).toEqual(idsDe(otro, clave));
    expect(idsDe(uno, clave).length).toBeGreaterThan(0);
  }
});

test('fecha_filtro=pago filters settlements, taxes and rejections by when they are paid', async () => {
  const ventana = { fecha_desde: '2026-06-01', fecha_hasta: '2026-06-30' };
  const por = async (valor: string) => {
    const { leer } = await con(`fecha_filtro=${valor}`);
    return Promise.all(
      ['liquidaciones', 'impuestos', 'rechazos'].map(async (m) => leer(`/v1/${m}`, { ...ventana, reg_pagina: '50' })),
    );
  };
  const [fecha, pago] = [await por('fecha'), await por('pago')];
  expect(filasDe(fecha[0]?.liquidaciones).every((l) => String(l.fecha).slice(3) === '06/2026')).toBe(true);
  expect(filasDe(pago[0]?.liquidaciones).some((l) => String(l.fecha).slice(3) === '05/2026')).toBe(true);
  expect(idsDe(pago[1] ?? {}, 'liquidaciones')).not.toEqual(idsDe(fecha[1] ?? {}, 'liquidaciones'));
  expect(filasDe(pago[2]?.operaciones).every((r) => String(r.fecha_transferencia).startsWith('2026-06'))).toBe(true);
});

test('token_vencido: the answer to a token that does not work', async () => {
  for (const valor of ['401', '403', '400', '419']) {
    const { estado, reloj } = await con(`token_vencido=${valor}`);
    reloj.avanzar(3_600_000);
    expect(await estado('/v1/comercios')).toBe(Number(valor));
  }
  const prueba = await con('token_vencido=200-html');
  prueba.token = '';
  const respuesta = await prueba.pedir('GET', '/v1/comercios');
  expect([respuesta.statusCode, respuesta.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

test('cuerpo_error: the body of an error', async () => {
  const cuerpo = async (valor: string) =>
    (await (await con(`cuerpo_error=${valor}`)).pedir('GET', '/v1/operaciones')).body;
  expect(filaDe(JSON.parse(await cuerpo('json')))).toHaveProperty('error');
  expect(await cuerpo('html')).toMatch(/^<!DOCTYPE html>/);
  expect(await cuerpo('vacio')).toBe('');
});

test('token_en_login: whether a login wants the header', async () => {
  const estados = async (valor: string) => {
    const prueba = await con(`token_en_login=${valor}`);
    const { sandbox, reloj } = prueba;
    const parametros = { usuario: sandbox.usuario, clave: sandbox.clave };
    const entra = async (token: string) => {
      prueba.token = token;
      return (await prueba.pedir('POST', '/oauth/access_login', { parametros })).statusCode;
    };
    const { token } = prueba;
    reloj.avanzar(7_200_000);
    return [await entra(''), await entra(token), await entra('cualquiera')];
  };
  expect(await estados('opcional')).toEqual([200, 200, 401]);
  expect(await estados('exige')).toEqual([401, 200, 401]);
  expect(await estados('ignora')).toEqual([200, 200, 200]);
});

test('redirige=si sends to another origin', async () => {
  const { pedir, sandbox } = await abrir({ rasgos: [] });
  sandbox.cambiarRasgo('redirige', 'si');
  const respuesta = await pedir('GET', '/v1/comercios');
  expect([respuesta.statusCode, respuesta.headers.location?.startsWith('http://localhost:')]).toEqual([302, true]);
});

test('limite_por_segundo: the next second of the clock lets through again', async () => {
  const { pedir, estado, reloj } = await con('limite_por_segundo=2');
  expect(await estado('/v1/comercios')).toBe(200);
  const respuesta = await pedir('GET', '/v1/comercios');
  expect([respuesta.statusCode, respuesta.headers['retry-after']]).toEqual([429, '1']);
  reloj.avanzar(1000);
  expect(await estado('/v1/comercios')).toBe(200);
});

test('max_dias: a longer range is a 400', async () => {
  const { estado } = await con('max_dias=31');
  expect(await estado('/v1/operaciones', { fecha_desde: '2026-10-01', fecha_hasta: '2026-10-31' })).toBe(200);
  expect(await estado('/v1/operaciones', { fecha_desde: '2026-10-01', fecha_hasta: '2026-11-01' })).toBe(400);
});

test('max_lote: a larger batch is a 413 and nothing is stored', async () => {
  const { sandbox, subir } = await con('max_lote=2');
  expect((await subir('0', [cupon(1), cupon(2), cupon(3)], false)).status).toBe(413);
  expect(sandbox.verdad.conciliaciones()).toEqual([]);
  expect((await subir('0', [cupon(1), cupon(2)], false)).status).toBe(200);
});

test('pagina_base: the number of the first page', async () => {
  const paginas = async (valor: string) => {
    const { leer } = await con(`pagina_base=${valor}`);
    const pagina = async (parametros: Record<string, string>) =>
      idsDe(await leer('/v1/operaciones', { ...TODO, ...parametros }));
    return [await pagina({}), await pagina({ pagina: '0' }), await pagina({ pagina: '1' })];
  };
  const [omitida, cero, uno] = await paginas('1');
  expect([uno, cero]).toEqual([omitida, omitida]);
  const [omitida0, cero0, uno0] = await paginas('0');
  expect(cero0).toEqual(omitida0);
  expect(uno0).not.toEqual(omitida0);
});

test('pagina_pasada: what is past the end', async () => {
  const pasada = async (valor: string) =>
    (await con(`pagina_pasada=${valor}`)).pedir('GET', '/v1/operaciones', {
      parametros: { ...TODO, reg_pagina: '400', pagina: '9' },
    });
  expect(filaDe(JSON.parse((await pasada('vacia')).body)).operaciones).toEqual([]);
  expect(filasDe(filaDe(JSON.parse((await pasada('ultima')).body)).operaciones)).toHaveLength(200);
  expect((await pasada('error')).statusCode).toBe(400);
});

test('sobre_maximo: a page over the maximum', async () => {
  const sobre = async (valor: string, ruta: string) =>
    (await con(`sobre_maximo=${valor}`)).pedir('GET', ruta, { parametros: { ...TODO, reg_pagina: '51' } });
  const largo = async (valor: string) =>
    filasDe(filaDe(JSON.parse((await sobre(valor, '/v1/liquidaciones')).body)).liquidaciones).length;
  expect(await largo('recorta')).toBe(50);
  expect(await largo('defecto')).toBe(10);
  expect((await sobre('error', '/v1/liquidaciones')).statusCode).toBe(400);
});

test('orden: by id, by date, or another one each time', async () => {
  const ventana = { ...TODO, reg_pagina: '1000' };
  const filas = async (valor: string) =>
    filasDe((await (await con(`orden=${valor}`)).leer('/v1/operaciones', ventana)).operaciones);
  const ids = (await filas('id')).map((o) => Number(o.id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const fechas = (await filas('fecha')).map((o) => String(o.fecha_venta).padEnd(19, ' 00:00:00'.slice(-9)));
  expect(fechas).toEqual(fechas.toSorted());
  const { leer } = await con('orden=barajado');
  const [una, otra] = [idsDe(await leer('/v1/operaciones', ventana)), idsDe(await leer('/v1/operaciones', ventana))];
  expect(una).not.toEqual(otra);
  expect(new Set(una)).toEqual(new Set(otra));
  expect(new Set(una).size).toBe(1000);
  const liquidaciones = async () =>
    idsDe(await leer('/v1/liquidaciones', { ...TODO, reg_pagina: '50' }), 'liquidaciones');
  expect(await liquidaciones()).not.toEqual(await liquidaciones());
});

test('token_unico=si: a new token ends the earlier one', async () => {
  for (const [valor, estado] of [
    ['no', 200],
    ['si', 401],
  ] as const) {
    const prueba = await con(`token_unico=${valor}`);
    const { token } = prueba;
    await entrar(prueba);
    prueba.token = token;
    expect(await prueba.estado('/v1/comercios')).toBe(estado);
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
    sandbox.verdad.operaciones().filter((o) => String(o.fecha_venta).startsWith('2026-10')).length,
  );
  const operaciones = sandbox.verdad.operaciones();
  expect(new Set(operaciones.map((o) => o.id)).size).toBe(operaciones.length);
  const nueva = filasDe((await leer('/v1/operaciones', ventana)).operaciones).at(-1);
  for (const campo_fecha of ['fecha_pago', 'fecha_presentacion']) {
    const hay = sandbox.verdad.operaciones().length;
    expect((await leer('/v1/operaciones', { ...TODO, campo_fecha })).total).toBe(hay);
  }
  const filtro = { ...ventana, comprobante: String(nueva?.comprobante), importe: String(nueva?.importe) };
  expect(idsDe(await leer('/v1/operaciones', filtro))).toContain(nueva?.id);
});
