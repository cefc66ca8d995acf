import { expect, test } from 'vitest';
import type { NewRefreshToken } from '#service/token/session.ts';
import { isLoginFailure } from '#service/token/oauth.ts';
import { API, createTestClock, noSignal, clientOf, USER, type Received, type Reply } from './fixtures.ts';

const MINUTE = 60_000;
const EMPTY = { body: { comercios: [], total: 0 } };
const tokenOf = (request: Received): string => String(request.headers['x-auth-token']);
const ok = (): Reply => EMPTY;

test('client credentials travel as basic authorization with the grant in the body', async () => {
  const { server, service } = await clientOf(ok);
  await service.comercios(noSignal);
  const [login] = server.received;
  expect(login).toMatchObject({ method: 'POST', path: '/oauth/access_token', text: 'grant_type=client_credentials' });
  expect(login?.headers.authorization).toBe(
    `Basic ${Buffer.from(`${API.apiKey}:${API.apiSecret}`).toString('base64')}`,
  );
  expect(server.received[1]?.headers.authorization).toBeUndefined();
});

test('two requests that find the token expired renew it once', async () => {
  const { clock, server, service } = await clientOf(ok);
  await service.comercios(noSignal);
  clock.advance(61 * MINUTE);
  await Promise.all([service.comercios(noSignal), service.comercios(noSignal)]);
  expect(server.count('/oauth/access_token')).toBe(2);
});

test('a token with under five minutes left is renewed before a read', async () => {
  const { clock, server, service } = await clientOf(ok);
  await service.comercios(noSignal);
  clock.advance(54 * MINUTE);
  await service.comercios(noSignal);
  expect(server.count('/oauth/access_token')).toBe(1);
  clock.advance(2 * MINUTE);
  await service.comercios(noSignal);
  expect(server.count('/oauth/access_token')).toBe(2);
});

test('an advised renewal that fails leaves the token in use until its last minute', async () => {
  const login = (_request: Received, n: number): Reply => (n > 1 ? { status: 503 } : {});
  const { server, clock, service } = await clientOf(ok, { login, retries: 0 });
  await service.comercios(noSignal);
  clock.advance(57 * MINUTE);
  await service.comercios(noSignal);
  expect(server.received.filter((request) => request.path === '/v1/comercios').map(tokenOf)).toEqual([
    'token-1',
    'token-1',
  ]);
  clock.advance(2.5 * MINUTE);
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'SERVICIO_FALLA' });
});

test('a lifetime is counted from when the token was asked for, not from when it came', async () => {
  const clock = createTestClock();
  const login = (_request: Received, n: number): Reply => {
    if (n === 1) clock.advance(10_000);
    return {};
  };
  const { server, service } = await clientOf(ok, { clock, login });
  await service.comercios(noSignal);
  clock.advance(55 * MINUTE - 9000);
  await service.comercios(noSignal);
  expect(server.count('/oauth/access_token')).toBe(2);
});

test.for([401, 403])('a token that dies twice within a minute is renewed twice: %i', async (status) => {
  const { server, service } = await clientOf((_request, n) => (n === 2 || n === 4 ? { status } : EMPTY));
  for (let n = 0; n < 3; n += 1) await service.comercios(noSignal);
  expect(server.count('/oauth/access_token')).toBe(3);
});

test('what the account may not read stays refused, however well its tokens serve for the rest', async () => {
  const isRefused = (path: string): boolean => path.startsWith('/v1/calendario');
  const { server, service } = await clientOf((request) => (isRefused(request.path) ? { status: 403 } : EMPTY));
  await service.comercios(noSignal);
  const others = Array.from({ length: 10 }, () => service.comercios(noSignal));
  await expect(service.calendario({ mes: '2026-10' }, noSignal)).rejects.toMatchObject({ code: 'TOKEN_RECHAZADO' });
  await Promise.all(others);
  expect(server.count('/oauth/access_token')).toBeLessThanOrEqual(3);
});

test('a read that a fresh token does not cure is not replayed again', async () => {
  const { server, service } = await clientOf(() => ({ status: 401 }));
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'TOKEN_RECHAZADO' });
  expect(server.count('/v1/comercios')).toBe(2);
  expect(server.count('/oauth/access_token')).toBe(2);
});

test('a token whose end is told by 400 is renewed as often as it ends, once that was seen to be what it means', async () => {
  const uses = new Map<string, number>();
  const { server, service } = await clientOf((request) => {
    const token = tokenOf(request);
    uses.set(token, (uses.get(token) ?? 0) + 1);
    return (uses.get(token) ?? 0) > 2 ? { status: 400 } : EMPTY;
  });
  for (let n = 0; n < 7; n += 1) await service.comercios(noSignal);
  expect(server.count('/oauth/access_token')).toBe(4);
});

