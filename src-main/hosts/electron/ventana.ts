import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import { INICIAL, MINIMO, type EstadoVentana } from './estado-ventana.ts';
import { INICIO } from './origen.ts';

interface VentanaDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'BrowserWindow' | 'nativeTheme'>;
  /** The bundled preload. */
  readonly preload: string;
  readonly estado: EstadoVentana;
  /** Told with each change of place or size. */
  readonly onEstado: (estado: EstadoVentana) => void;
}

/** The background until the screens paint theirs (tokens.css), so that the window does not flash. */
const FONDO = { claro: '#ffffff', oscuro: '#16181d' } as const;

/** The window, closed to everything but the preload's bridge (docs/architecture.md, "Security"). Shown when it has something to show. */
export function crearVentana({ electron, preload, estado, onEstado }: VentanaDeps): BrowserWindow {
  const window = new electron.BrowserWindow({
    ...INICIAL,
    ...estado.bounds,
    minWidth: MINIMO.width,
    minHeight: MINIMO.height,
    title: 'Conciliador',
    show: false,
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? FONDO.oscuro : FONDO.claro,
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
    if (estado.maximizada) window.maximize();
    window.show();
  });
  const changed = (): void => {
    onEstado({ bounds: window.getNormalBounds(), maximizada: window.isMaximized() });
  };
  window.on('resize', changed);
  window.on('move', changed);
  window.on('maximize', changed);
  window.on('unmaximize', changed);
  return window;
}

/** Loads the screens. */
export const cargarPantallas = (window: BrowserWindow): Promise<void> => window.loadURL(INICIO);

/** Brings a window to the front, wherever it was. */
export function mostrarVentana(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
