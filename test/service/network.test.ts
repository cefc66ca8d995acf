import { describe, expect, test } from 'vitest';
import { createNetwork, type NetworkDeps } from '#service/transport/network.ts';
import { aService, createTestClock, noSignal, startServer, type TestService } from './fixtures.ts';
import { AUTHORITY, certificateOf, SERVICE, startProxy } from './office.ts';
import { parseBaseUrl } from '#service/index.ts';

const answer = ({ path }: { path: string }) =>
  path.startsWith('/oauth/') ? {} : { body: { comercios: [], total: 0 } };

/** The service over TLS; an office's authority signed its certificate. */
const startSecure = (name: 'good' | 'expired' | 'another' = 'good') => startServer(answer, certificateOf(name));

const aNetwork = (deps: Partial<NetworkDeps> = {}) =>
  createNetwork({ env: {}, authorities: () => [AUTHORITY], ...deps });

const aClient = (url: string, deps: Partial<NetworkDeps> = {}) =>
  aService(url, { clock: createTestClock(), retries: 0, network: aNetwork(deps) });

describe('a proxy', () => {
  test.each(['HTTPS_PROXY', 'https_proxy'])(
    'of the environment (%s) is gone through, and sees nothing of what is said',
    async (name) => {
      await using server = await startSecure();
      await using proxy = await startProxy({ to: server.url });
      const service = aClient(SERVICE, { env: { [name]: proxy.url } });
      await service.comercios(noSignal);
      await service.comercios(noSignal);
      expect(server.count('/v1/comercios')).toBe(2);
      // One tunnel for the login, which is a send, and one that both reads share.
      expect(proxy.asked).toEqual(['servicio.invalid:443', 'servicio.invalid:443']);
      expect(proxy.seen()).not.toMatch(/token-1|comercios|secreto-de-prueba/);
    },
  );

  test('written without http:// is one all the same', async () => {
    await using server = await startSecure();
    await using proxy = await startProxy({ to: server.url });
    await aClient(SERVICE, { env: { HTTPS_PROXY: proxy.host } }).comercios(noSignal);
    expect(proxy.asked).not.toEqual([]);
  });

  test('is given its user and password', async () => {
    await using server = await startSecure();
    await using proxy = await startProxy({ to: server.url });
    await aClient(SERVICE, { env: { HTTPS_PROXY: `http://ana:cl4ve@${proxy.host}` } }).comercios(noSignal);
    expect(proxy.headers[0]?.['proxy-authorization']).toBe(`Basic ${Buffer.from('ana:cl4ve').toString('base64')}`);
  });

  test.each(['0.0.0.0', '*', 'otro.example, 0.0.0.0'])(
    'is left aside for what NO_PROXY names: %s',
    async (NO_PROXY) => {
      await using server = await startSecure();
      await using proxy = await startProxy({ to: server.url });
      const url = server.url.replace('localhost', '0.0.0.0');
      await aClient(url, { env: { HTTPS_PROXY: proxy.url, NO_PROXY } }).comercios(noSignal);
      expect(proxy.asked).toEqual([]);
      await aClient(url, { env: { HTTPS_PROXY: proxy.url } }).comercios(noSignal);
      expect(proxy.asked).not.toEqual([]);
    },
  );

  test('is never gone through to this same PC', async () => {
    await using secure = await startSecure();
    await using plain = await startServer(answer);
    await using proxy = await startProxy({ to: secure.url });
    const env = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url };
    await aClient(secure.url, { env, desktopProxy: async () => proxy.url }).comercios(noSignal);
    await aClient(plain.url, { env, desktopProxy: async () => proxy.url }).comercios(noSignal);
    expect(proxy.asked).toEqual([]);
  });

  test('of the desktop is gone through, as its settings are at that time', async () => {
    await using server = await startSecure();
    await using one = await startProxy({ to: server.url });
    await using other = await startProxy({ to: server.url });
    let now = one;
    const asked: string[] = [];
    const service = aClient(SERVICE, {
      desktopProxy: async (url) => {
        asked.push(url);
        return now.url;
      },
    });
    await service.comercios(noSignal);
    now = other;
    await service.comercios(noSignal);
    expect([one.asked.length, other.asked.length]).toEqual([2, 1]);
    expect(new Set(asked)).toEqual(new Set([SERVICE]));
  });

  test('of the environment goes before the one of the desktop', async () => {
    await using server = await startSecure();
    await using proxy = await startProxy({ to: server.url });
    const desktopProxy = () => Promise.reject(new Error('asked'));
    await aClient(SERVICE, { env: { HTTPS_PROXY: proxy.url }, desktopProxy }).comercios(noSignal);
    expect(proxy.asked).not.toEqual([]);
  });

  test.each([
    [407, 'proxy_con_clave', /pide usuario y clave.*No se mandó nada\. Ponelos en HTTPS_PROXY/],
    [403, 'proxy_no_deja', /respondió 403\. No se mandó nada\. Pedile/],
  ])('that answers %i is not taken for the service', async (status, motivo, words) => {
    await using proxy = await startProxy({ status });
    const failed = await failureOf(aClient(SERVICE, { env: { HTTPS_PROXY: `http://ana:cl4ve@${proxy.host}` } }));
    expect(failed).toMatchObject({ code: 'SIN_CONEXION', detail: { motivo } });
    expect(failed.message).toMatch(words);
    expect(failed.message).toContain(proxy.host);
    expect(failed.message).not.toContain('cl4ve');
  });

  test('that is not there is named', async () => {
    const proxy = await startProxy({});
    await proxy[Symbol.asyncDispose]();
    const failed = await failureOf(aClient(SERVICE, { env: { HTTPS_PROXY: proxy.url } }));
    expect(failed).toMatchObject({ code: 'SIN_CONEXION', detail: { motivo: 'proxy', codigo: 'ECONNREFUSED' } });
    expect(failed.message).toContain(proxy.host);
  });

  test.each(['socks5://127.0.0.1:1', 'http://', '::'])('of another kind is refused with words: %s', async (url) => {
    const failed = await failureOf(aClient(SERVICE, { env: { HTTPS_PROXY: url } }));
    expect(failed).toMatchObject({ code: 'SIN_CONEXION', detail: { motivo: 'proxy_desconocido' } });
    expect(failed.message).toMatch(/Revisá HTTPS_PROXY/);
  });

  test('that says nothing is given up in the time of a request', async () => {
    const clock = createTestClock();
    await using proxy = await startProxy({ silent: () => setImmediate(() => clock.advance(30_000)) });
    const service = aService(SERVICE, { clock, retries: 0, network: aNetwork({ env: { HTTPS_PROXY: proxy.url } }) });
    await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'TIEMPO_AGOTADO' });
  });

  test('that says nothing does not hold up who stops', async () => {
    const controller = new AbortController();
    const reason = new Error('a pedido');
    await using proxy = await startProxy({ silent: () => controller.abort(reason) });
    const service = aClient(SERVICE, { env: { HTTPS_PROXY: proxy.url } });
    await expect(service.comercios(controller.signal)).rejects.toBe(reason);
  });
});

