import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getAllowedLink, lockNavigation } from '#hosts/electron/security.ts';
import { createFakeElectron, emitCancelable, FakePage } from './fake-electron.ts';

function page() {
  const fake = createFakeElectron();
  const opened: string[] = [];
  lockNavigation({ app: fake.electron.app, openLink: (url) => opened.push(url) });
  const onePage = new FakePage();
  fake.app.emit('web-contents-created', {}, onePage);
  return { pagina: onePage, opened };
}

describe('navigation', () => {
  test.each(['will-navigate', 'will-redirect'])('%s to elsewhere is stopped', (event) => {
    const { pagina: onePage, opened } = page();
    expect(emitCancelable(onePage, event, { url: 'https://example.com/' })).toBe(true);
    expect(opened).toEqual(['https://example.com/']); // for the allow-list to decide
  });
  test.each([
    'https://example.com/',
    'file:///etc/passwd',
    'app://otro/',
    'javascript:alert(1)',
    'app:conciliador',
    'https://conciliador/',
    'app://u@conciliador/',
  ])('%s is not a place to go', (url) => {
    expect(emitCancelable(page().pagina, 'will-navigate', { url })).toBe(true);
  });
  test('a reload of the screens is let through', () => {
    expect(emitCancelable(page().pagina, 'will-navigate', { url: 'app://conciliador/' })).toBe(false);
  });
  test('a frame goes nowhere, not even to the screens', () => {
    const { pagina: onePage } = page();
    const inside = { url: 'app://conciliador/', isMainFrame: false };
    expect(emitCancelable(onePage, 'will-frame-navigate', inside)).toBe(true);
  });
  test('a webview is not attached', () => {
    expect(emitCancelable(page().pagina, 'will-attach-webview')).toBe(true);
  });
  test('a new window is not opened', () => {
    const { pagina: onePage, opened } = page();
    expect(onePage.onWindowOpen({ url: 'https://lucide.dev/license' })).toEqual({ action: 'deny' });
    expect(opened).toEqual(['https://lucide.dev/license']);
  });
});

describe('external links', () => {
  test('one of the list is opened', () => {
    expect(getAllowedLink('https://lucide.dev/license?x=1#y')).toBe('https://lucide.dev/license?x=1#y');
  });
  test.each([
    'http://lucide.dev/license',
    'https://lucide.dev/otra/',
    'https://lucide.dev/license/../otra',
    'https://lucide.dev.otro/license',
    'https://otra-lucide.dev/license',
    'https://x.lucide.dev/license',
    'https://otro/?https://lucide.dev/license',
    'https://u@lucide.dev/license',
    'https://:p@lucide.dev/license',
    'https://lucide.dev:8443/license',
    'file:///lucide.dev/license',
    'javascript:location="https://lucide.dev/license"',
    'mailto:x@lucide.dev',
    'lucide.dev/license',
    '',
  ])('%s is not', (url) => {
    expect(getAllowedLink(url)).toBeUndefined();
  });
  test('whatever is opened is https and of a host of the list', () => {
    const piece = fc.constantFrom(
      'https://',
      'lucide.dev',
      '/license',
      '@',
      ':',
      '..',
      '\\',
      '#',
      'otro',
      '%2f',
      ' ',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const allowed = getAllowedLink(pieces.join(''));
        if (allowed === undefined) return;
        expect(allowed.startsWith('https://lucide.dev/license')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
