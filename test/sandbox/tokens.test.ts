import { expect, test } from 'vitest';
import { openSandbox, basicAuth, rowOf } from './support.ts';

test('wrong credentials get no token', async () => {
  const { request, sandbox } = await openSandbox();
  const parameters = { grant_type: 'client_credentials' };
  expect((await request('POST', '/oauth/access_token', { parametros: parameters })).statusCode).toBe(401);
  const bad = { authorization: `Basic ${Buffer.from(`${sandbox.apiKey}:otra`).toString('base64')}` };
  expect((await request('POST', '/oauth/access_token', { parametros: parameters, headers: bad })).statusCode).toBe(401);
  const withoutGrant = await request('POST', '/oauth/access_token', { headers: { authorization: basicAuth(sandbox) } });
  expect(withoutGrant.statusCode).toBe(400);
  const login = { usuario: sandbox.usuario, clave: 'otra' };
  expect((await request('POST', '/oauth/access_login', { parametros: login })).statusCode).toBe(401);
});

test('a token ends after an hour of the clock', async () => {
  const { statusOf, timer: clock } = await openSandbox();
  clock.advance(3_599_999);
  expect(await statusOf('/v1/comercios')).toBe(200);
  clock.advance(1);
  expect(await statusOf('/v1/comercios')).toBe(401);
});

test('a revoked token ends at once', async () => {
  const { statusOf, request, sandbox } = await openSandbox();
  expect((await request('POST', '/oauth/revoke_token')).statusCode).toBe(200);
  expect(await statusOf('/v1/comercios')).toBe(401);
  expect(sandbox.truth.tokens()).toEqual([]);
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
