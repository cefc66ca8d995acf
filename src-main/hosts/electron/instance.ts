import type { ElectronApi } from './electron-api.ts';

interface InstanceDeps {
  readonly app: ElectronApi['app'];
  /** Where the data are. The browser's own files go inside: the lock of one instance is of that folder. */
  readonly pageFolder: string;
  /** Brings the window that is open to the front. */
  readonly show: () => void;
}

/** True for the first window on these data. The second one shows the first and must end. */
export function claimSingleInstance({ app, pageFolder, show }: InstanceDeps): boolean {
  app.setPath('userData', pageFolder);
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', show);
  app.on('activate', show);
  return true;
}
