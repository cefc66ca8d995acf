import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { enter, sendJson, getOrigin, fetchPath, answerWith, test, tokenOf } from './client.ts';

const nothing = answerWith(() => null);

/** What a page that comes in keeps for its browser. */
async function keyOf(loopback: Parameters<typeof tokenOf>[0]): Promise<string> {
  const answer = await sendJson(loopback, '/api/sesion', { entrada: tokenOf(loopback) });
  return (JSON.parse(answer.body) as { puerta: string }).puerta;
}

describe('a page that was not let in', () => {
  test('has the program open one that is, and is answered with nothing that lets it in', async ({ start }) => {
    const pages: string[] = [];
    const openPage = (file: string): Promise<boolean> => {
      pages.push(file);
      return Promise.resolve(true);
    };
    const loopback = await start(nothing, { openPage });
    const door = await keyOf(loopback);
    const answer = await sendJson(loopback, '/api/abrir', { puerta: door });
    expect([answer.status, answer.body]).toEqual([200, '{"abierta":true}']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const input = /#entrada=([\w-]{43})"/.exec(await readFile(pages[0] ?? '', 'utf8'))?.[1];
    expect((await sendJson(loopback, '/api/sesion', { entrada: input })).status).toBe(200);
    // Whoever presses twice wants one page.
    expect((await sendJson(loopback, '/api/abrir', { puerta: door })).body).toBe('{"abierta":true}');
    expect(pages).toHaveLength(1);
  });

  test('is told when there is no browser to open', async ({ start }) => {
    const loopback = await start(nothing, { openPage: () => Promise.resolve(false) });
    const door = await keyOf(loopback);
    expect((await sendJson(loopback, '/api/abrir', { puerta: door })).body).toBe('{"abierta":false}');
  });

  test('opens nothing without the key that the browser keeps, nor from another site', async ({ start }) => {
    let opened = 0;
    const openPage = (): Promise<boolean> => Promise.resolve(++opened > 0);
    const loopback = await start(nothing, { openPage });
    const door = await keyOf(loopback);
    for (const body of [{}, { puerta: '' }, { puerta: 'A'.repeat(43) }, { puerta: door, otra: 1 }]) {
      expect((await sendJson(loopback, '/api/abrir', body)).status).toBe(401);
    }
    const foreign = { origin: 'http://127.0.0.1:1' };
    expect((await sendJson(loopback, '/api/abrir', { puerta: door }, foreign)).status).toBe(403);
    const json = { 'content-type': 'application/json' };
    const request = { metodo: 'POST', headers: json, cuerpo: JSON.stringify({ puerta: door }) } as const;
    expect((await fetchPath(loopback, '/api/abrir', request)).status).toBe(403);
    const site = { origin: getOrigin(loopback), 'sec-fetch-site': 'same-site' };
    expect((await sendJson(loopback, '/api/abrir', { puerta: door }, site)).status).toBe(403);
    expect(opened).toBe(0);
  });
});

test('a tab that is in gives another one an entry, which is good once; one that is not gives none', async ({
  start,
}) => {
  const loopback = await start(nothing);
  const secrets = await enter(loopback);
  const { entrada } = JSON.parse((await sendJson(loopback, '/api/entrada', {}, secrets)).body) as { entrada: string };
  expect((await sendJson(loopback, '/api/sesion', { entrada })).status).toBe(200);
  expect((await sendJson(loopback, '/api/sesion', { entrada })).status).toBe(401);
  expect((await sendJson(loopback, '/api/entrada', {})).status).toBe(401);
  expect((await sendJson(loopback, '/api/entrada', {}, { cookie: secrets['cookie'] ?? '' })).status).toBe(401);
});
