import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopWords } from './desktop-words.ts';
import type { ElectronApi } from './electron-api.ts';
import type { Shell } from './shell.ts';

interface MenuDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'Menu'>;
  readonly platform: string;
  readonly shell: Shell;
  readonly words: DesktopWords['menu'];
  readonly carpetas: { readonly datos: string; readonly registro: string };
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu, in the language of the screens whatever the system speaks. Reloading and the developer's tools only in a checkout. */
export function ponerMenu({ electron: { app, Menu }, platform, shell, words, carpetas }: MenuDeps): void {
  const isMac = platform === 'darwin';
  const salir: MenuItemConstructorOptions = { role: 'quit', label: words.quit };
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
      { role: 'about', label: words.about },
      separator,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.unhide },
      separator,
      salir,
    ],
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [delPrograma] : []),
      {
        label: words.file,
        submenu: isMac ? [{ role: 'close', label: words.close }] : [salir],
      },
      {
        label: words.edit,
        submenu: [
          { role: 'undo', label: words.undo },
          { role: 'redo', label: words.redo },
          separator,
          { role: 'cut', label: words.cut },
          { role: 'copy', label: words.copy },
          { role: 'paste', label: words.paste },
          { role: 'delete', label: words.delete },
          separator,
          { role: 'selectAll', label: words.selectAll },
        ],
      },
      {
        label: words.view,
        submenu: [
          { role: 'zoomIn', label: words.zoomIn },
          { role: 'zoomOut', label: words.zoomOut },
          { role: 'resetZoom', label: words.resetZoom },
          separator,
          { role: 'togglefullscreen', label: words.fullScreen },
          ...(app.isPackaged ? [] : forDevelopment(words)),
        ],
      },
      {
        label: words.window,
        submenu: [
          { role: 'minimize', label: words.minimize },
          { role: 'zoom', label: words.zoom },
        ],
      },
      {
        label: words.help,
        submenu: [
          carpeta(words.dataFolder, carpetas.datos),
          carpeta(words.logFolder, carpetas.registro),
          separator,
          enlace(words.iconLicense, 'https://lucide.dev/license'),
          enlace(words.fontLicense, 'https://openfontlicense.org/'),
          ...(isMac ? [] : [separator, { role: 'about' as const, label: words.about }]),
        ],
      },
    ]),
  );
}

const forDevelopment = (words: DesktopWords['menu']): readonly MenuItemConstructorOptions[] => [
  separator,
  { role: 'reload', label: words.reload },
  { role: 'toggleDevTools', label: words.devTools },
];
