import { z } from 'zod';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import type { Clock } from '#domain/clock.ts';
import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import { HOME } from './security.ts';

/** The last place of the window, in the desktop's pixels. `maximizada`: `bounds` is the size to restore. */
export interface WindowState {
  readonly bounds: Bounds | undefined;
  readonly maximizada: boolean;
}

/** The smallest size, for small screens, and the size of the first run. Pictures of the screens begin at 1024 × 700 (scripts/screenshots.ts). */
const MINIMUM = { width: 900, height: 600 } as const;
const INITIAL = { width: 1280, height: 860 } as const;

const pixel = z.number().int().min(-100_000).max(100_000);
const STATE = z.object({
  bounds: z.object({
    x: pixel,
    y: pixel,
    width: pixel.min(MINIMUM.width),
    height: pixel.min(MINIMUM.height),
  }),
  maximizada: z.boolean(),
});
type Bounds = z.infer<typeof STATE>['bounds'];

const NONE: WindowState = { bounds: undefined, maximizada: false };

/** How much of the window's top strip must be visible for a mouse to drag it. */
const GRIP = { ancho: 120, alto: 40 } as const;

/** True when some display shows enough of the title bar to drag the window. */
const canBeSeen = (bounds: Bounds, displays: readonly Bounds[]): boolean =>
  displays.some((area) => {
    const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    return across >= GRIP.ancho && bounds.y >= area.y && bounds.y + GRIP.alto <= area.y + area.height;
  });

/** The place for the window: its last place, if that is still visible on `displays` (their work areas). Sets an unreadable file aside. */
export async function readState(file: string, displays: readonly Bounds[]): Promise<WindowState> {
  const { bounds, maximizada } = (await readJsonFile(file, (value) => STATE.parse(value))) ?? NONE;
  return { bounds: bounds !== undefined && canBeSeen(bounds, displays) ? bounds : undefined, maximizada };
}

export const saveState = (file: string, state: WindowState): Promise<void> => writeJsonAtomic(file, state);

/** The pause between two writes of the window's place, which changes many times a second during a drag. */
const PAUSE_MS = 500;

/** Remembers the place of the window, with one write at a time. Does not report failed writes to the person. */
export function createWindowMemory(file: string, clock: Pick<Clock, 'sleep'>, onFailure: (error: unknown) => void) {
  let newest: WindowState | undefined;
  let waiting = false;
  let writing = Promise.resolve();
  const writeState = (): Promise<void> => {
    const state = newest;
    newest = undefined;
    if (state !== undefined) writing = writing.then(() => saveState(file, state)).catch(onFailure);
    return writing;
  };
  return {
    note: (state: WindowState): void => {
      newest = state;
      if (waiting) return;
      waiting = true;
      clock
        .sleep(PAUSE_MS)
        .then(() => {
          waiting = false;
          return writeState();
        })
        .catch(onFailure);
    },
    /** Writes a pending change now. */
    close: writeState,
  };
}

interface WindowDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'BrowserWindow' | 'nativeTheme'>;
  readonly preload: string;
  readonly state: WindowState;
  /** Called at each change of place or size. */
  readonly onState: (state: WindowState) => void;
}

/** The background until the screens paint their own (tokens.css), so that the window does not flash. */
const BACKGROUND = { claro: '#ffffff', oscuro: '#16181d' } as const;

/** Makes the window. Its page reaches only the preload's bridge (docs/architecture.md, "Security"). Shows it when its first content is ready. */
export function createWindow({ electron, preload, state, onState }: WindowDeps): BrowserWindow {
  const window = new electron.BrowserWindow({
    ...INITIAL,
    ...state.bounds,
    minWidth: MINIMUM.width,
    minHeight: MINIMUM.height,
    title: 'Conciliador',
    show: false,
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? BACKGROUND.oscuro : BACKGROUND.claro,
    webPreferences: {
      preload,
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
      devTools: !electron.app.isPackaged,
    },
  });
  window.once('ready-to-show', () => {
    if (state.maximizada) window.maximize();
    window.show();
  });
  const onChange = (): void => onState({ bounds: window.getNormalBounds(), maximizada: window.isMaximized() });
  window.on('resize', onChange);
  window.on('move', onChange);
  window.on('maximize', onChange);
  window.on('unmaximize', onChange);
  return window;
}

export const loadScreens = (window: BrowserWindow): Promise<void> => window.loadURL(HOME);

/** Brings a window to the front, also a minimized one. */
export function showWindow(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
