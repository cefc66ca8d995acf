import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import { aService, createTestClock, noSignal, clientOf, startServer, type Reply } from './fixtures.ts';

const EMPTY = { body: { comercios: [], total: '0' } };

test.for<Reply>([
  { raw: (response) => response.destroy() },
  ...[500, 502, 503, 504].map((status) => ({ status, body: '<html>' })),
])('a read answered %o is tried again twice', async (reply) => {
  const { clock, server, service } = await clientOf((_request, n) => (n < 3 ? reply : EMPTY));
  await service.comercios(noSignal);
  expect(server.count('/v1/comercios')).toBe(3);
  // The pauses double, with jitter: 0.75 of each step where random is 0.5.
  expect(clock.slept).toEqual([375, 750]);
});

test('after the retries the failure is said, with a safe piece of the answer', async () => {
  const { server, service } = await clientOf(() => ({ status: 500, body: '{"error":"base caída"}' }), { retries: 1 });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({
    code: 'SERVICIO_FALLA',
    detail: { estado: 500, respuesta: '{"error":"base caída"}' },
  });
  expect(server.count('/v1/comercios')).toBe(2);
});

const CUT: Reply['raw'] = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"comercios":[],"total":0}', () => response.destroy());
};

test.for<readonly [string, Reply]>([
  ['cortada', { raw: CUT }],
  ['vacio', { body: '' }],
  ['html', { body: '<!DOCTYPE html><p>Mantenimiento</p>' }],
  ['ilegible', { body: '{"comercios":[' }],
  ['ilegible', { body: '{"comercios":[],"total":0} sobra' }],
  ['json', { body: '{"otra":"forma"}' }],
  ['json', { body: '[]' }],
])('a 200 that is %s is not taken for data: %o', async ([motivo, reply]) => {
  const { service } = await clientOf(() => reply, { retries: 0 });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA', detail: { motivo } });
});

test.for([
  ['application/json', 'Caf\xc3\xa9 \xd1'],
  ['application/json; charset=ISO-8859-1', 'Caf\xe9'],
] as const)('a character that is not UTF-8 is not replaced in silence (%s)', async ([type, name]) => {
  const body = Buffer.from(`{"comercios":[{"id":"1","nombre":"${name}"}],"total":1}`, 'latin1');
  const { service } = await clientOf(() => ({ body, headers: { 'content-type': type } }), { retries: 0 });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
});

test('a redirect is refused, whatever it leads to', async () => {
  const { server: other } = await clientOf(() => EMPTY);
  const location = `${other.url}/v1/comercios`;
  const { server, service } = await clientOf(() => ({ status: 302, headers: { location } }));
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'REDIRECCION' });
  expect(server.count('/v1/comercios')).toBe(1);
  expect(other.received).toEqual([]);
});

test('an answer past the limit is not read to its end', async () => {
  let ended = false;
  const raw: Reply['raw'] = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024, 32))).pipe(response);
    response.once('finish', () => (ended = true));
  };
  const { server, service } = await clientOf(() => ({ raw }));
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_ENORME' });
  expect(ended).toBe(false);
  expect(server.count('/v1/comercios')).toBe(1);
});

/** An answer of bytes compressed by `coding`. */
const compressed = (coding: string, body: Buffer): Reply => ({ body, headers: { 'content-encoding': coding } });
const PAGE = Buffer.from(
  JSON.stringify({ comercios: Array.from({ length: 50 }, (_, i) => ({ id: String(i), nombre: 'Café' })), total: 50 }),
);

