import { expect, test } from 'vitest';
import type { Removal } from '#domain/conciliacion.ts';
import { createTestClock, noSignal, clientOf, USER, type Reply } from './fixtures.ts';

const POST = '/v2/conciliar-operaciones';
const bytes = new TextEncoder().encode('{"id":"0","datos":[{"importe":"1.00"}],"subir_mas":"true"}');
const APPLIED = { estado: true, id: '77', recibidos: '1', total: '1', nuevos: '1', existen: '0', error: '0' };

test('a batch goes out once, as the bytes it is, and its answer comes back as it was', async () => {
  const { server, conciliaciones } = await clientOf(() => ({ body: APPLIED }));
  expect(await conciliaciones.send(bytes, noSignal)).toEqual({
    kind: 'respuesta',
    estado: true,
    id: '77',
    contadores: { recibidos: 1, total: 1, nuevos: 1, existentes: 0, error: 0 },
  });
  const sent = server.received.at(-1);
  expect(sent?.text).toBe(new TextDecoder().decode(bytes));
  expect(sent?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-auth-token': 'token-1',
    connection: 'close',
  });
});

test.for([400, 401, 403, 413, 422, 429])('a complete %i is a refusal', async (status) => {
  const { server, conciliaciones } = await clientOf(() => ({
    status,
    headers: { 'retry-after': '9' },
    body: '<h1>No</h1>',
  }));
  expect(await conciliaciones.send(bytes, noSignal)).toEqual({
    kind: 'rechazo',
    status,
    retryAfterMs: 9000,
    detalle: '<h1>No</h1>',
  });
  expect(server.count(POST)).toBe(1);
  expect(server.count('/oauth/access_token')).toBe(1);
});

const cutBody = (status: number): Reply => ({
  raw: (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': '200' });
    response.write('{"estado":true,"id":"77"}', () => response.destroy());
  },
});

test.for([
  ['dropped', { raw: (response) => response.destroy() }],
  ['cut 200', cutBody(200)],
  ['404', { status: 404, body: {} }],
  ['500', { status: 500, body: APPLIED }],
  ['502 with HTML', { status: 502, body: '<html>' }],
  ['200 with HTML', { body: '<html>Iniciar sesión</html>', headers: { 'content-type': 'text/html' } }],
  ['empty 200', { body: '' }],
  ['estado as text', { body: { ...APPLIED, estado: 'true' } }],
  ['no id', { body: { estado: false, msg: 'no' } }],
  ['redirect', { status: 307, headers: { location: '/v2/conciliar-operaciones' } }],
] as [string, Reply][])('an answer that is %s is a lost one, and is not asked for again', async ([, reply]) => {
  const { server, conciliaciones } = await clientOf(() => reply);
  expect(await conciliaciones.send(bytes, noSignal)).toMatchObject({ kind: 'perdida' });
  expect(server.count(POST)).toBe(1);
});

test('estado false with an id is passed on: the upload judges it', async () => {
  const { conciliaciones } = await clientOf(() => ({ body: { ...APPLIED, estado: false, id: '99' } }));
  expect(await conciliaciones.send(bytes, noSignal)).toMatchObject({ kind: 'respuesta', estado: false, id: '99' });
});

test('no answer in its time is a lost one', async () => {
  const clock = createTestClock();
  const { server, conciliaciones } = await clientOf(() => ({ raw: () => setImmediate(() => clock.advance(30_000)) }), {
    clock,
  });
  expect(await conciliaciones.send(bytes, noSignal)).toEqual({ kind: 'perdida', motivo: 'TIEMPO_AGOTADO' });
  expect(server.count(POST)).toBe(1);
});

test('an abort during a send is thrown as it is', async () => {
  const controller = new AbortController();
  const reason = new Error('a pedido');
  const { conciliaciones } = await clientOf(() => ({ raw: () => controller.abort(reason) }));
  await expect(conciliaciones.send(bytes, controller.signal)).rejects.toBe(reason);
});

test('a batch that cannot leave because the login is refused counts as refused', async () => {
  const reply = () => ({ status: 401, body: 'no' });
  const { server, conciliaciones } = await clientOf(reply, { login: reply, credentials: USER });
  expect(await conciliaciones.send(bytes, noSignal)).toMatchObject({ kind: 'rechazo', status: 401 });
  expect(server.count(POST)).toBe(0);
});

test.for(['under five minutes are left', 'it is renewed'])('a token is a fresh one once %s', async (when) => {
  const { clock, server, conciliaciones } = await clientOf(() => ({ body: APPLIED }));
  await conciliaciones.send(bytes, noSignal);
  if (when === 'it is renewed') await conciliaciones.renew(noSignal);
  else clock.advance(55 * 60_000 + 1000);
  await conciliaciones.send(bytes, noSignal);
  expect(server.received.at(-1)?.headers['x-auth-token']).toBe('token-2');
});

test.for([
  ['borrada', { body: { estado: true } }],
  ['ausente', { body: { estado: false, msg: 'no se encontró' } }],
  ['ausente', { status: 404, body: { estado: false } }],
  ['perdida', { status: 404, body: '<html>' }],
  ['perdida', { status: 401, body: {} }],
  ['perdida', { status: 500, body: { estado: true } }],
  ['perdida', { body: 'ok' }],
  ['perdida', { raw: (response) => response.destroy() }],
  ['perdida', cutBody(200)],
] as [Removal, Reply][])('a DELETE is %s after %o, and is made once', async ([outcome, reply]) => {
  const { server, conciliaciones } = await clientOf(() => reply);
  expect(await conciliaciones.remove('a/b 1', noSignal)).toBe(outcome);
  const deletes = server.received.filter((request) => request.method === 'DELETE');
  expect(deletes.map((request) => request.path)).toEqual(['/v2/conciliar-operaciones/a%2Fb%201']);
});
