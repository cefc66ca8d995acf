import { expect, test } from 'vitest';
import { cuponOfOperacion } from '../../scripts/sample-cupones.ts';
import { cupon, openWith, rowOf, rowsOf, ALL } from './support.ts';

const ROOT = '/v2/conciliar-operaciones';

test('numeros=numero refuses text in number fields; texto takes both', async () => {
  const numeric = { ...cupon(1), tarjeta_nro: 1, lote: 12 };
  const statusOf = async (value: string, datum: object) =>
    (await (await openWith(`numeros=${value}`)).upload('0', [datum], false)).status;
  expect(await statusOf('numero', cupon(1))).toBe(400);
  expect(await statusOf('numero', numeric)).toBe(200);
  expect(await statusOf('texto', cupon(1))).toBe(200);
  expect(await statusOf('texto', numeric)).toBe(200);
});

test('contadores: of the batch or of all so far', async () => {
  const sendSecond = async (value: string) => {
    const { upload } = await openWith(`contadores=${value}`);
    const { id } = await upload('0', [cupon(1), cupon(2)], true);
    const { recibidos, total, nuevos } = await upload(String(id), [cupon(3)], false);
    return [recibidos, total, nuevos];
  };
  expect(await sendSecond('lote')).toEqual(['1', '1', '1']);
  expect(await sendSecond('acumulado')).toEqual(['3', '3', '3']);
});

test('ver_ausente: how it is said that a reconciliation is not there', async () => {
  const ask = async (value: string) => {
    const { request } = await openWith(`ver_ausente=${value}`);
    const answers = [await request('GET', `${ROOT}/7`), await request('GET', `${ROOT}/7/resultado`)];
    return answers.map(({ statusCode, body }) => [statusCode, rowOf(JSON.parse(body))['estado']]);
  };
  expect(await ask('404')).toEqual([[404, false], [404, false]]); // prettier-ignore
  expect(await ask('estado')).toEqual([[200, false], [200, false]]); // prettier-ignore
});

test('existentes: by all the fields or by the key, and only in another reconciliation', async () => {
  const countExisting = async (value: string) => {
    const { upload, readResult } = await openWith(`existentes=${value}`);
    const { id, existen: own } = await upload('0', [cupon(1), cupon(1)], false);
    const other = await upload('0', [cupon(1), { ...cupon(1), auxiliar_1: 'x' }, cupon(2)], false);
    return [id, own, other.existen, (await readResult(other.id)).length];
  };
  expect(await countExisting('exacto')).toEqual(['5001', '0', '1', 2]);
  expect(await countExisting('clave')).toEqual(['5001', '0', '2', 1]);
});

test('resultado_existentes=si lists the coupons that existed, which no counter has as matched or unmatched', async () => {
  const readAgain = async (value: string) => {
    const { upload, read } = await openWith(`resultado_existentes=${value}`);
    await upload('0', [cupon(1)], false);
    const { id } = await upload('0', [cupon(1), cupon(2)], false);
    const { existen, conciliados, sin_conciliar, operaciones } = await read(`${ROOT}/${String(id)}/resultado`);
    return [existen, Number(conciliados) + Number(sin_conciliar), rowsOf(operaciones).length];
  };
  expect(await readAgain('no')).toEqual(['1', 1, 1]);
  expect(await readAgain('si')).toEqual(['1', 1, 2]);
});

test('resultado_wallet=si carries the wallet fields', async () => {
  const wallet = {
    fecha_venta: '2026-11-01',
    importe: '10.00',
    wallet_referencia: '60000000001',
    wallet_tipo_operacion: 'SETTLEMENT',
  };
  const readRow = async (value: string) => {
    const { upload, readResult } = await openWith(`resultado_wallet=${value}`);
    return (await readResult((await upload('0', [wallet], false)).id))[0];
  };
  expect(await readRow('no')).not.toHaveProperty('wallet_referencia');
  expect(await readRow('si')).toMatchObject({ wallet_referencia: '60000000001', wallet_tipo_operacion: 'SETTLEMENT' });
});

test('eco=normalizado gives values back in another form', async () => {
  const datum = { ...cupon(1), comprobante: '000123', importe: '1500.00', referencia: ' ab ', lote: '0042' };
  const readRow = async (value: string) => {
    const { upload, readResult } = await openWith(`eco=${value}`);
    const [row] = await readResult((await upload('0', [datum], false)).id);
    return [row?.comprobante, row?.importe, row?.referencia, row?.lote, row?.tarjeta_nro];
  };
  expect(await readRow('igual')).toEqual(['000123', '1500.00', ' ab ', '0042', '0001']);
  expect(await readRow('normalizado')).toEqual(['123', '1500', 'AB', '42', '1']);
});

test('demora_ms: until then the result is as demora_forma says', async () => {
  const inspect = async (shape: string) => {
    const test = await openWith('demora_ms=1000', `demora_forma=${shape}`);
    const { sandbox, upload, read, timer: clock } = test;
    const { id } = await upload(
      '0',
      Array.from({ length: 10 }, (_, n) => cuponOfOperacion(sandbox.data, 300 + n)),
      false,
    );
    const show = async () => {
      const { conciliados, sin_conciliar, estado, operaciones } = await read(`${ROOT}/${String(id)}/resultado`);
      return [estado, conciliados, sin_conciliar, rowsOf(operaciones).length];
    };
    const vistas = [await show()];
    for (const ms of [500, 500]) {
      clock.advance(ms);
      vistas.push(await show());
    }
    return vistas;
  };
  const final = ['IMPORTADO', '10', '0', 10];
  expect(await inspect('vacio')).toEqual([['IMPORTADO', '0', '0', 0], ['IMPORTADO', '0', '0', 0], final]);
  expect(await inspect('sin_conciliar')).toEqual([['IMPORTADO', '0', '10', 10], ['IMPORTADO', '0', '10', 10], final]);
  expect(await inspect('gradual')).toEqual([['IMPORTADO', '0', '0', 0], ['IMPORTADO', '5', '0', 5], final]);
});

test('lista_pendientes=no hides what is not closed', async () => {
  const { upload, read } = await openWith('lista_pendientes=no');
  const { id } = await upload('0', [cupon(1)], true);
  expect((await read(`${ROOT}/listar`, ALL)).total).toBe('0');
  await upload(String(id), [cupon(2)], false);
  expect((await read(`${ROOT}/listar`, ALL)).total).toBe('1');
});

test('resultado_pendiente: the result of what is not closed', async () => {
  const pendingOf = async (value: string) => {
    const { upload, request } = await openWith(`resultado_pendiente=${value}`);
    const { id } = await upload('0', [cupon(1)], true);
    return request('GET', `${ROOT}/${String(id)}/resultado`);
  };
  expect(rowsOf(rowOf(JSON.parse((await pendingOf('si')).body)).operaciones)).toMatchObject([{ conciliado: 'false' }]);
  expect(rowOf(JSON.parse((await pendingOf('vacio')).body)).operaciones).toEqual([]);
  expect((await pendingOf('error')).statusCode).toBe(400);
});
