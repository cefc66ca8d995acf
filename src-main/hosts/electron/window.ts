import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import { INITIAL, MINIMUM, type WindowState } from './window-state.ts';
import { HOME } from './origin.ts';

interface WindowDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'BrowserWindow' | 'nativeTheme'>;
  /** The bundled preload. */
  readonly preload: string;
  readonly state: WindowState;
  /** Called at each change of place or size. */
  readonly onState: (state: WindowState) => void;
}

/** The background until the screens paint their own (tokens.css), so that the window does not flash. */
const BACKGROUND = { claro: '#ffffff', oscuro: '#16181d' } as const;

/** The window. Its page reaches nothing but the preload's bridge (docs/architecture.md, "Security"). It is shown when its first content is ready. */
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
  const onChange = (): void => {
    onState({ bounds: window.getNormalBounds(), maximizada: window.isMaximized() });
  };
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
