import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import { HOME } from './security.ts';

/** The smallest size, for small screens, and the size of the first run. Pictures of the screens begin at 1024 × 700 (scripts/screenshots.ts). */
const MINIMUM = { width: 900, height: 600 } as const;
const INITIAL = { width: 1280, height: 860 } as const;

interface WindowDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'BrowserWindow' | 'nativeTheme'>;
  readonly preload: string;
}

/** The background until the screens paint their own (tokens.css), so that the window does not flash. */
const BACKGROUND = { claro: '#ffffff', oscuro: '#16181d' } as const;

/** Makes the window. Its page reaches only the preload's bridge (docs/architecture.md, "Security"). Shows it when its first content is ready. */
export function createWindow({ electron, preload }: WindowDeps): BrowserWindow {
  const window = new electron.BrowserWindow({
    ...INITIAL,
    // Electron keeps the last place and size under this name, beside the files of Chromium.
    name: 'conciliador',
    windowStatePersistence: true,
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
  window.once('ready-to-show', () => window.show());
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