test('closing ends what was asked, on a way that is open or is being opened', async () => {
  const gone = Promise.withResolvers<undefined>();
  await using proxy = await startProxy({
    silent: (client) => {
      client.once('end', () => gone.resolve(undefined));
      opening.close();
    },
  });
  const opening = aNetwork({ env: { HTTPS_PROXY: proxy.url } });
  const through = aService(SERVICE, { clock: createTestClock(), retries: 0, network: opening });
  await expect(through.comercios(noSignal)).rejects.toMatchObject({ code: 'SIN_CONEXION' });
  await gone.promise;

  const open = aNetwork();
  await using server = await startServer(() => ({ raw: () => open.close() }), certificateOf('good'));
  const straight = aService(server.url, { clock: createTestClock(), retries: 0, network: open });
  await expect(straight.comercios(noSignal)).rejects.toMatchObject({ code: 'SIN_CONEXION' });
});

async function failureOf(service: TestService): Promise<Error> {
  const failed: unknown = await service.comercios(noSignal).catch((error: unknown) => error);
  if (failed instanceof Error) return failed;
  throw new Error('it did not fail');
}

describe('a certificate', () => {
  test.each([
    [
      'good',
      undefined,
      'certificado_desconocido',
      /autoridad que esta PC no conoce\. No se mandó nada\. Si la red de tu/,
    ],
    ['good', [], 'certificado_desconocido', /autoridad que esta PC no conoce/],
    ['expired', [AUTHORITY], 'certificado_vencido', /vencido.*No se mandó nada\. Revisá la fecha y la hora/],
    ['another', [AUTHORITY], 'certificado_ajeno', /otra dirección.*No se mandó nada\. Revisá la dirección/],
  ] as const)('that is %s to who knows %o is refused at once', async (name, authorities, motivo, words) => {
    await using server = await startSecure(name);
    const clock = createTestClock();
    const network = aNetwork({ authorities: () => authorities });
    const failed = await failureOf(aService(server.url, { clock, retries: 2, network }));
    expect(failed).toMatchObject({ code: 'SIN_CONEXION', detail: { motivo } });
    expect(failed.message).toMatch(words);
    // Neither key nor token went out, and there was no retry.
    expect(server.received).toEqual([]);
    expect(clock.slept).toEqual([]);
  });

  test.each(['expired', 'another'] as const)('that is wrong (%s) is refused through a proxy too', async (name) => {
    await using server = await startSecure(name);
    await using proxy = await startProxy({ to: server.url });
    const failed = await failureOf(aClient(SERVICE, { env: { HTTPS_PROXY: proxy.url } }));
    expect(failed).toMatchObject({ detail: { motivo: expect.stringMatching(/^certificado_/) } });
    expect(server.received).toEqual([]);
  });

  test('authorities are asked for once, and not for a service of this same PC without TLS', async () => {
    let times = 0;
    const authorities = () => {
      times += 1;
      return [AUTHORITY];
    };
    await using plain = await startServer(answer);
    await aClient(plain.url, { authorities }).comercios(noSignal);
    expect(times).toBe(0);
    await using secure = await startSecure();
    const service = aClient(secure.url, { authorities });
    await service.comercios(noSignal);
    await service.comercios(noSignal);
    expect(times).toBe(1);
  });
});

