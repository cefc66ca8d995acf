import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enlacePermitido } from '#hosts/electron/enlaces.ts';
import { cerrarNavegacion } from '#hosts/electron/navegacion.ts';
import { crearElectronFalso, emitirCancelable, PaginaFalsa } from './electron-falso.ts';

function page() {
  const falso = crearElectronFalso();
  const abiertos: string[] = [];
  cerrarNavegacion({ app: falso.electron.app, abrirEnlace: (url) => abiertos.push(url) });
  const pagina = new PaginaFalsa();
  falso.app.emit('web-contents-created', {}, pagina);
  return { pagina, abiertos };
}

describe('navigation', () => {
  test.each(['will-navigate', 'will-redirect'])('%s to elsewhere is stopped', (evento) => {
    const { pagina, abiertos } = page();
    expect(emitirCancelable(pagina, evento, { url: 'https://example.com/' })).toBe(true);
    expect(abiertos).toEqual(['https://example.com/']); // for the allow-list to decide
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
    expect(emitirCancelable(page().pagina, 'will-navigate', { url })).toBe(true);
  });
  test('a reload of the screens is let through', () => {
    expect(emitirCancelable(page().pagina, 'will-navigate', { url: 'app://conciliador/' })).toBe(false);
  });
  test('a frame goes nowhere, not even to the screens', () => {
    const { pagina } = page();
    const inside = { url: 'app://conciliador/', isMainFrame: false };
    expect(emitirCancelable(pagina, 'will-frame-navigate', inside)).toBe(true);
  });
  test('a webview is not attached', () => {
    expect(emitirCancelable(page().pagina, 'will-attach-webview')).toBe(true);
  });
  test('a new window is not opened', () => {
    const { pagina, abiertos } = page();
    expect(pagina.alAbrirVentana({ url: 'https://lucide.dev/license' })).toEqual({ action: 'deny' });
    expect(abiertos).toEqual(['https://lucide.dev/license']);
  });
});

describe('external links', () => {
  const lista = [{ host: 'ayuda.example', ruta: '/guia/' }];
  test('one of the list is opened', () => {
    expect(enlacePermitido('https://ayuda.example/guia/uno?x=1#y', lista)).toBe('https://ayuda.example/guia/uno?x=1#y');
  });
  test.each([
    'http://ayuda.example/guia/',
    'https://ayuda.example/otra/',
    'https://ayuda.example/guia/../otra',
    'https://ayuda.example.otro/guia/',
    'https://otra-ayuda.example/guia/',
    'https://x.ayuda.example/guia/',
    'https://otro/?https://ayuda.example/guia/',
    'https://u@ayuda.example/guia/',
    'https://:p@ayuda.example/guia/',
    'https://ayuda.example:8443/guia/',
    'https://ayuda.example.otro/guia/',
    'https://otra-ayuda.example/guia/',
    'https://x.ayuda.example/guia/',
    'file:///ayuda.example/guia/',
    'javascript:location="https://ayuda.example/guia/"',
    'mailto:x@ayuda.example',
    'ayuda.example/guia/',
    '',
  ])('%s is not', (url) => {
    expect(enlacePermitido(url, lista)).toBeUndefined();
  });
  test('whatever is opened is https and of a host of the list', () => {
    const piece = fc.constantFrom(
      'https://',
      'ayuda.example',
      '/guia/',
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
        const allowed = enlacePermitido(pieces.join(''), lista);
        if (allowed === undefined) return;
        expect(allowed.startsWith('https://ayuda.example/guia/')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
