import { describe, expect, test } from 'vitest';
import { getPageTitle } from '../../src-renderer/shared/sections.ts';
import { Toasts } from '../../src-renderer/ui/toasts.svelte.ts';
import { isUndo } from '../../src-renderer/ui/typing.ts';

test('the title of the page is that of the screen, and says which reconciliation is looked at', () => {
  expect(getPageTitle({ seccion: 'operaciones', filtro: {} })).toBe('Operaciones · Conciliador');
  expect(getPageTitle({ seccion: 'conciliaciones', id: '48213' })).toBe('Conciliaciones 48213 · Conciliador');
});

describe('what can be undone', () => {
  test('is undone once, and only the newest', () => {
    const undone: string[] = [];
    const toasts = new Toasts();
    toasts.show('una', () => undone.push('una'));
    const first = toasts.actual?.id ?? 0;
    toasts.show('dos', () => undone.push('dos'));
    toasts.close(first); // the timer of the older notice ends: the newer notice stays
    expect(toasts.undo()).toBe(true);
    expect(toasts.undo()).toBe(false);
    expect(undone).toEqual(['dos']);
  });

  test('is not the notice of a saved file', () => {
    const toasts = new Toasts();
    toasts.show('Archivo guardado: informe.xlsx');
    expect([toasts.undo(), toasts.actual?.text]).toEqual([false, 'Archivo guardado: informe.xlsx']);
  });
});

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
test.each([
  ['Ctrl Z', { key: 'z', ctrlKey: true }, true],
  ['Ctrl Z with Caps Lock', { key: 'Z', ctrlKey: true }, true],
  ['Cmd Z', { key: 'z', metaKey: true }, true],
  ['Ctrl Shift Z', { key: 'Z', ctrlKey: true, shiftKey: true }, false],
  ['Z', { key: 'z' }, false],
])('the key that undoes %s', (_name, press, undoes) => {
  expect(isUndo({ ...NONE, ...press })).toBe(undoes);
});