describe.each([
  ['gzip', gzipSync],
  ['GZIP ', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('an answer compressed by %s (%o)', (coding, compress) => {
  test('is read as it was', async () => {
    const { service } = await clientOf(() => compressed(coding, compress(PAGE)));
    const { filas } = await service.comercios(noSignal);
    expect(filas).toHaveLength(50);
  });

  test('is no answer when its end is missing, though all that was sent arrived', async () => {
    const whole = compress(PAGE);
    for (const to of [1, 12, Math.floor(whole.length / 2), whole.length - 1]) {
      const { service } = await clientOf(() => compressed(coding, whole.subarray(0, to)), { retries: 0 });
      await expect(service.comercios(noSignal), String(to)).rejects.toMatchObject({
        code: 'RESPUESTA_INVALIDA',
        detail: { motivo: 'cortada' },
      });
    }
  });
});

test('the compression that servers do not agree about is not asked for, and refused where it is not understood', async () => {
  const { server, service } = await clientOf(() => compressed('deflate', deflateRawSync(PAGE)), { retries: 0 });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
  expect(server.received.map(({ headers }) => headers['accept-encoding'])).toEqual(['gzip, br', 'gzip, br']);
});

test('reads share a connection, and a login has its own', async () => {
  const { server, service } = await clientOf(() => EMPTY);
  for (let n = 0; n < 3; n += 1) await service.comercios(noSignal);
  const [login, ...reads] = server.received.map(({ socket }) => socket);
  expect(reads).toHaveLength(3);
  expect(new Set(reads).size).toBe(1);
  expect(reads).not.toContain(login);
});

test('an abort while an answer arrives ends the reading, and the connection', async () => {
  const controller = new AbortController();
  const reason = new Error('a pedido');
  const gone = Promise.withResolvers<undefined>();
  const raw: Reply['raw'] = (response) => {
    response.once('close', () => gone.resolve(undefined));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"comercios":[', () => controller.abort(reason));
  };
  const { server, service } = await clientOf(() => ({ raw }));
  await expect(service.comercios(controller.signal)).rejects.toBe(reason);
  await gone.promise;
  expect(server.count('/v1/comercios')).toBe(1);
});

/** A client whose service never answers within a request's time limit. */
const silent = (retries?: number) => {
  const clock = createTestClock();
  const raw = (): unknown => setImmediate(() => clock.advance(30_000));
  return clientOf(() => ({ raw }), { clock, ...(retries === undefined ? {} : { retries }) });
};

test('a request without an answer in its time counts as a failed try', async () => {
  const { server, service } = await silent();
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'TIEMPO_AGOTADO', detail: { segundos: 30 } });
  expect(server.count('/v1/comercios')).toBe(3);
});

test('a dead service is given up in about two minutes however many tries are allowed', async () => {
  const { clock, service } = await silent(50);
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'TIEMPO_AGOTADO' });
  expect(clock.monotonic()).toBeLessThanOrEqual(125_000);
});

test('a service that is not there is said to be unreachable', async () => {
  const server = await startServer(() => ({}));
  await server[Symbol.asyncDispose]();
  const service = aService(server.url, { clock: createTestClock(), retries: 0 });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({
    code: 'SIN_CONEXION',
    detail: { codigo: 'ECONNREFUSED' },
  });
});

/** An answer that asks to wait: seconds, or a date. */
const wait = (seconds: string): Reply => ({ status: 429, headers: { 'retry-after': seconds } });

test.for([
  ['7', 7000],
  [new Date(createTestClock().now() + 20_000).toUTCString(), 20_000],
] as const)('told to wait %s, a read waits as long and says so', async ([told, ms]) => {
  const { clock, service } = await clientOf((_request, n) => (n === 1 ? wait(told) : EMPTY));
  await service.comercios(noSignal);
  expect(service.waits).toEqual([ms]);
  expect(clock.slept[0]).toBe(ms);
});

test.for(['61', '3600', '999999999'])('a wait of %s seconds is more than reasonable', async (seconds) => {
  const { clock, service } = await clientOf(() => wait(seconds));
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'DEMASIADOS_PEDIDOS' });
  expect(clock.slept).toEqual([]);
});

test('a service that always says to wait is not waited for without end', async () => {
  const { clock, service } = await clientOf(() => wait('5'));
  await expect(service.comercios(noSignal)).rejects.toSatisfy((error) => isAppError(error, 'DEMASIADOS_PEDIDOS'));
  expect(clock.monotonic()).toBeLessThanOrEqual(95_000);
});

test('after a 429 requests are spaced out, and again close once all goes well', async () => {
  const { clock, service } = await clientOf((_request, n) => (n === 1 ? wait('1') : EMPTY));
  for (let n = 0; n < 60; n += 1) await service.comercios(noSignal);
  const spaced = clock.slept.slice(1);
  expect(spaced.length).toBeGreaterThan(5);
  expect(spaced.every((ms) => ms <= 250)).toBe(true);
  const before = clock.slept.length;
  await service.comercios(noSignal);
  expect(clock.slept).toHaveLength(before);
});

test('one that says 429 now and then, whatever the pace, is not read more slowly each time', async () => {
  const { clock, service } = await clientOf((_request, n) => (n % 6 === 0 ? wait('1') : EMPTY));
  for (let n = 0; n < 100; n += 1) await service.comercios(noSignal);
  // The service asked for nineteen seconds of waiting.
  expect(service.waits).toHaveLength(19);
  expect(clock.monotonic()).toBeLessThan(19_000 + 100 * 250);
});

test('a login told to wait is waited for inside the read', async () => {
  const { service } = await clientOf(() => EMPTY, { login: (_request, n) => (n === 1 ? wait('3') : {}) });
  await service.comercios(noSignal);
  expect(service.waits).toEqual([3000]);
});
