import { expect, test } from 'vitest';
import { civilDateAt } from '#domain/civil-date.ts';
import { aService, createTestClock, noSignal, startServer, USUARIO, type Received, type Reply } from './fixtures.ts';

const POST = '/v2/conciliar-operaciones';
const bytes = new TextEncoder().encode('{"id":"0","datos":[{"importe":"1.00"}],"subir_mas":"true"}');
const APPLIED = { estado: true, id: '77', recibidos: '1', total: '1', nuevos: '1', existen: '0', error: '0' };
const data = (answer: (request: Received, n: number) => Reply) => (request: Received, n: number) =>
  request.path.startsWith('/oauth/') ? {} : answer(request, n);

test('a batch goes out once, as the bytes it is, and its answer comes back as it was', async () => {
  await using server = await startServer(data(() => ({ body: APPLIED })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.enviar(bytes, noSignal)).toEqual({
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

test.for([400, 401, 403, 413, 419, 422, 429])('a complete %i is a refusal', async (status) => {
  await using server = await startServer(
    data(() => ({ status, headers: { 'retry-after': '9' }, body: '<h1>No</h1>' })),
  );
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.enviar(bytes, noSignal)).toEqual({
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
  ['cut 400', cutBody(400)],
  ['404', { status: 404, body: {} }],
  ['409', { status: 409, body: {} }],
  ['500', { status: 500, body: APPLIED }],
  ['502 with HTML', { status: 502, body: '<html>' }],
  ['200 with HTML', { body: '<html>Iniciar sesión</html>', headers: { 'content-type': 'text/html' } }],
  ['empty 200', { body: '' }],
  ['estado as text', { body: { ...APPLIED, estado: 'true' } }],
  ['no id', { body: { estado: false, msg: 'no' } }],
  ['redirect', { status: 307, headers: { location: '/v2/conciliar-operaciones' } }],
] as [string, Reply][])('an answer that is %s is a lost one, and is not asked for again', async ([, reply]) => {
  await using server = await startServer(data(() => reply));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.enviar(bytes, noSignal)).toMatchObject({ kind: 'perdida' });
  expect(server.count(POST)).toBe(1);
});

test('estado false with an id is passed on: the upload judges it', async () => {
  await using server = await startServer(data(() => ({ body: { ...APPLIED, estado: false, id: 99 } })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.enviar(bytes, noSignal)).toMatchObject({ kind: 'respuesta', estado: false, id: '99' });
});

test('no answer in its time is a lost one', async () => {
  const clock = createTestClock();
  await using server = await startServer(data(() => ({ raw: () => setImmediate(() => clock.advance(30_000)) })));
  const { conciliaciones } = aService(server.url, { clock });
  expect(await conciliaciones.enviar(bytes, noSignal)).toEqual({ kind: 'perdida', motivo: 'TIEMPO_AGOTADO' });
  expect(server.count(POST)).toBe(1);
});

test('an abort during a send is thrown as it is', async () => {
  const controller = new AbortController();
  const reason = new Error('a pedido');
  await using server = await startServer(data(() => ({ raw: () => controller.abort(reason) })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  await expect(conciliaciones.enviar(bytes, controller.signal)).rejects.toBe(reason);
});

test('a token with under five minutes left is renewed before a send', async () => {
  const clock = createTestClock();
  await using server = await startServer(data(() => ({ body: APPLIED })));
  const { conciliaciones } = aService(server.url, { clock });
  await conciliaciones.enviar(bytes, noSignal);
  clock.advance(55 * 60_000 + 1000);
  await conciliaciones.enviar(bytes, noSignal);
  expect(server.received.at(-1)?.headers['x-auth-token']).toBe('token-2');
});

test('a batch that cannot leave because the login is refused counts as refused', async () => {
  await using server = await startServer(() => ({ status: 401, body: 'no' }));
  const { conciliaciones } = aService(server.url, { clock: createTestClock(), credentials: USUARIO });
  expect(await conciliaciones.enviar(bytes, noSignal)).toMatchObject({ kind: 'rechazo', status: 401 });
  expect(server.count(POST)).toBe(0);
});

test('renovar puts a fresh token in place', async () => {
  await using server = await startServer(data(() => ({ body: APPLIED })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  await conciliaciones.enviar(bytes, noSignal);
  await conciliaciones.renovar(noSignal);
  await conciliaciones.enviar(bytes, noSignal);
  expect(server.received.at(-1)?.headers['x-auth-token']).toBe('token-2');
});

test.for([
  ['borrada', { body: { estado: true } }],
  ['borrada', { body: { estado: false, msg: 'no se encontró' } }],
  ['borrada', { status: 404, body: { estado: false } }],
  ['perdida', { status: 404, body: '<html>' }],
  ['perdida', { status: 401, body: {} }],
  ['perdida', { status: 500, body: { estado: true } }],
  ['perdida', { body: 'ok' }],
  ['perdida', { raw: (response) => response.destroy() }],
  ['perdida', cutBody(200)],
] as ['borrada' | 'perdida', Reply][])('a DELETE is %s after %o, and is made once', async ([outcome, reply]) => {
  await using server = await startServer(data(() => reply));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.borrar('a/b 1', noSignal)).toBe(outcome);
  const deletes = server.received.filter((request) => request.method === 'DELETE');
  expect(deletes.map((request) => request.path)).toEqual(['/v2/conciliar-operaciones/a%2Fb%201']);
});

const HEADER = {
  id: '77',
  fecha: '15/10/2026 10:00:00',
  origen_desde: '2026-10-01',
  origen_hasta: null,
  total: 3,
  nuevos: '3',
  existen: '0',
  error: '0',
  conciliados: '2',
  sin_conciliar: '1',
  estado: 'IMPORTADO',
};

test('a header reads the same from its single name for the existing ones', async () => {
  await using server = await startServer(data(() => ({ body: HEADER })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.ver('77', noSignal)).toEqual({
    id: '77',
    fecha: '2026-10-15',
    origenDesde: '2026-10-01',
    origenHasta: null,
    total: 3,
    nuevos: 3,
    existentes: 0,
    error: 0,
    conciliados: 2,
    sinConciliar: 1,
    estado: 'IMPORTADO',
  });
});

test.for([null, '', undefined])(
  'an open reconciliation whose matched and unmatched are %o has none so far',
  async (nada) => {
    const body = { ...HEADER, conciliados: nada, sin_conciliar: nada, estado: 'PENDIENTE' };
    await using server = await startServer(data(() => ({ body })));
    const { conciliaciones } = aService(server.url, { clock: createTestClock() });
    expect(await conciliaciones.ver('77', noSignal)).toMatchObject({ total: 3, conciliados: 0, sinConciliar: 0 });
  },
);

test('an open reconciliation has none of what nobody counted, and a closed one has been counted', async () => {
  const sinContar = { ...HEADER, nuevos: null, existen: '', error: undefined };
  const abierta = { ...sinContar, estado: 'PENDIENTE' };
  await using server = await startServer(data(({ path }) => ({ body: path.endsWith('1') ? abierta : sinContar })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.ver('1', noSignal)).toMatchObject({ total: 3, nuevos: 0, existentes: 0, error: 0 });
  await expect(conciliaciones.ver('2', noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
});

test('a count that a closed reconciliation leaves out is none where the others make up its total', async () => {
  const body = { ...HEADER, total: '3', nuevos: '3', existen: undefined, error: undefined };
  await using server = await startServer(data(() => ({ body })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.ver('77', noSignal)).toMatchObject({ total: 3, nuevos: 3, existentes: 0, error: 0 });
});

test.for(['0000-00-00', '0000-00-00 00:00:00', '21-11-2026', '21/11/2026 21:05', 20_261_121])(
  'a reconciliation whose dates are written as %o is read without them',
  async (fecha) => {
    const body = { ...HEADER, fecha, origen_desde: fecha, origen_hasta: fecha };
    await using server = await startServer(data(() => ({ body })));
    const { conciliaciones } = aService(server.url, { clock: createTestClock() });
    const read = await conciliaciones.ver('77', noSignal);
    expect(read).toMatchObject({ total: 3, fecha: null, origenDesde: null, origenHasta: null });
  },
);

test('counts with thousands commas are read', async () => {
  const body = { ...HEADER, total: '1,203', nuevos: '1,203', conciliados: '1,000', sin_conciliar: ' 203' };
  await using server = await startServer(data(() => ({ body })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.ver('77', noSignal)).toMatchObject({ total: 1203, conciliados: 1000, sinConciliar: 203 });
});

test.for([{ status: 404, body: '' }, { body: { estado: false, msg: 'no se encontró' } }] as Reply[])(
  'a reconciliation that the service does not have is undefined: %o',
  async (reply) => {
    await using server = await startServer(data(() => reply));
    const { conciliaciones } = aService(server.url, { clock: createTestClock() });
    expect(await conciliaciones.ver('1', noSignal)).toBeUndefined();
    expect(await conciliaciones.resultado('1', 0, noSignal)).toBeUndefined();
  },
);

test.for([{ status: 500 }, { body: '' }, { status: 400 }] as Reply[])(
  'a read that failed is no evidence of absence: %o',
  async (reply) => {
    await using server = await startServer(data(() => reply));
    const { conciliaciones } = aService(server.url, { clock: createTestClock() });
    await expect(conciliaciones.ver('1', noSignal)).rejects.toMatchObject({ name: 'AppError' });
    await expect(conciliaciones.resultado('1', 0, noSignal)).rejects.toMatchObject({ name: 'AppError' });
  },
);

const today = civilDateAt(Date.UTC(2026, 9, 15, 12));

test('a list whose rows and total disagree is not complete', async () => {
  const body = { conciliaciones: [{ ...HEADER, existe: '0' }], total: '2' };
  await using server = await startServer(data(() => ({ body })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect((await conciliaciones.listar(today, today, noSignal)).completa).toBe(false);
});

test('a list with a row that does not parse is not complete, and keeps the row', async () => {
  const body = { conciliaciones: [HEADER, { ...HEADER, id: '78', total: 'muchos' }], total: '2' };
  await using server = await startServer(data(() => ({ body })));
  const service = aService(server.url, { clock: createTestClock() });
  const list = await service.conciliaciones.listar(today, today, noSignal);
  expect(list).toMatchObject({ completa: false, conciliaciones: [{ id: '77' }] });
  expect(service.quarantined).toMatchObject([{ motivo: 'total: cuenta' }]);
});

test('the date of the service comes from its newest answer', async () => {
  await using server = await startServer(
    data(() => ({ body: HEADER, headers: { date: 'Fri, 16 Oct 2026 02:59:59 GMT' } })),
  );
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(conciliaciones.fechaServicio()).toBeNull();
  await conciliaciones.ver('77', noSignal);
  expect(conciliaciones.fechaServicio()).toBe('2026-10-15');
});

test.for([0, 1])(
  'a list whose pages without rows are null is read where the first page is %i, also while it has none',
  async (base) => {
    let rows: readonly unknown[] = [];
    const list = ({ form }: Received): Reply => ({
      body: {
        conciliaciones: Number(form.get('pagina')) === base && rows.length > 0 ? rows : null,
        total: rows.length,
      },
    });
    await using server = await startServer(data(list));
    const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
    expect(await conciliaciones.listar(today, today, noSignal)).toMatchObject({ conciliaciones: [], completa: true });
    rows = [{ ...HEADER, fecha: today, existe: '0' }];
    const read = await conciliaciones.listar(today, today, noSignal);
    expect(read.conciliaciones.map(({ id }) => id)).toEqual(['77']);
    expect(read.completa).toBe(true);
  },
);

test('a null list beside a total of some is no evidence that there are none', async () => {
  const list = ({ form }: Received): Reply => ({
    body: { conciliaciones: null, total: (form.get('fecha_hasta') ?? '') >= today ? 2 : 0 },
  });
  await using server = await startServer(data(list));
  const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
  expect(await conciliaciones.listar(today, today, noSignal)).toMatchObject({ conciliaciones: [], completa: false });
});
