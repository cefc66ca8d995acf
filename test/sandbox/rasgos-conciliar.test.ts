import { expect, test } from 'vitest';
import { cuponDeOperacion } from '#sandbox/index.ts';
import { cupon, con, filaDe, filasDe, TODO } from './apoyo.ts';

const RAIZ = '/v2/conciliar-operaciones';

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
  expect(await segunda('mal')).toEqual(['1', null, '-1']);
});

test('lista_vacia: what a list without reconciliations is answered; one with some is a list', async () => {
  const list = async (valor: string) => {
    const { pedir, subir } = await con(`lista_vacia=${valor}`);
    const ask = () => pedir('GET', `${RAIZ}/listar`, { parametros: TODO });
    const none = await ask();
    await subir('0', [cupon(1)], false);
    const one = await ask();
    const body = filaDe(JSON.parse(none.body));
    return [none.statusCode, body['estado'], body['total'], filaDe(JSON.parse(one.body))['total']];
  };
  expect(await list('lista')).toEqual([200, undefined, '0', '1']);
  expect(await list('404')).toEqual([404, false, undefined, '1']);
  expect(await list('estado')).toEqual([200, false, undefined, '1']);
});

test('ver_ausente: how it is said that a reconciliation is not there', async () => {
  const ask = async (valor: string) => {
    const { pedir } = await con(`ver_ausente=${valor}`);
    const answers = [await pedir('GET', `${RAIZ}/7`), await pedir('GET', `${RAIZ}/7/resultado`)];
    return answers.map(({ statusCode, body }) => [statusCode, filaDe(JSON.parse(body))['estado']]);
  };
  expect(await ask('404')).toEqual([[404, false], [404, false]]); // prettier-ignore
  expect(await ask('estado')).toEqual([[200, false], [200, false]]); // prettier-ignore
});

test('ver_pendiente=no hides the header of what is not closed', async () => {
  const { subir, pedir, leer } = await con('ver_pendiente=no');
  const { id } = await subir('0', [cupon(1)], true);
  expect((await pedir('GET', `${RAIZ}/${String(id)}`)).statusCode).toBe(404);
  expect((await leer(`${RAIZ}/listar`, TODO)).total).toBe('1');
  await subir(String(id), [cupon(2)], false);
  expect((await leer(`${RAIZ}/${String(id)}`)).total).toBe('2');
});

test('cuenta_al_cerrar=si: a header counts nothing until it is closed, and the answers do', async () => {
  const { subir, leer } = await con('cuenta_al_cerrar=si');
  const { id, total } = await subir('0', [cupon(1)], true);
  const open = await leer(`${RAIZ}/${String(id)}`);
  expect([total, open.total, open.nuevos, open.estado]).toEqual(['1', '0', '0', 'PENDIENTE']);
  await subir(String(id), [cupon(2)], false);
  expect(await leer(`${RAIZ}/${String(id)}`)).toMatchObject({ total: '2', nuevos: '2', estado: 'IMPORTADO' });
});

test('malos_rompen: the service fails for what holds that coupon, and stores nothing of it', async () => {
  const { subir, leer } = await con('malos_rompen=1002');
  const numbered = (n: number) => ({ ...cupon(n), comprobante: String(1000 + n).padStart(8, '0') });
  const { id } = await subir('0', [numbered(1)], true);
  expect((await subir(String(id), [numbered(3), numbered(2)], true)).status).toBe(500);
  expect((await subir(String(id), [numbered(3)], false)).status).toBe(200);
  expect((await leer(`${RAIZ}/${String(id)}`)).total).toBe('2');
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

test('eco: what is not plain ASCII comes back as entities, without accents, or lost', async () => {
  const text = 'Ñandú & Cía "El Pingüino" <1>';
  const back = async (valor: string) => {
    const { subir, leer } = await con(`eco=${valor}`);
    const { id } = await subir('0', [{ ...cupon(1), referencia: text }], false);
    return filaDe(filasDe((await leer(`${RAIZ}/${String(id)}/resultado`)).operaciones)[0])['referencia'];
  };
  expect(await back('entidades')).toBe('&Ntilde;and&uacute; &amp; C&iacute;a &quot;El Ping&uuml;ino&quot; &lt;1&gt;');
  expect(await back('sin_acentos')).toBe('Nandu & Cia "El Pinguino" <1>');
  expect(await back('signos')).toBe('?and? & C?a "El Ping?ino" <1>');
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
