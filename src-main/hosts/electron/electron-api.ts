import type * as electron from 'electron';

/** The parts of Electron that the window uses. They are passed in, so that tests can give others. */
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
