import { connect } from 'node:net';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { callPath, enter, sendJson, getOrigin, fetchPath, answerWith, test, tokenOf } from './client.ts';

const nothing = answerWith(() => []);
const call = { llamada: '1', metodo: 'cuentas.listar', entrada: {} };

describe('who may speak to the host', () => {
  test('a request for another Host is refused, documents included', async ({ loopback }) => {
    const { port } = new URL(loopback.url);
    for (const host of ['evil.example', `localhost:${port}`, '127.0.0.1', `127.0.0.1:${port}.evil.example`]) {
      expect((await fetchPath(loopback, '/', { headers: { host } })).status).toBe(421);
    }
    expect((await fetchPath(loopback, '/')).status).toBe(200);
  });

  test('a POST from another site is refused, though it carries both secrets', async ({ loopback, secrets }) => {
    for (const origin of ['https://evil.example', 'null', getOrigin(loopback).replace(/:\d+$/, ':1')]) {
      expect((await sendJson(loopback, '/api/llamadas', call, { ...secrets, origin })).status).toBe(403);
    }
  });

  test('a POST that does not say where it comes from is refused', async ({ loopback, secrets }) => {
    const headers = { ...secrets, 'content-type': 'application/json' };
    const answer = await fetchPath(loopback, '/api/llamadas', {
      metodo: 'POST',
      headers,
      cuerpo: JSON.stringify(call),
    });
    expect(answer.status).toBe(403);
  });

  test('a read of the API is one however its address is written', async ({ loopback, secrets }) => {
    const headers = { ...secrets, 'sec-fetch-site': 'cross-site' };
    const { host } = new URL(loopback.url);
    for (const road of [
      '/api/eventos',
      '/%61pi/eventos',
      '/api/%65ventos',
      '/%61%70%69/eventos?x=1',
      `http://${host}/api/eventos`,
      'http://otro.example/%61pi/eventos',
      `/~${'a'.repeat(22)}/api/eventos`,
    ]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await callPath(loopback, road, { metodo: method, headers });
        answer.destroy(); // an accepted stream would never end
        expect(answer.statusCode, road).toBe(403);
      }
    }
    // Other sites may ask only for documents and their pieces: the page that opens the browser, or a person, does.
    expect((await fetchPath(loopback, '/', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
  });

  test('a preflight gets no permission', async ({ loopback }) => {
    const answer = await fetchPath(loopback, '/api/llamadas', {
      metodo: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(405);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('a form of another site cannot be read as a call: only JSON is', async ({ loopback, secrets }) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect((await sendJson(loopback, '/api/llamadas', call, { ...secrets, 'content-type': type })).status).toBe(415);
    }
  });
});

describe('the secrets of a tab', () => {
  test.for(['cookie', 'x-conciliador-pestana'])(
    'without its %s a call is refused',
    async (name, { loopback, secrets }) => {
      const { [name]: _gone, ...rest } = secrets;
      expect((await sendJson(loopback, '/api/llamadas', call, rest)).status).toBe(401);
    },
  );

  test('the event stream needs both too', async ({ loopback, secrets }) => {
    const { cookie = '' } = secrets;
    expect((await fetchPath(loopback, '/api/eventos', { headers: { cookie } })).status).toBe(401);
    expect((await fetchPath(loopback, '/api/eventos')).status).toBe(401);
  });

  test('a tab that comes in shuts out the one before', async ({ loopback }) => {
    const first = await enter(loopback);
    const stream = await callPath(loopback, '/api/eventos', { headers: first });
    const second = await enter(loopback);
    expect((await sendJson(loopback, '/api/llamadas', call, first)).status).toBe(401);
    expect((await sendJson(loopback, '/api/llamadas', call, second)).status).toBe(200);
    (await callPath(loopback, '/api/eventos', { headers: second })).destroy();
    expect(await text(stream)).toBe('\n'); // the first tab's stream ended
  });

  test('what a server of another port puts under the name of our cookie signs nobody out', async ({
    loopback,
    secrets,
  }) => {
    const { cookie = '', ...rest } = secrets;
    const name = cookie.split('=')[0] ?? '';
    // Browsers send the cookies of the longest path first.
    for (const jar of [`${name}=x; ${cookie}`, `${name}=; ${name}="y"; otra=1; ${cookie}; ${name}=z`]) {
      expect((await sendJson(loopback, '/api/llamadas', call, { ...rest, cookie: jar })).status, jar).toBe(200);
    }
  });

  test('the cookie is out of reach of scripts, of other sites and of other ports', async ({ loopback }) => {
    const answer = await sendJson(loopback, '/api/sesion', { entrada: tokenOf(loopback) });
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^conciliador-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/~[\w-]{22}\/$/);
  });
});

describe('what is served', () => {
  test('no road leaves the renderer folder', async ({ loopback, folder, renderer }) => {
    await symlink(path.join(folder, 'secreto.js'), path.join(renderer, 'enlace.js'));
    const roads = [
      '/../secreto.js',
      '/assets/../../secreto.js',
      '/%2e%2e/secreto.js',
      '/..%2fsecreto.js',
      '/..%5csecreto.js',
      '/%2e%2e%2fsecreto.js',
      '/assets/%00/../a.js',
      '//etc/passwd',
      '/enlace.js',
      '/%c0%ae%c0%ae/secreto.js',
    ];
    for (const road of roads) expect([400, 404], road).toContain((await fetchPath(loopback, road)).status);
    expect((await fetchPath(loopback, '/assets/a.js')).status).toBe(200);
  });

  test('each document has its own nonce, and a policy that allows nothing from outside', async ({ loopback }) => {
    const answers = [await fetchPath(loopback, '/'), await fetchPath(loopback, '/')];
    const nonces = answers.map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1] ?? '');
    expect(new Set(nonces).size).toBe(2);
    const policy = String(answers[0]?.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${String(nonces[0])}'`);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
  });
});

describe('bounds', () => {
  test('a body over the bound is refused', async ({ start }) => {
    const loopback = await start(nothing, { limits: { body: 1000 } });
    const secrets = await enter(loopback);
    const big = { ...call, entrada: { relleno: 'x'.repeat(2000) } };
    expect((await sendJson(loopback, '/api/llamadas', big, secrets)).status).toBe(413);
  });

  test('a file over the bound is refused though it does not say its size', async ({ start }) => {
    const loopback = await start(nothing, { limits: { file: 1000 } });
    const headers = {
      ...(await enter(loopback)),
      origin: getOrigin(loopback),
      'content-type': 'application/octet-stream',
      'transfer-encoding': 'chunked',
      'x-conciliador-nombre': 'a.xlsx',
    };
    const answer = await fetchPath(loopback, '/api/archivos', { metodo: 'POST', headers, cuerpo: Buffer.alloc(5000) });
    expect(answer.status).toBe(413);
  });

  test('a body that never ends is cut', async ({ start }) => {
    const loopback = await start(nothing, { limits: { requestMs: 200 } });
    const { host, port } = new URL(loopback.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /api/sesion HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });
});
