import type { ElectronApi } from './electron-api.ts';

interface InstanceDeps {
  readonly app: ElectronApi['app'];
  /** The folder of the page's own files, inside the data folder: the single-instance lock belongs to this folder. */
  readonly pageFolder: string;
  /** Brings the open window to the front. */
  readonly show: () => void;
}

/** True for the first window on these data. A second window shows the first one and must end. */
export function claimSingleInstance({ app, pageFolder, show }: InstanceDeps): boolean {
  app.setPath('userData', pageFolder);
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', show);
  app.on('activate', show);
  return true;
}
