import { expect, test } from 'vitest';
import { cuponDeOperacion, parseRasgos, RasgoInvalido, RASGOS } from '#sandbox/index.ts';
import { abrir, entrar, filaDe, filasDe, TODO, type Fila, type Prueba } from './apoyo.ts';

const RAIZ = '/v2/conciliar-operaciones';
const cupon = (n: number) => ({
  fecha_venta: '2026-11-01',
  importe: '10.00',
  comprobante: String(n),
  tarjeta_nro: '0001',
});
const con = (...rasgos: string[]): Promise<Prueba> => abrir({ rasgos });
const primera = async ({ leer }: Prueba, ruta: string, clave: string): Promise<Fila> =>
  filaDe(filasDe((await leer(ruta, TODO))[clave])[0]);
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

test('numeros=numero refuses text in number fields; texto takes both', async () => {
  const numerico = { ...cupon(1), tarjeta_nro: 1, lote: 12 };
  const estado = async (valor: string, dato: object) =>
    (await (await con(`numeros=${valor}`)).subir('0', [dato], false)).status;
  expect(await estado('numero', cupon(1))).toBe(400);
  expect(await estado('numero', numerico)).toBe(200);
  expect(await estado('texto', cupon(1))).toBe(200);
  expect(await estado('texto', numerico)).toBe(200);
});

test('contadores: of the batch or of all so far', async () => {
  const segunda = async (valor: string) => {
    const { subir } = await con(`contadores=${valor}`);
    const { id } = await subir('0', [cupon(1), cupon(2)], true);
    const { recibidos, total, nuevos } = await subir(String(id), [cupon(3)], false);
    return [recibidos, total, nuevos];
  };
  expect(await segunda('lote')).toEqual(['1', '1', '1']);
  expect(await segunda('acumulado')).toEqual(['3', '3', '3']);
});

test('existentes: by all the fields or by the key, and only in another reconciliation', async () => {
  const existen = async (valor: string) => {
    const { subir, leer } = await con(`existentes=${valor}`);
    const { id, existen: propios } = await subir('0', [cupon(1), cupon(1)], false);
    const otra = await subir('0', [cupon(1), { ...cupon(1), auxiliar_1: 'x' }, cupon(2)], false);
    const filas = filasDe((await leer(`${RAIZ}/${String(otra.id)}/resultado`)).operaciones).length;
    return [id, propios, otra.existen, filas];
  };
  expect(await existen('exacto')).toEqual(['5001', '0', '1', 2]);
  expect(await existen('clave')).toEqual(['5001', '0', '2', 1]);
});

test('resultado_wallet=si carries the wallet fields', async () => {
  const wallet = {
    fecha_venta: '2026-11-01',
    importe: '10.00',
    wallet_referencia: '60000000001',
    wallet_tipo_operacion: 'SETTLEMENT',
  };
  const fila = async (valor: string) => {
    const { subir, leer } = await con(`resultado_wallet=${valor}`);
    const { id } = await subir('0', [wallet], false);
    return filasDe((await leer(`${RAIZ}/${String(id)}/resultado`)).operaciones)[0];
  };
  expect(await fila('no')).not.toHaveProperty('wallet_referencia');
  expect(await fila('si')).toMatchObject({ wallet_referencia: '60000000001', wallet_tipo_operacion: 'SETTLEMENT' });
});

test('eco=normalizado gives values back in another form', async () => {
  const dato = { ...cupon(1), comprobante: '000123', importe: '1500.00', referencia: ' ab ', lote: '0042' };
  const fila = async (valor: string) => {
    const { subir, leer } = await con(`eco=${valor}`);
    const { id } = await subir('0', [dato], false);
    const { comprobante, importe, referencia, lote, tarjeta_nro } = filaDe(
      filasDe((await leer(`${RAIZ}/${String(id)}/resultado`)).operaciones)[0],
    );
    return [comprobante, importe, referencia, lote, tarjeta_nro];
  };
  expect(await fila('igual')).toEqual(['000123', '1500.00', ' ab ', '0042', '0001']);
  expect(await fila('normalizado')).toEqual(['123', '1500', 'AB', '42', '1']);
});

