import { expect, test } from 'vitest';
import { KINDS, METHODS, createData, InvalidSwitch } from '#sandbox/index.ts';
import { createFailures, parseFailure } from '../../src-main/sandbox/switches.ts';
import { basicAuth } from './access.ts';
import { cupon, openSandbox, openWith, ALL, rowOf } from './support.ts';
import { requireCivilDate } from '#domain/civil-date.ts';
import { isSpoilt, parseDisorder, SECOND_CUIT } from '#sandbox/disorder.ts';

const BEFORE = ['corte-antes', '403', '500', '502', 'colgada-antes'];

test.for(['corte-antes', 'corte-despues', 'truncada'])('%s: no whole answer comes', async (kind) => {
  const { sandbox, upload } = await openWith(`falla=subir:1:${kind}`);
  await expect(upload('0', [cupon(1)], false)).rejects.toThrow();
  expect(sandbox.truth.conciliaciones()).toHaveLength(BEFORE.includes(kind) ? 0 : 1);
});

test.for(['500', '500-despues', '502', '502-despues'])('%s: the status is answered', async (kind) => {
  const { request, sandbox } = await openWith(`falla=subir:1:${kind}`);
  const json = { id: '0', datos: [cupon(1)], subir_mas: 'false' };
  const answer = await request('POST', '/v2/conciliar-operaciones', { json });
  expect(answer.statusCode).toBe(Number(kind.slice(0, 3)));
  expect(answer.headers['content-type']).toContain(kind.startsWith('502') ? 'text/html' : 'application/json');
  expect(sandbox.truth.conciliaciones()).toHaveLength(BEFORE.includes(kind) ? 0 : 1);
});

test('demorada: the answer comes when five seconds of the clock have passed', async () => {
  const { read, timer: clock, sandbox } = await openWith('falla=comercios:1:demorada');
  const answer = read('/v1/comercios');
  await expect.poll(() => sandbox.listReceived('comercios')).toHaveLength(1);
  clock.advance(4999);
  expect(sandbox.listReceived('comercios')[0]?.estado).toBeUndefined();
  clock.advance(1);
  expect((await answer).total).toBe(5);
});

test.for(['colgada', 'colgada-antes', 'demorada'])('%s: closing the sandbox ends the wait', async (kind) => {
  const { sandbox, upload } = await openWith(`falla=subir:1:${kind}`);
  const uploading = upload('0', [cupon(1)], false).catch((error: unknown) => error);
  await expect.poll(() => sandbox.listReceived('subir')).toHaveLength(1);
  expect(sandbox.truth.conciliaciones()).toHaveLength(BEFORE.includes(kind) ? 0 : 1);
  await sandbox.close();
  expect(await uploading).toBeInstanceOf(Error);
});

test('the Nth request of its method fails, the others do not', async () => {
  const { statusOf } = await openSandbox({
    rasgos: ['falla=operaciones:2:500', 'falla=rechazos:2-3:500', 'falla=comercios:3+:502'],
  });
  const askThree = async (path: string) => [
    await statusOf(path, ALL),
    await statusOf(path, ALL),
    await statusOf(path, ALL),
    await statusOf(path, ALL),
  ];
  expect(await askThree('/v1/operaciones')).toEqual([200, 500, 200, 200]);
  expect(await askThree('/v1/rechazos')).toEqual([200, 500, 500, 200]);
  expect(await askThree('/v1/comercios')).toEqual([200, 200, 502, 502]);
});

test('faults are added and taken away while it runs', async () => {
  const { statusOf, sandbox } = await openSandbox();
  sandbox.injectFailure('comercios:*:500');
  expect(await statusOf('/v1/comercios')).toBe(500);
  sandbox.resetFailures();
  expect(await statusOf('/v1/comercios')).toBe(200);
  sandbox.injectFailure('*:2:500');
  expect(await statusOf('/v1/comercios')).toBe(500);
});

