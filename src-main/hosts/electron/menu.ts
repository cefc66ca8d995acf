import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import type { DesktopWords } from './desktop-words.ts';
import type { ElectronApi } from './electron-api.ts';
import type { Shell } from './shell.ts';

interface MenuDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'Menu'>;
  readonly platform: string;
  readonly shell: Shell;
  readonly words: DesktopWords['menu'];
  /** Shows the manual in the page. */
  readonly openHelp: () => void;
  readonly folders: { readonly data: string; readonly logs: string };
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu, in the language of the screens, whatever the system's is. Reloading and the developer's tools are only in a checkout. */
export function setMenu({ electron: { app, Menu }, platform, shell, words, folders, openHelp }: MenuDeps): void {
  const isMac = platform === 'darwin';
  const quitItem: MenuItemConstructorOptions = { role: 'quit', label: words.quit };
  const createFolderItem = (label: string, path: string): MenuItemConstructorOptions => ({
    label,
    click: () => {
      void shell.openFile(path); // it answers false when there is no file manager: there is nothing to do about it
    },
  });
  const createLinkItem = (label: string, url: string): MenuItemConstructorOptions => ({
    label,
    click: () => shell.openLink(url),
  });
  const programMenu: MenuItemConstructorOptions = {
    label: 'Conciliador',
    submenu: [
      { role: 'about', label: words.about },
      separator,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.unhide },
      separator,
      quitItem,
    ],
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [programMenu] : []),
      {
        label: words.file,
        submenu: isMac ? [{ role: 'close', label: words.close }] : [quitItem],
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
          ...(app.isPackaged ? [] : createDevelopmentItems(words)),
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
          // The page listens to the key itself: registered twice it would be pressed twice.
          { label: words.manual, accelerator: 'F1', registerAccelerator: false, click: openHelp },
          separator,
          createFolderItem(words.dataFolder, folders.data),
          createFolderItem(words.logFolder, folders.logs),
          separator,
          createLinkItem(words.iconLicense, 'https://lucide.dev/license'),
          createLinkItem(words.fontLicense, 'https://openfontlicense.org/'),
          ...(isMac ? [] : [separator, { role: 'about' as const, label: words.about }]),
        ],
      },
    ]),
  );
}

const createDevelopmentItems = (words: DesktopWords['menu']): readonly MenuItemConstructorOptions[] => [
  separator,
  { role: 'reload', label: words.reload },
  { role: 'toggleDevTools', label: words.devTools },
];

/** A menu on the right button with cut, copy and paste, where they apply: Electron has none. */
export function setContextMenu(Menu: ElectronApi['Menu'], window: BrowserWindow, words: () => DesktopWords): void {
  window.webContents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const { cut, copy, paste } = words().menu;
    const items: MenuItemConstructorOptions[] = [
      ...(isEditable ? [{ role: 'cut' as const, label: cut, enabled: editFlags.canCut }] : []),
      ...(isEditable || selectionText.trim() !== ''
        ? [{ role: 'copy' as const, label: copy, enabled: editFlags.canCopy }]
        : []),
      ...(isEditable ? [{ role: 'paste' as const, label: paste, enabled: editFlags.canPaste }] : []),
    ];
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}
