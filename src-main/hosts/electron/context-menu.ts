import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import type { DesktopWords } from './desktop-words.ts';
import type { ElectronApi } from './electron-api.ts';

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