test.for([
  ['https://api.example.com/', 'https://api.example.com'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
] as const)('%s is taken, without a slash at the end', ([text, url]) => {
  expect(parseBaseUrl(text)).toBe(url);
});

test.for([
  'http://api.example.com',
  'http://127.0.0.1.example.com',
  'ftp://127.0.0.1',
  'https://clave:secreta@api.example.com',
  'https://api.example.com/?x=1',
  'https://api.example.com/#x',
  '',
])('%s is refused', (text) => {
  expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: 'URL_INSEGURA' }));
});

test('a service that does not answer is told while it is waited for, once for each silence', async () => {
  const clock = createTestClock();
  const silences: number[] = [];
  let answers = false;
  await using server = await startServer(({ path }, n) => {
    if (path.startsWith('/oauth/') || answers) return answer({ path });
    // The first request is silent for ten seconds; the rest are cut at once.
    return { raw: (response) => setImmediate(() => (n === 1 ? clock.advance(10_000) : response.destroy())) };
  });
  const service = aService(server.url, { clock, retries: 0, onSilence: (ms) => silences.push(ms) });
  const reading = service.comercios(noSignal);
  await expect.poll(() => silences).toEqual([10_000]);
  clock.advance(20_000);
  await expect(reading).rejects.toMatchObject({ code: 'TIEMPO_AGOTADO' });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'SIN_CONEXION' });
  expect(silences).toEqual([10_000]);
  answers = true;
  await service.comercios(noSignal);
  clock.advance(60_000);
  expect(silences).toEqual([10_000]);
});
