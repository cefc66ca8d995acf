import { describe, expect, test } from 'vitest';
import { createWindow, showWindow } from '#hosts/electron/window.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { setContextMenu } from '#hosts/electron/menu.ts';
import { createFakeElectron } from './fake-electron.ts';

function open(isPackaged = true) {
  const fake = createFakeElectron();
  fake.app.isPackaged = isPackaged;
  const window = createWindow({ electron: fake.electron, preload: '/programa/out/preload/preload.cjs' });
  const [span] = fake.windows;
  if (span === undefined) throw new Error('no window');
  return { ...fake, window, ventana: span };
}

describe('the window', () => {
  test('is closed to everything but the preload', () => {
    expect(open().ventana.options['webPreferences']).toEqual({
      preload: '/programa/out/preload/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      plugins: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: false,
    });
  });
  test('has developer tools in a checkout only', () => {
    expect(open(false).ventana.options['webPreferences']).toMatchObject({ devTools: true });
  });
  test('is shown when it has something to show', () => {
    const { ventana } = open();
    expect(ventana.options['show']).toBe(false);
    ventana.emit('ready-to-show');
    expect(ventana.facts).toEqual(['show']);
  });
  test('opens where it was left, which Electron keeps by its name', () => {
    expect(open().ventana.options).toMatchObject({ name: 'conciliador', windowStatePersistence: true });
  });
  test('fits the smallest screen that the screens are made for', () => {
    const { minWidth, minHeight } = open().ventana.options;
    expect(Number(minWidth)).toBeLessThanOrEqual(1024);
    expect(Number(minHeight)).toBeLessThanOrEqual(700);
  });
  test('comes to the front from the taskbar', () => {
    const { window, ventana } = open();
    ventana.isMinimised = true;
    showWindow(window);
    expect(ventana.facts).toEqual(['restore', 'show', 'focus']);
  });
  test('offers cut, copy and paste on the right button of a field, in Spanish', () => {
    const { electron, window, ventana, menus, estado } = open();
    setContextMenu(electron.Menu, window, chooseIn('es-AR'));
    const editFlags = { canCut: true, canCopy: true, canPaste: true };
    ventana.webContents.emit('context-menu', {}, { editFlags, isEditable: true, selectionText: '' });
    ventana.webContents.emit('context-menu', {}, { editFlags, isEditable: false, selectionText: ' ' });
    expect(menus.map((items) => items.map(({ label }) => label))).toEqual([['Cortar', 'Copiar', 'Pegar']]);
    expect(estado.popups).toBe(1);
  });
});
