import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerScheme, serveScreens } from '#hosts/electron/security.ts';
import { useTemporaryFolder } from '../platform/temporary-folder.ts';
import { createFakeElectron } from './fake-electron.ts';

const folder = useTemporaryFolder();
let answer: (url: string, init?: RequestInit) => Promise<Response>;
beforeAll(async () => {
  await mkdir(path.join(folder, 'renderer', 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'secreto.html'), 'secreto');
  await writeFile(path.join(folder, 'renderer', 'index.html'), '<script nonce="__NONCE__" src="assets/a.js"></script>');
  await writeFile(path.join(folder, 'renderer', 'assets', 'a.js'), 'uno()');
  await writeFile(path.join(folder, 'renderer', 'assets', 'a.map'), '{}');
  await symlink(path.join(folder, 'secreto.html'), path.join(folder, 'renderer', 'salida.html'));
  const { electron, servers } = createFakeElectron();
  serveScreens(electron.protocol, path.join(folder, 'renderer'));
  // A plain object: a real Request would normalise the URL, which a broken renderer could send as written.
  answer = (url, init) => {
    const handler = servers.get('app');
    if (handler === undefined) throw new Error('nothing serves app://');
    return handler({ url, method: 'GET', ...init } as Request);
  };
});

describe('app://', () => {
  test('is an origin of its own with no privilege to step over the policy', () => {
    const { electron, schemes } = createFakeElectron();
    registerScheme(electron.protocol);
    expect(schemes).toEqual([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
  });

  test('serves the document with a policy whose nonce is in the document', async () => {
    const response = await answer('app://conciliador/');
    const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1] ?? '';
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).toContain(`'nonce-${nonce}'`);
    expect(nonce).toMatch(/^[\w+/]{24}$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('serves a script as a script', async () => {
    const response = await answer('app://conciliador/assets/a.js');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe('uno()');
  });

  test.each([
    'app://conciliador/../secreto.html',
    'app://conciliador/%2e%2e/secreto.html',
    'app://conciliador/..%2fsecreto.html',
    'app://conciliador/assets/..%2findex.html', // refused although it would stay inside
    'app://conciliador/assets/..%5c..%5csecreto.html',
    'app://conciliador/salida.html', // a link that leaves the folder
    'app://conciliador/%00index.html',
    'app://conciliador/%zz',
    'app://conciliador/assets',
    'app://conciliador/assets/a.map', // not a kind of file that the screens have
    'app://otro/index.html',
    'app://conciliador.example/index.html',
    'https://conciliador/index.html',
    'app://u@conciliador/index.html',
    'app://:p@conciliador/index.html',
    'app://conciliador:80/index.html',
  ])('refuses %s', async (url) => {
    const response = await answer(url);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });

  test('refuses to be written to', async () => {
    expect((await answer('app://conciliador/index.html', { method: 'POST' })).status).toBe(405);
  });
});