test('a drawn schedule depends on its seed alone', () => {
  const draw = (seed: number) => {
    const failures = createFailures([], seed);
    return Array.from({ length: 400 }, () => failures.nextFault('subir'));
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(new Set(draw(7)).size).toBeGreaterThan(5);
  const bad = draw(7).filter((kind) => kind !== undefined).length;
  expect(bad).toBeGreaterThan(20);
  expect(bad).toBeLessThan(90);
});

test('a fault that does not exist is refused in words', () => {
  expect(() => parseFailure('subida:1:500')).toThrow(/el método es uno de: token, login/);
  expect(() => parseFailure('subir:0:500')).toThrow(/el número es 3, 3\+, 3-5 o \*/);
  expect(() => parseFailure('subir:1:501')).toThrow(/la clase es una de: /);
  expect(() => parseFailure('subir:1')).toThrow(/la clase es una de: /);
  for (const method of METHODS) {
    for (const kind of Object.keys(KINDS)) expect(parseFailure(`${method}:1:${kind}`).metodo).toBe(method);
  }
});

const createWith = (...texts: string[]) =>
  createData({ semilla: 1, operaciones: 3000, hoy: requireCivilDate('2026-11-21'), disorder: parseDisorder(texts) });
const plain = createWith();
const paymentsOf = ({ movimientos }: typeof plain, row: number) =>
  movimientos.filter(({ liquidacion }) => liquidacion === row);
const spoilt = plain.liquidaciones.filter((l) => isSpoilt(l) && l.tipo === 'L' && paymentsOf(plain, l.fila).length > 0);

test('payments can be missing, short, late or in two parts', () => {
  expect(spoilt.length).toBeGreaterThan(5);
  for (const { fila } of spoilt) {
    const [paid] = paymentsOf(plain, fila);
    expect(paymentsOf(createWith('pagos=faltan'), fila)).toEqual([]);
    expect(paymentsOf(createWith('pagos=cortos'), fila)[0]?.importe).toBeLessThan(paid?.importe ?? 0);
    const parts = paymentsOf(createWith('pagos=partidos'), fila).map(({ importe }) => importe);
    expect(parts).toHaveLength(2);
    expect(parts.reduce((a, b) => a + b)).toBe(paid?.importe);
  }
});

test('two taxpayers share the name of a store', () => {
  const { stores } = createWith('contribuyentes=dos');
  const named = stores.filter(({ nombre }) => nombre === stores[0]?.nombre);
  expect(new Set(named.map(({ cuit }) => cuit)).size).toBe(2);
  expect(stores.some(({ cuit }) => cuit === SECOND_CUIT)).toBe(true);
});

test('a switch that does not exist is refused', () => {
  expect(() => parseDisorder(['pagos=nunca'])).toThrow(InvalidSwitch);
});

test('wrong credentials get no token', async () => {
  const { request, sandbox } = await openSandbox();
  const parameters = { grant_type: 'client_credentials' };
  expect((await request('POST', '/oauth/access_token', { parametros: parameters })).statusCode).toBe(401);
  const bad = { authorization: basicAuth({ apiKey: sandbox.apiKey, apiSecret: 'otra' }) };
  expect((await request('POST', '/oauth/access_token', { parametros: parameters, headers: bad })).statusCode).toBe(401);
  const withoutGrant = await request('POST', '/oauth/access_token', { headers: { authorization: basicAuth(sandbox) } });
  expect(withoutGrant.statusCode).toBe(400);
  const login = { usuario: sandbox.usuario, clave: 'otra' };
  expect((await request('POST', '/oauth/access_login', { parametros: login })).statusCode).toBe(401);
});

test('a refresh token gives access tokens until thirty days have passed', async () => {
  const test = await openSandbox();
  const { request, sandbox, timer: clock } = test;
  const login = { usuario: sandbox.usuario, clave: sandbox.clave };
  const given = rowOf(JSON.parse((await request('POST', '/oauth/access_login', { parametros: login })).body));
  expect([given.expires_in, given.refresh_expires_in, given.token_type]).toEqual([3600, 2_592_000, 'basic']);
  const refresh = () =>
    request('POST', '/oauth/refresh_token', { parametros: { refresh_token: String(given.refresh_token) } });
  clock.advance(2_591_999_000);
  const renewed = rowOf(JSON.parse((await refresh()).body));
  expect(Object.keys(renewed)).toEqual(['access_token', 'expires_in', 'token_type']);
  test.token = String(renewed.access_token);
  expect(await test.statusOf('/v1/comercios')).toBe(200);
  expect((await refresh()).statusCode).toBe(200);
  clock.advance(1000);
  expect((await refresh()).statusCode).toBe(400);
  const other = await request('POST', '/oauth/refresh_token', { parametros: { refresh_token: 'no-existe' } });
  expect(other.statusCode).toBe(400);
});
