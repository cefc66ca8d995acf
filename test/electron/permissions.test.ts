import { describe, expect, test } from 'vitest';
import { cutNetwork, denyPermissions } from '#hosts/electron/security.ts';
import { createFakeElectron, emitCancelable } from './fake-electron.ts';

function closed(isPackaged = true) {
  const { electron, sesion } = createFakeElectron();
  denyPermissions(electron.session.defaultSession);
  cutNetwork(electron.session.defaultSession, { isPackaged });
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
  test('a check without a request is denied', () => {
    expect(closed().checkPermission()).toBe(false);
  });
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
    'http://127.0.0.1:8080/',
    'file:///etc/passwd',
    'ws://example.com/',
    'app://otro/',
    'data:text/html,x',
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
  test('no dictionary is fetched', () => {
    expect(closed().checksSpelling).toBe(false);
  });
});
