import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  saveState,
  readState,
  createWindowMemory,
  loadScreens,
  createWindow,
  showWindow,
  type WindowState,
} from '#hosts/electron/window.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { setContextMenu } from '#hosts/electron/menu.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { createFakeElectron } from './fake-electron.ts';

const NEVER: WindowState = { bounds: undefined, maximizada: false };
function open(state: WindowState = NEVER, isPackaged = true) {
  const fake = createFakeElectron();
  fake.app.isPackaged = isPackaged;
  const states: WindowState[] = [];
  const window = createWindow({
    electron: fake.electron,
    preload: '/programa/out/preload/preload.cjs',
    state,
    onState: (fresh) => states.push(fresh),
  });
  const [span] = fake.windows;
  if (span === undefined) throw new Error('no window');
  return { ...fake, window, ventana: span, states };
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
    expect(open(NEVER, false).ventana.options['webPreferences']).toMatchObject({ devTools: true });
  });
  test('loads the screens, from app:// and nowhere else', async () => {
    const { window, ventana } = open();
    await loadScreens(window);
    expect(ventana.loaded).toBe('app://conciliador/');
  });
  test('is shown when it has something to show', () => {
    const { ventana } = open();
    expect(ventana.options['show']).toBe(false);
    ventana.emit('ready-to-show');
    expect(ventana.facts).toEqual(['show']);
  });
  test('opens where it was left', () => {
    const bounds = { x: 50, y: 60, width: 1100, height: 800 };
    const { ventana } = open({ bounds, maximizada: true });
    ventana.emit('ready-to-show');
    expect(ventana.options).toMatchObject(bounds);
    expect(ventana.facts).toEqual(['maximize', 'show']);
  });
  test('fits the smallest screen that the screens are made for', () => {
    const { minWidth, minHeight } = open().ventana.options;
    expect(Number(minWidth)).toBeLessThanOrEqual(1024);
    expect(Number(minHeight)).toBeLessThanOrEqual(700);
  });
  test.each(['resize', 'move', 'maximize', 'unmaximize'])('tells its place after %s', (event) => {
    const { ventana, states } = open();
    ventana.emit(event);
    expect(states).toEqual([{ bounds: ventana.bounds, maximizada: false }]);
  });
  test('comes to the front from the taskbar', () => {
    const { window, ventana } = open();
    ventana.isMinimised = true;
    showWindow(window);
    expect(ventana.facts).toEqual(['restore', 'show', 'focus']);
  });
  test('that is gone is left alone', () => {
    const { window, ventana } = open();
    ventana.close();
    showWindow(window);
    showWindow(undefined);
    expect(ventana.facts).toEqual([]);
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

describe('where the window was', () => {
  let folder = '';
  let file = '';
  const displays = [
    { x: 0, y: 25, width: 1920, height: 1015 },
    { x: 1920, y: 0, width: 1280, height: 1024 },
  ];
  beforeEach(() => {
    folder = createTemporaryFolder();
    file = path.join(folder, 'ventana.json');
  });
  const back = async (bounds: WindowState['bounds'], on = displays): Promise<WindowState['bounds']> => {
    await saveState(file, { bounds, maximizada: false });
    return (await readState(file, on)).bounds;
  };

  test('is read back as it was written', async () => {
    const state = { bounds: { x: 100, y: 100, width: 1000, height: 700 }, maximizada: true };
    await saveState(file, state);
    expect(await readState(file, displays)).toEqual(state);
    expect(await readdir(folder)).toEqual(['ventana.json']); // written under another name and renamed
  });
  test('on the second display counts while there is one', async () => {
    const bounds = { x: 2000, y: 10, width: 1000, height: 700 };
    expect(await back(bounds)).toEqual(bounds);
    expect(await back(bounds, displays.slice(0, 1))).toBeUndefined();
  });
  test.each([
    ['to the left of everything', { x: -990, y: 100 }],
    ['to the right of everything', { x: 3190, y: 100 }],
    ['under the screen', { x: 100, y: 1030 }],
    ['with its title above the screen', { x: 100, y: -10 }],
  ])('%s does not count', async (_where, at) => {
    expect(await back({ ...at, width: 1000, height: 700 })).toBeUndefined();
  });
  test('half out of the screen counts: it can be dragged', async () => {
    expect(await back({ x: -500, y: 100, width: 1000, height: 700 })).toBeDefined();
  });
  test.each(['', '{', '[]', '{"bounds":{"x":0,"y":0,"width":5,"height":5},"maximizada":false}', '{"bounds":1e99}'])(
    'as %j is forgotten',
    async (text) => {
      await writeFile(file, text);
      expect(await readState(file, displays)).toEqual(NEVER);
    },
  );
  test('is nowhere at first', async () => {
    expect(await readState(file, displays)).toEqual(NEVER);
  });

  test('is written once the window has been still', async () => {
    const waits: (() => void)[] = [];
    const sleep = (): Promise<void> => new Promise((resolve) => waits.push(resolve));
    const memory = createWindowMemory(file, { sleep }, (error) => expect.unreachable(String(error)));
    for (const x of [1, 2, 3]) memory.note({ bounds: { x, y: 30, width: 1000, height: 700 }, maximizada: false });
    expect(waits).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
    waits[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    await memory.close();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ bounds: { x: 3 } });
  });
  test('is written at once when the program ends', async () => {
    const sleep = (): Promise<void> => new Promise(() => undefined);
    const memory = createWindowMemory(file, { sleep }, (error) => expect.unreachable(String(error)));
    memory.note({ bounds: { x: 9, y: 30, width: 1000, height: 700 }, maximizada: true });
    await memory.close();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ bounds: { x: 9 }, maximizada: true });
  });
  test('that cannot be written is told to the log, and no more', async () => {
    const told: unknown[] = [];
    const lost = path.join(folder, 'no', 'esta', 'ventana.json');
    const memory = createWindowMemory(lost, { sleep: () => new Promise(() => undefined) }, (error) => told.push(error));
    memory.note(NEVER);
    await memory.close();
    expect(told).toHaveLength(1);
  });
});