test('a 400 that stays after a fresh token does not cost another token', async () => {
  const { server, service } = await clientOf((_request, n) => (n === 1 ? EMPTY : { status: 400 }));
  await service.comercios(noSignal);
  for (let n = 0; n < 3; n += 1)
    await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'PEDIDO_RECHAZADO' });
  expect(server.count('/oauth/access_token')).toBe(2);
});

test('a login keeps its refresh token for thirty days and renews with it', async () => {
  const stored: NewRefreshToken[] = [];
  const { clock, server, service } = await clientOf(ok, {
    credentials: USER,
    refreshTokenStore: (fresh) => stored.push(fresh),
  });
  const sent = clock.now();
  await service.comercios(noSignal);
  expect(stored).toEqual([{ refreshToken: 'refresco-1', expiresAt: sent + 2_592_000_000 }]);
  for (let n = 0; n < 3; n += 1) {
    clock.advance(61 * MINUTE);
    await service.comercios(noSignal);
  }
  expect(server.count('/oauth/access_login')).toBe(1);
  const renewals = server.received.filter((request) => request.path === '/oauth/refresh_token');
  expect(renewals.map((request) => request.form.get('refresh_token'))).toEqual(Array(3).fill('refresco-1'));
  expect(renewals.map(tokenOf)).toEqual(['token-1', 'token-2', 'token-3']);
  expect(stored).toHaveLength(1);
});

test('a refused refresh token without a password means that the session ended', async () => {
  const { server, service } = await clientOf(ok, {
    login: ({ path }) => (path === '/oauth/refresh_token' ? { status: 400, body: { error: 'vencido' } } : {}),
    credentials: { tipo: 'usuario', usuario: 'cajera', refreshToken: 'refresco-viejo' },
  });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'SESION_VENCIDA' });
  expect(server.count('/oauth/refresh_token')).toBe(1);
});

test('a refresh token past its thirty days is not even sent', async () => {
  const clock = createTestClock();
  const old = { refreshToken: 'viejo', refreshTokenExpira: clock.now() - 1 };
  const { server, service } = await clientOf(ok, { clock, credentials: { tipo: 'usuario', usuario: 'c', ...old } });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'SESION_VENCIDA' });
  expect(server.received).toEqual([]);
});

test('an account without any secret asks for it', async () => {
  const { service } = await clientOf(ok, { credentials: { tipo: 'usuario', usuario: 'c' } });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'CLAVE_AUSENTE' });
});

test('a login that dislikes the token we had is made without it', async () => {
  const login = ({ path, headers }: Received): Reply => {
    if (path === '/oauth/refresh_token') return { status: 400 };
    return headers['x-auth-token'] === undefined ? {} : { status: 401 };
  };
  const { server, clock, service } = await clientOf(ok, { credentials: USER, login });
  await service.comercios(noSignal);
  clock.advance(61 * MINUTE);
  await service.comercios(noSignal);
  expect(server.count('/oauth/access_login')).toBe(3);
});

test('wrong credentials are said to be wrong', async () => {
  const { server, service } = await clientOf(ok, { login: () => ({ status: 401, body: 'no' }) });
  await expect(service.access.signIn(noSignal)).rejects.toMatchObject({
    code: 'CREDENCIALES_RECHAZADAS',
    detail: { estado: 401 },
  });
  expect(server.received).toHaveLength(1);
});

test('each login says what it came to: taken, refused in the middle of the work, taken again; no answer says nothing', async () => {
  const said: unknown[] = [];
  const replies: Reply[] = [{}, { status: 401 }, { status: 503 }, {}];
  const login = (): Reply => replies.shift() ?? {};
  const { clock, service } = await clientOf(ok, { login, retries: 0, onLogin: (refused) => said.push(refused) });
  for (const _ of [1, 2, 3, 4]) {
    await service.comercios(noSignal).catch(() => undefined);
    clock.advance(61 * MINUTE);
  }
  expect(said).toEqual([null, 'CREDENCIALES_RECHAZADAS', null]);
});

test('an address without the service is said to be wrong, not the credentials', async () => {
  const { service } = await clientOf(ok, { login: () => ({ status: 404, body: '<h1>Not Found</h1>' }) });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({
    code: 'PEDIDO_RECHAZADO',
    message: expect.stringContaining('Revisá la dirección') as string,
    detail: { estado: 404 },
  });
});

