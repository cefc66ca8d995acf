import type { LogFolder } from '#contract/settings.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';

/** What a host with a desktop can do; absent where there is none. */
export interface Desktop {
  /** Shows a folder of ours; false when nothing could. */
  readonly openFolder?: (ruta: string) => Promise<boolean>;
  /** Asks for a folder, saying what for; undefined when the person did not want to. */
  readonly chooseFolder?: (purpose: FolderPurpose) => Promise<string | undefined>;
}

/** What a folder is asked for. */
export type FolderPurpose = 'informes' | 'segunda_copia';

/** The folder of the log, and asking for a folder: what is of the desktop and not of the data. */
export interface LogFolders {
  folderOf(abrir: boolean): Promise<LogFolder>;
  chooseFolder(): Promise<string | undefined>;
}

export const createLogFolder = (data: DataFolder, { openFolder, chooseFolder }: Desktop): LogFolders => ({
  async folderOf(abrir) {
    if (!abrir || openFolder === undefined) return { carpeta: data.registro, abierta: false };
    await ensureFolder(data.registro); // there is none before the first line
    return { carpeta: data.registro, abierta: await openFolder(data.registro) };
  },
  chooseFolder: async () => chooseFolder?.('informes'),
});
