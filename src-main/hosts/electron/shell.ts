import type { BrowserWindow, OpenDialogOptions } from 'electron';
import { existsSync, statSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FolderPurpose } from '#app/settings/log-file.ts';
import { getReadmeName } from '#app/browse/readme-name.ts';
import { systemCode } from '#platform/disk-error.ts';
import { getAllowedLink } from './links.ts';
import type { DesktopWords, Told } from './desktop-words.ts';
import type { ElectronApi } from './electron-api.ts';

/** What is asked of a person, outside the screens. The answer is the position of the button. */
interface Question {
  readonly tipo: 'question' | 'warning' | 'error';
  readonly mensaje: string;
  readonly detalle: string;
  /** The first is what Enter does, the last what Escape does. */
  readonly buttons: readonly [string, ...string[]];
}

/** What the window asks of the desktop. */
export interface Shell {
  /** Asks where to leave a copy of a report; gives the path, or undefined when the person did not want to. */
  saveCopy(origen: string, carpeta?: string): Promise<string | undefined>;
  /** Asks for a folder; undefined when the person did not want to. */
  chooseFolder(purpose: FolderPurpose): Promise<string | undefined>;
  /** Opens a file or a folder of ours with its program; false when there is none. */
  openFile(ruta: string): Promise<boolean>;
  ask(pregunta: Question): Promise<number>;
  /** A notice of the desktop, when nobody is looking at the window; a click brings it back. */
  notify(titulo: string, texto: string): void;
  /** Opens an address if it is on the allow-list. */
  openLink(url: string): void;
}

interface ShellDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'dialog' | 'Notification' | 'shell'>;
  readonly getWindow: () => BrowserWindow | undefined;
  /** In the language of the screens, which may change. */
  readonly words: () => DesktopWords;
  /** What fails in the desktop and nobody waits for. */
  readonly onFailure: (error: unknown) => void;
}

const IS_SHEET = /\.(?:xlsx|csv)$/i;

/** The `Shell` port over Electron. */
export function createShell({ electron, getWindow: ventana, words, onFailure }: ShellDeps): Shell {
  const { app, dialog, Notification, shell } = electron;
  /** Something that happened, to be read and closed. */
  async function tell({ mensaje, detalle, button }: Told): Promise<void> {
    const options = { title: 'Conciliador', message: mensaje, detail: detalle, buttons: [button], noLink: true };
    const over = ventana();
    await (over === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(over, options));
  }
  return {
    saveCopy: async (origen, carpeta = app.getPath('documents')) => {
      const { save, saveReport, kinds, otherFile } = words().dialogs;
      const extension = path.extname(origen).toLowerCase();
      const options = {
        title: IS_SHEET.test(origen) ? saveReport : save,
        buttonLabel: save,
        defaultPath: path.join(carpeta, path.basename(origen)),
        filters: [{ name: kinds[extension] ?? otherFile, extensions: [extension.slice(1)] }],
      };
      const over = ventana();
      const { canceled, filePath } = await (over === undefined
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(over, options));
      if (canceled || filePath === '') return undefined;
      const saved = await copyWhole(origen, filePath);
      // What a text is of goes with it, under the name that the person gave.
      const readme = getReadmeName(origen);
      if (extension === '.csv' && existsSync(readme)) await copyWhole(readme, getReadmeName(saved));
      if (saved !== filePath) await tell(words().dialogs.openElsewhere(path.basename(filePath), path.basename(saved)));
      return saved;
    },
    chooseFolder: async (purpose) => {
      const { folder, choose } = words().dialogs;
      const options: OpenDialogOptions = {
        title: folder[purpose],
        buttonLabel: choose,
        properties: ['openDirectory', 'createDirectory'],
      };
      const over = ventana();
      const { canceled, filePaths } = await (over === undefined
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(over, options));
      return canceled ? undefined : filePaths[0];
    },
    openFile: async (ruta) => (await shell.openPath(ruta)) === '',
    ask: async ({ tipo, mensaje, detalle, buttons }) => {
      const options = {
        type: tipo,
        title: 'Conciliador',
        message: mensaje,
        detail: detalle,
        buttons: [...buttons],
        defaultId: 0,
        cancelId: buttons.length - 1,
        noLink: true,
      };
      const over = ventana();
      const { response } = await (over === undefined
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(over, options));
      return response;
    },
    notify: (titulo, texto) => {
      const open = ventana();
      if (!Notification.isSupported() || open?.isFocused() === true) return;
      const notice = new Notification({ title: titulo, body: texto });
      notice.on('click', () => {
        open?.show();
      });
      notice.show();
    },
    openLink: (url) => {
      const allowed = getAllowedLink(url);
      if (allowed !== undefined) shell.openExternal(allowed).catch(onFailure);
    },
  };
}

/** The last name that is tried beside one that another program has open. */
const MAX_NAMES = 99;

/**
 * The person already said yes to replacing what was there; still, it is replaced whole or not at all. What another program has open cannot be
 * replaced on Windows: it is left beside it under the next free name, "informe (2).xlsx". Gives the path that it got.
 */
async function copyWhole(origen: string, destination: string): Promise<string> {
  const aside = `${destination}.parte`;
  try {
    await copyFile(origen, aside);
    return await renameBeside(aside, destination);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

async function renameBeside(aside: string, destination: string): Promise<string> {
  try {
    await rename(aside, destination);
    return destination;
  } catch (error) {
    if (!isOpenElsewhere(error) || !existsSync(destination) || statSync(destination).isDirectory()) throw error;
  }
  const { dir, name, ext } = path.parse(destination);
  for (let turn = 2; turn <= MAX_NAMES; turn += 1) {
    const other = path.join(dir, `${name} (${String(turn)})${ext}`);
    if (existsSync(other)) continue;
    await rename(aside, other);
    return other;
  }
  throw new Error('Every name beside the file is taken');
}

/** What Windows says of a file that somebody else has open; the names are of its system calls as Node tells them. */
const isOpenElsewhere = (error: unknown): boolean => ['EBUSY', 'EPERM', 'EACCES'].includes(systemCode(error) ?? '');
