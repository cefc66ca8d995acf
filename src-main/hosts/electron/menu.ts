import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import type { Choose } from '#domain/texts/language.ts';
import type { ElectronApi } from './electron-api.ts';
import type { Shell } from './shell.ts';

interface MenuDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'Menu'>;
  readonly platform: string;
  readonly shell: Shell;
  readonly say: Choose;
  readonly openHelp: () => void;
  readonly folders: { readonly data: string; readonly logs: string };
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Sets the menu, in the language of the screens, not of the system. Reload and developer items exist only when run from the sources. */
export function setMenu({ electron: { app, Menu }, platform, shell, say, folders, openHelp }: MenuDeps): void {
  const isMac = platform === 'darwin';
  const quitItem: MenuItemConstructorOptions = { role: 'quit', label: say('Salir de Conciliador', 'Quit Conciliador') };
  const createFolderItem = (label: string, path: string): MenuItemConstructorOptions => ({
    label,
    click: () => {
      void shell.openFile(path); // false means that the system has no file manager: nothing can be done
    },
  });
  const programMenu: MenuItemConstructorOptions = {
    label: 'Conciliador',
    submenu: [
      { role: 'about', label: say('Acerca de Conciliador', 'About Conciliador') },
      separator,
      { role: 'hide', label: say('Ocultar Conciliador', 'Hide Conciliador') },
      { role: 'hideOthers', label: say('Ocultar las demás', 'Hide Others') },
      { role: 'unhide', label: say('Mostrar todo', 'Show All') },
      separator,
      quitItem,
    ],
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [programMenu] : []),
      {
        label: say('&Archivo', '&File'),
        submenu: isMac ? [{ role: 'close', label: say('Cerrar la ventana', 'Close Window') }] : [quitItem],
      },
      {
        label: say('&Editar', '&Edit'),
        submenu: [
          { role: 'undo', label: say('Deshacer', 'Undo') },
          { role: 'redo', label: say('Rehacer', 'Redo') },
          separator,
          { role: 'cut', label: say('Cortar', 'Cut') },
          { role: 'copy', label: say('Copiar', 'Copy') },
          { role: 'paste', label: say('Pegar', 'Paste') },
          { role: 'delete', label: say('Borrar', 'Delete') },
          separator,
          { role: 'selectAll', label: say('Seleccionar todo', 'Select All') },
        ],
      },
      {
        label: say('&Ver', '&View'),
        submenu: [
          { role: 'zoomIn', label: say('Agrandar', 'Zoom In') },
          { role: 'zoomOut', label: say('Achicar', 'Zoom Out') },
          { role: 'resetZoom', label: say('Tamaño normal', 'Actual Size') },
          separator,
          { role: 'togglefullscreen', label: say('Pantalla completa', 'Full Screen') },
          ...(app.isPackaged ? [] : createDevelopmentItems(say)),
        ],
      },
      {
        label: say('Ve&ntana', '&Window'),
        submenu: [
          { role: 'minimize', label: say('Minimizar', 'Minimize') },
          { role: 'zoom', label: say('Ampliar', 'Zoom') },
        ],
      },
      {
        label: say('A&yuda', '&Help'),
        submenu: [
          // The key is not registered here, because the page listens to it too: the key would act twice.
          { label: say('Manual', 'User Manual'), accelerator: 'F1', registerAccelerator: false, click: openHelp },
          separator,
          createFolderItem(say('Abrir la carpeta de datos', 'Open the Data Folder'), folders.data),
          createFolderItem(say('Abrir la carpeta del registro', 'Open the Log Folder'), folders.logs),
          ...(isMac
            ? []
            : [separator, { role: 'about' as const, label: say('Acerca de Conciliador', 'About Conciliador') }]),
        ],
      },
    ]),
  );
}

const createDevelopmentItems = (say: Choose): readonly MenuItemConstructorOptions[] => [
  separator,
  { role: 'reload', label: say('Recargar', 'Reload') },
  { role: 'toggleDevTools', label: say('Herramientas de desarrollo', 'Developer Tools') },
];

/** Adds a context menu with cut, copy and paste, which Electron does not have. */
export function setContextMenu(Menu: ElectronApi['Menu'], window: BrowserWindow, say: Choose): void {
  window.webContents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const items: MenuItemConstructorOptions[] = [
      ...(isEditable ? [{ role: 'cut' as const, label: say('Cortar', 'Cut'), enabled: editFlags.canCut }] : []),
      ...(isEditable || selectionText.trim() !== ''
        ? [{ role: 'copy' as const, label: say('Copiar', 'Copy'), enabled: editFlags.canCopy }]
        : []),
      ...(isEditable ? [{ role: 'paste' as const, label: say('Pegar', 'Paste'), enabled: editFlags.canPaste }] : []),
    ];
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}
