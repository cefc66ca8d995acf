import type { MenuItemConstructorOptions } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import type { Shell } from './shell.ts';

interface MenuDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'Menu'>;
  readonly platform: string;
  readonly shell: Shell;
  readonly carpetas: { readonly datos: string; readonly registro: string };
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu, in Spanish whatever the system speaks. Reloading and the developer's tools only in a checkout. */
export function ponerMenu({ electron: { app, Menu }, platform, shell, carpetas }: MenuDeps): void {
  const isMac = platform === 'darwin';
  const salir: MenuItemConstructorOptions = { role: 'quit', label: 'Salir de Conciliador' };
  const carpeta = (label: string, ruta: string): MenuItemConstructorOptions => ({
    label,
    click: () => {
      void shell.abrirArchivo(ruta); // it answers false when there is no file manager: there is nothing to add
    },
  });
  const enlace = (label: string, url: string): MenuItemConstructorOptions => ({
    label,
    click: () => {
      shell.abrirEnlace(url);
    },
  });
  const delPrograma: MenuItemConstructorOptions = {
    label: 'Conciliador',
    submenu: [
      { role: 'about', label: 'Acerca de Conciliador' },
      separator,
      { role: 'hide', label: 'Ocultar Conciliador' },
      { role: 'hideOthers', label: 'Ocultar las demás' },
      { role: 'unhide', label: 'Mostrar todo' },
      separator,
      salir,
    ],
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [delPrograma] : []),
      {
        label: '&Archivo',
        submenu: isMac ? [{ role: 'close', label: 'Cerrar la ventana' }] : [salir],
      },
      {
        label: '&Editar',
        submenu: [
          { role: 'undo', label: 'Deshacer' },
          { role: 'redo', label: 'Rehacer' },
          separator,
          { role: 'cut', label: 'Cortar' },
          { role: 'copy', label: 'Copiar' },
          { role: 'paste', label: 'Pegar' },
          { role: 'delete', label: 'Borrar' },
          separator,
          { role: 'selectAll', label: 'Seleccionar todo' },
        ],
      },
      {
        label: '&Ver',
        submenu: [
          { role: 'zoomIn', label: 'Agrandar' },
          { role: 'zoomOut', label: 'Achicar' },
          { role: 'resetZoom', label: 'Tamaño normal' },
          separator,
          { role: 'togglefullscreen', label: 'Pantalla completa' },
          ...(app.isPackaged ? [] : deDesarrollo),
        ],
      },
      {
        label: 'Ve&ntana',
        submenu: [
          { role: 'minimize', label: 'Minimizar' },
          { role: 'zoom', label: 'Ampliar' },
        ],
      },
      {
        label: 'A&yuda',
        submenu: [
          carpeta('Abrir la carpeta de datos', carpetas.datos),
          carpeta('Abrir la carpeta del registro', carpetas.registro),
          separator,
          enlace('Licencia de los íconos', 'https://lucide.dev/license'),
          enlace('Licencia de la letra', 'https://openfontlicense.org/'),
          ...(isMac ? [] : [separator, { role: 'about' as const, label: 'Acerca de Conciliador' }]),
        ],
      },
    ]),
  );
}

const deDesarrollo: readonly MenuItemConstructorOptions[] = [
  separator,
  { role: 'reload', label: 'Recargar' },
  { role: 'toggleDevTools', label: 'Herramientas de desarrollo' },
];