test('a caller who leaves does not take the token from the one who stays', async () => {
  const leaving = new AbortController();
  const login = (): Reply => {
    leaving.abort(new Error('me voy'));
    return {};
  };
  const { server, service } = await clientOf(ok, { login });
  const [left, stayed] = await Promise.allSettled([service.comercios(leaving.signal), service.comercios(noSignal)]);
  expect(left).toMatchObject({ status: 'rejected', reason: { message: 'me voy' } });
  expect(stayed.status).toBe('fulfilled');
  expect(server.count('/oauth/access_token')).toBe(1);
});

test('a login that hangs is abandoned with its last caller, and the next one logs in anew', async () => {
  const first = Promise.withResolvers<undefined>();
  let times = 0;
  const login = (): Reply => {
    times += 1;
    if (times > 1) return {};
    first.resolve(undefined);
    return { raw: () => undefined }; // never answers
  };
  const { service } = await clientOf(ok, { login });
  const leaving = new AbortController();
  const left = service.comercios(leaving.signal);
  await first.promise;
  leaving.abort(new Error('me voy'));
  await expect(left).rejects.toThrow('me voy');
  await service.comercios(noSignal);
  expect(times).toBe(2);
});

test('revoking ends the token on the service and here', async () => {
  const { server, service } = await clientOf(ok);
  expect(await service.access.revoke(noSignal)).toBe(false);
  await service.comercios(noSignal);
  expect(await service.access.revoke(noSignal)).toBe(true);
  expect(server.received.at(-1)?.headers['x-auth-token']).toBe('token-1');
  expect(await service.access.revoke(noSignal)).toBe(false);
});

test('a token that was replaced while it was good is revoked too', async () => {
  const alive = new Set<string>();
  const login = (request: Received, n: number): Reply => {
    // Revoking a token that the service does not know is refused.
    if (request.path === '/oauth/revoke_token') return alive.delete(tokenOf(request)) ? {} : { status: 401 };
    alive.add(`token-${String(n)}`);
    return {};
  };
  // The second request is invalid whatever the token; the client gets a new token to find that out.
  const { server, service } = await clientOf((_request, n) => (n > 1 ? { status: 400 } : EMPTY), { login });
  await service.comercios(noSignal);
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'PEDIDO_RECHAZADO' });
  expect(alive.size).toBe(2);
  expect(await service.access.revoke(noSignal)).toBe(true);
  expect([...alive]).toEqual([]);
  expect(server.count('/oauth/revoke_token')).toBe(2);
});

test('a server that gives short tokens is not asked for one before every request', async () => {
  const login = (): Reply => ({ body: { access_token: 'corto', expires_in: 120 } });
  const { server, service } = await clientOf(ok, { login });
  await service.comercios(noSignal);
  await service.comercios(noSignal);
  expect(server.count('/oauth/access_token')).toBe(1);
});

test('tokens that end again and again while several read are got again as long as each serves somebody', async () => {
  const used = new Map<string, number>();
  const { service } = await clientOf((request) => {
    const token = tokenOf(request);
    const times = (used.get(token) ?? 0) + 1;
    used.set(token, times);
    return times > 2 ? { status: 401 } : EMPTY;
  });
  for (let n = 0; n < 3; n += 1) await service.comercios(noSignal);
  const reads = Array.from({ length: 4 }, async () => {
    for (let n = 0; n < 5; n += 1) await service.comercios(noSignal);
  });
  await expect(Promise.all(reads)).resolves.toHaveLength(4);
});

test.for([{ ok: true }, '<html>entrá</html>', '', { access_token: '' }, { access_token: 5 }, []])(
  'a login answer that cannot be read (%o) is not asked for again',
  async (body) => {
    const { server, service } = await clientOf(ok, { login: () => ({ body }) });
    const error = await service.comercios(noSignal).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'RESPUESTA_INVALIDA' });
    expect(isLoginFailure(error)).toBe(true);
    expect(server.count('/oauth/access_token')).toBe(1);
  },
);

test('a login that was cut, or met a service in trouble, is tried again', async () => {
  const login = (_request: Received, n: number): Reply => (n === 1 ? { status: 502, body: '' } : {});
  const { server, service } = await clientOf(ok, { login });
  await service.comercios(noSignal);
  expect(server.count('/oauth/access_token')).toBe(2);
});

test('what fails is the login only when it was: a read that fails is not', async () => {
  const { service } = await clientOf(() => ({ status: 404, body: {} }));
  const error = await service.comercios(noSignal).catch((cause: unknown) => cause);
  expect(isLoginFailure(error)).toBe(false);
});

test('a service that is no longer at its address says nothing of a reconciliation', async () => {
  const { service } = await clientOf(ok, { login: () => ({ status: 404 }) });
  await expect(service.conciliaciones.show('5001', noSignal)).rejects.toMatchObject({ code: 'PEDIDO_RECHAZADO' });
});