test('demora_ms: until then the result is as demora_forma says', async () => {
  const mirar = async (forma: string) => {
    const prueba = await con('demora_ms=1000', `demora_forma=${forma}`);
    const { sandbox, subir, leer, reloj } = prueba;
    const { id } = await subir(
      '0',
      Array.from({ length: 10 }, (_, n) => cuponDeOperacion(sandbox.datos, 300 + n)),
      false,
    );
    const ver = async () => {
      const { conciliados, sin_conciliar, estado, operaciones } = await leer(`${RAIZ}/${String(id)}/resultado`);
      return [estado, conciliados, sin_conciliar, filasDe(operaciones).length];
    };
    const vistas = [await ver()];
    for (const ms of [500, 500]) {
      reloj.avanzar(ms);
      vistas.push(await ver());
    }
    return vistas;
  };
  const final = ['IMPORTADO', '10', '0', 10];
  expect(await mirar('vacio')).toEqual([['IMPORTADO', '0', '0', 0], ['IMPORTADO', '0', '0', 0], final]);
  expect(await mirar('sin_conciliar')).toEqual([['IMPORTADO', '0', '10', 10], ['IMPORTADO', '0', '10', 10], final]);
  expect(await mirar('gradual')).toEqual([['IMPORTADO', '0', '0', 0], ['IMPORTADO', '5', '0', 5], final]);
});

test('total_cuenta: what total counts', async () => {
  const total = async (valor: string) => {
    const { subir, leer } = await con(`total_cuenta=${valor}`);
    await subir('0', [cupon(1)], false);
    const { id, total: dado } = await subir('0', [cupon(1), cupon(2), { ...cupon(3), importe: 'x' }], false);
    return [dado, (await leer(`${RAIZ}/${String(id)}`)).total];
  };
  expect(await total('todos')).toEqual(['3', '3']);
  expect(await total('nuevos')).toEqual(['1', '1']);
  expect(await total('sin_error')).toEqual(['2', '2']);
});

test('lista_pendientes=no hides what is not closed', async () => {
  const { subir, leer } = await con('lista_pendientes=no');
  const { id } = await subir('0', [cupon(1)], true);
  expect((await leer(`${RAIZ}/listar`, TODO)).total).toBe('0');
  await subir(String(id), [cupon(2)], false);
  expect((await leer(`${RAIZ}/listar`, TODO)).total).toBe('1');
});

test('resultado_pendiente: the result of what is not closed', async () => {
  const pendiente = async (valor: string) => {
    const { subir, pedir } = await con(`resultado_pendiente=${valor}`);
    const { id } = await subir('0', [cupon(1)], true);
    return pedir('GET', `${RAIZ}/${String(id)}/resultado`);
  };
  expect(filasDe(filaDe(JSON.parse((await pendiente('si')).body)).operaciones)).toMatchObject([
    { conciliado: 'false' },
  ]);
  expect(filaDe(JSON.parse((await pendiente('vacio')).body)).operaciones).toEqual([]);
  expect((await pendiente('error')).statusCode).toBe(400);
});

test('ids_reusados=si gives the id of a deleted one again, once', async () => {
  const dados = async (valor: string) => {
    const { subir, pedir } = await con(`ids_reusados=${valor}`);
    const { id } = await subir('0', [cupon(1)], false);
    await pedir('DELETE', `${RAIZ}/${String(id)}`);
    return [(await subir('0', [cupon(2)], false)).id, (await subir('0', [cupon(3)], false)).id];
  };
  expect(await dados('no')).toEqual(['5002', '5003']);
  expect(await dados('si')).toEqual(['5001', '5002']);
});

test('post_borrado: a send to a deleted id', async () => {
  const enviar = async (valor: string) => {
    const { subir, pedir } = await con(`post_borrado=${valor}`);
    const { id } = await subir('0', [cupon(1)], true);
    await pedir('DELETE', `${RAIZ}/${String(id)}`);
    const { status, id: dado } = await subir(String(id), [cupon(2)], false);
    return [status, dado];
  };
  expect(await enviar('error')).toEqual([400, undefined]);
  expect(await enviar('crea')).toEqual([200, '5001']);
});

test('borrado_olvida: whether the coupons of a deleted one still exist', async () => {
  const existen = async (valor: string) => {
    const { subir, pedir } = await con(`borrado_olvida=${valor}`);
    const { id } = await subir('0', [cupon(1)], false);
    await pedir('DELETE', `${RAIZ}/${String(id)}`);
    return (await subir('0', [cupon(1)], false)).existen;
  };
  expect([await existen('si'), await existen('no')]).toEqual(['0', '1']);
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

test('post_importado: a send to a closed one', async () => {
  const enviar = async (valor: string) => {
    const { subir, leer } = await con(`post_importado=${valor}`);
    const { id } = await subir('0', [cupon(1)], false);
    const { status, estado, nuevos } = await subir(String(id), [cupon(2)], false);
    return [status, estado, nuevos, (await leer(`${RAIZ}/${String(id)}`)).total];
  };
  expect(await enviar('error')).toEqual([400, false, undefined, '1']);
  expect(await enviar('ignora')).toEqual([200, true, '0', '1']);
  expect(await enviar('agrega')).toEqual([200, true, '1', '2']);
});
