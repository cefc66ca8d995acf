import { expect, test } from 'vitest';
import { abrir, basica, filaDe } from './apoyo.ts';

test('wrong credentials get no token', async () => {
  const { pedir, sandbox } = await abrir();
  const parametros = { grant_type: 'client_credentials' };
  expect((await pedir('POST', '/oauth/access_token', { parametros })).statusCode).toBe(401);
  const mala = { authorization: `Basic ${Buffer.from(`${sandbox.apiKey}:otra`).toString('base64')}` };
  expect((await pedir('POST', '/oauth/access_token', { parametros, cabeceras: mala })).statusCode).toBe(401);
  const sinGrant = await pedir('POST', '/oauth/access_token', { cabeceras: { authorization: basica(sandbox) } });
  expect(sinGrant.statusCode).toBe(400);
  const login = { usuario: sandbox.usuario, clave: 'otra' };
  expect((await pedir('POST', '/oauth/access_login', { parametros: login })).statusCode).toBe(401);
});

test('a token ends after an hour of the clock', async () => {
  const { estado, reloj } = await abrir();
  reloj.avanzar(3_599_999);
  expect(await estado('/v1/comercios')).toBe(200);
  reloj.avanzar(1);
  expect(await estado('/v1/comercios')).toBe(401);
});

test('a revoked token ends at once', async () => {
  const { estado, pedir, sandbox } = await abrir();
  expect((await pedir('POST', '/oauth/revoke_token')).statusCode).toBe(200);
  expect(await estado('/v1/comercios')).toBe(401);
  expect(sandbox.verdad.tokens()).toEqual([]);
});

test('a refresh token gives access tokens until thirty days have passed', async () => {
  const prueba = await abrir();
  const { pedir, sandbox, reloj } = prueba;
  const login = { usuario: sandbox.usuario, clave: sandbox.clave };
  const dado = filaDe(JSON.parse((await pedir('POST', '/oauth/access_login', { parametros: login })).body));
  expect([dado.expires_in, dado.refresh_expires_in, dado.token_type]).toEqual([3600, 2_592_000, 'basic']);
  const refrescar = () =>
    pedir('POST', '/oauth/refresh_token', { parametros: { refresh_token: String(dado.refresh_token) } });
  reloj.avanzar(2_591_999_000);
  const renovado = filaDe(JSON.parse((await refrescar()).body));
  expect(Object.keys(renovado)).toEqual(['access_token', 'expires_in', 'token_type']);
  prueba.token = String(renovado.access_token);
  expect(await prueba.estado('/v1/comercios')).toBe(200);
  expect((await refrescar()).statusCode).toBe(200);
  reloj.avanzar(1000);
  expect((await refrescar()).statusCode).toBe(400);
  const otro = await pedir('POST', '/oauth/refresh_token', { parametros: { refresh_token: 'no-existe' } });
  expect(otro.statusCode).toBe(400);
});
