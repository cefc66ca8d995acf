import type * as electron from 'electron';

/** The parts of Electron that the window uses. Passed in, so that a test gives another. */
export type ElectronApi = Pick<
  typeof electron,
  | 'app'
  | 'autoUpdater'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeTheme'
  | 'Notification'
  | 'protocol'
  | 'screen'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>;
