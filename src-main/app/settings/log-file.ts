import type { LogFolder } from '#contract/settings.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';

/** What a host can do on a desktop; absent elsewhere. */
export interface Desktop {
  /** Shows a folder of ours; false when that failed. */
  readonly openFolder?: (path: string) => Promise<boolean>;
  /** Asks for a folder for a purpose; undefined when the person chose none. */
  readonly chooseFolder?: (purpose: FolderPurpose) => Promise<string | undefined>;
}

/** The purpose of a folder that a person is asked for. */
export type FolderPurpose = 'informes' | 'respaldos';

/** The folder of the log, and choosing a folder: what belongs to the desktop and not to the data. */
export type LogFolders = ReturnType<typeof createLogFolder>;

export const createLogFolder = (data: DataFolder, { openFolder, chooseFolder }: Desktop) => ({
  async folderOf(open: boolean): Promise<LogFolder> {
    if (!open || openFolder === undefined) return { carpeta: data.logs, abierta: false };
    await ensureFolder(data.logs); // the first line of the log creates it
    return { carpeta: data.logs, abierta: await openFolder(data.logs) };
  },
  chooseFolder: async (): Promise<string | undefined> => chooseFolder?.('informes'),
});
