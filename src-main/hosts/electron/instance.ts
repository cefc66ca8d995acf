import { z } from 'zod';
import type { ElectronApi } from './electron-api.ts';

/** What a second program gives to the first. */
const GIVEN = z.object({ files: z.array(z.string()) }).catch({ files: [] });

interface InstanceDeps {
  readonly app: ElectronApi['app'];
  /** The folder of the page's own files, inside the data folder: the single-instance lock belongs to this folder. */
  readonly pageFolder: string;
  /** Spreadsheets that this program was started with, absolute: a second one gives them to the first. */
  readonly files: readonly string[];
  /** Takes those of a second one. */
  readonly onFiles: (files: readonly string[]) => void;
  /** Brings the open window to the front. */
  readonly show: () => void;
}

/** True for the first window on these data. The second one gives its files to the first, shows it and must end. */
export function claimSingleInstance({ app, pageFolder, files, onFiles, show }: InstanceDeps): boolean {
  app.setPath('userData', pageFolder);
  if (!app.requestSingleInstanceLock({ files })) return false;
  // What it gives, and not its arguments: Chromium changes their order.
  app.on('second-instance', (_event, _args, _folder, given) => {
    show();
    onFiles(GIVEN.parse(given).files);
  });
  app.on('activate', show);
  return true;
}
