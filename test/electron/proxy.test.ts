import { expect, test } from 'vitest';
import { createApp } from '#app/compose/index.ts';
import { desktopProxyOf } from '#hosts/electron/electron-api.ts';
import { createFakeElectron } from './fake-electron.ts';
import { start } from './booted.ts';

test.each([
  ['DIRECT', undefined],
  ['', undefined],
  ['PROXY proxy.example:8080', 'http://proxy.example:8080'],
  ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
  ['HTTPS proxy.example:443;PROXY otro.example:80', 'https://proxy.example:443'],
  ['DIRECT; PROXY proxy.example:8080', undefined],
  ['SOCKS5 proxy.example:1080', 'socks5://proxy.example:1080'],
])('the desktop says %j', async (said, proxy) => {
  const { electron, sesion } = createFakeElectron();
  sesion.proxy = said;
  expect(await desktopProxyOf(electron)('https://servicio.example')).toBe(proxy);
});

test('the window tells the application where the desktop sends each address', async () => {
  let told: string | undefined;
  const { sesion, end } = await start((deps) => {
    told = 'not asked';
    const app = createApp(deps);
    return {
      ...app,
      close: async () => {
        told = await deps.desktopProxy?.('https://servicio.example');
        await app.close();
      },
    };
  });
  sesion.proxy = 'PROXY proxy.example:8080';
  await end();
  expect(told).toBe('http://proxy.example:8080');
});
