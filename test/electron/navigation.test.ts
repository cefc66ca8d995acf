import { describe, expect, test } from 'vitest';
import { lockNavigation, cutNetwork, denyPermissions } from '#hosts/electron/security.ts';
import { createFakeElectron, emitCancelable, FakePage } from './fake-electron.ts';
import { start, type Dispatch } from './booted.ts';

function page() {
  const fake = createFakeElectron();
  lockNavigation(fake.electron.app);
  const onePage = new FakePage();
  fake.app.emit('web-contents-created', {}, onePage);
  return onePage;
}

describe('navigation', () => {
  test.each(['will-navigate', 'will-redirect'])('%s to elsewhere is stopped', (event) => {
    expect(emitCancelable(page(), event, { url: 'https://example.com/' })).toBe(true);
  });
  test.each(['app://otro/', 'javascript:alert(1)', 'app:conciliador', 'https://conciliador/', 'app://u@conciliador/'])(
    '%s is not a place to go',
    (url) => {
      expect(emitCancelable(page(), 'will-navigate', { url })).toBe(true);
    },
  );
  test('a reload of the screens is let through', () => {
    expect(emitCancelable(page(), 'will-navigate', { url: 'app://conciliador/' })).toBe(false);
  });
  test('a frame goes nowhere, not even to the screens', () => {
    const inside = { url: 'app://conciliador/', isMainFrame: false };
    expect(emitCancelable(page(), 'will-frame-navigate', inside)).toBe(true);
  });
  test('a webview is not attached', () => {
    expect(emitCancelable(page(), 'will-attach-webview')).toBe(true);
  });
  test('a new window is not opened', () => {
    expect(page().onWindowOpen({ url: 'https://lucide.dev/license' })).toEqual({ action: 'deny' });
  });
});

function closed(isPackaged = true) {
  const { electron, sesion } = createFakeElectron();
  denyPermissions(electron.session.defaultSession);
  cutNetwork(electron.session.defaultSession, isPackaged);
  return sesion;
}

describe('permissions', () => {
  test.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem', 'unknown'])(
    'a request of %s is denied',
    (permission) => {
      const answers: boolean[] = [];
      closed().askPermission({}, permission, (granted) => answers.push(granted));
      expect(answers).toEqual([false]);
    },
  );
  test('devices are denied', () => {
    expect(closed().checkDevice()).toBe(false);
  });
  test('the screen is not shared', () => {
    const answers: unknown[] = [];
    closed().askForScreen({}, (streams) => answers.push(streams));
    expect(answers).toEqual([null]);
  });
});

describe('the network', () => {
  const verdict = (url: string, isPackaged = true): unknown => {
    let answered: unknown;
    closed(isPackaged).beforeRequest({ url }, (value) => (answered = value));
    return answered;
  };
  test('the screens reach their own files', () => {
    expect(verdict('app://conciliador/assets/a.js')).toEqual({ cancel: false });
  });
  test.each([
    'https://example.com/',
    'file:///etc/passwd',
    'app://otro/',
    'devtools://devtools/bundled/inspector.html',
  ])('%s is not reached', (url) => {
    expect(verdict(url)).toEqual({ cancel: true });
  });
  test('the developer’s tools are reached in a checkout', () => {
    expect(verdict('devtools://devtools/bundled/inspector.html', false)).toEqual({ cancel: false });
    expect(verdict('https://devtools://x', false)).toEqual({ cancel: true });
  });
  test('nothing is downloaded by the page', () => {
    expect(emitCancelable(closed(), 'will-download')).toBe(true);
  });
});

test('a missing secret is asked in the window, with what was said before there was one, and not where there is none', async () => {
  const { promise, resolve } = Promise.withResolvers<Parameters<NonNullable<Parameters<typeof start>[0]>>[0]>();
  const { ventana, send } = await start((deps) => {
    resolve(deps);
    deps.onNotice('Un aviso.');
    return { dispatch: (async () => ({ ok: true, value: [] })) as unknown as Dispatch, close: async () => undefined };
  });
  const { askForSecret } = await promise;
  const ask = () => askForSecret({ nombre: 'Casa central', url: 'https://api.example' }, new AbortController().signal);
  const secret = ask();
  await send({ tipo: 'suscribir' });
  const [notice, asked] = ventana?.webContents.sent.slice(-2).map(({ data }) => data) ?? [];
  expect(notice).toEqual({ tipo: 'aviso', texto: 'Un aviso.' });
  expect(asked).toMatchObject({ tipo: 'clave', cuenta: 'Casa central', url: 'https://api.example' });
  const { pregunta } = asked as { pregunta: string };
  expect(await send({ tipo: 'contestar', pregunta, clave: 's3creta' })).toEqual({ ok: true });
  expect(await secret).toBe('s3creta');
  ventana?.close();
  expect(await ask()).toBeUndefined();
});
