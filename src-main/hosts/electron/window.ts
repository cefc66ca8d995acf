import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import { HOME } from './security.ts';

/** The smallest window, for small screens, and its size at the first start. Pictures of the screens begin at 1024 × 700 (scripts/screenshots.ts). */
const MINIMUM = { width: 900, height: 600 } as const;
const INITIAL = { width: 1280, height: 860 } as const;

interface WindowDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'BrowserWindow' | 'nativeTheme'>;
  readonly preload: string;
}

/** The window's colour until the screens paint their own (tokens.css); without it the window would flash. */
const BACKGROUND = { claro: '#ffffff', oscuro: '#16181d' } as const;

/** Makes the window, whose page reaches only the preload's bridge (docs/architecture.md, "Security"). It appears when its first content is ready. */
export function createWindow({ electron, preload }: WindowDeps): BrowserWindow {
  const window = new electron.BrowserWindow({
    ...INITIAL,
    // The name under which Electron stores the last place and size, beside Chromium's files.
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

export function showWindow(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
