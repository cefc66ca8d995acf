import type { BrowserWindow, MessageBoxOptions, OpenDialogOptions } from 'electron';
import { existsSync, statSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FolderPurpose } from '#app/settings/support-file.ts';
import { getReadmeName } from '#app/browse/export-csv.ts';
import { isAppError } from '#contract/errors.ts';
import { rename as renameHere } from '#platform/atomic-file.ts';
import type { Choose } from '#domain/texts/language.ts';
import type { ElectronApi } from './electron-api.ts';

/** A question in a dialog. The answer is the index of the pressed button. */
interface Question {
  readonly tipo: 'question' | 'warning';
  readonly mensaje: string;
  readonly detalle: string;
  /** Enter presses the first button, Escape the last. */
  readonly buttons: readonly string[];
}

export type Shell = ReturnType<typeof createShell>;

interface ShellDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'dialog' | 'Notification' | 'shell'>;
  readonly getWindow: () => BrowserWindow | undefined;
  /** Chooses the text in the language of the screens, which may change at any time. */
  readonly say: Choose;
  readonly rename?: Rename;
}
type Rename = typeof renameHere;

/** The extensions of reports; other files that are saved are templates. */
export const IS_REPORT = /\.(?:xlsx|csv)$/i;

export function createShell({ electron, getWindow, say, rename = renameHere }: ShellDeps) {
  const { app, dialog, Notification, shell } = electron;
  const showMessage = (options: Omit<MessageBoxOptions, 'title' | 'noLink'>) => {
    const whole = { ...options, title: 'Conciliador', noLink: true };
    const over = getWindow();
    return over === undefined ? dialog.showMessageBox(whole) : dialog.showMessageBox(over, whole);
  };
  const kindOf = (extension: string): string =>
    ({
      '.xlsx': say('Planilla de Excel', 'Excel workbook'),
      '.csv': say('Texto separado', 'Separated text'),
      '.json': say('Plantillas de Conciliador', 'Templates of Conciliador'),
    })[extension] ?? say('Archivo', 'File');
  return {
    /** Asks where to save a copy of a report or of templates, and saves it. Returns its path; undefined if the person cancelled. */
    saveCopy: async (origin: string, folder: string = app.getPath('documents')): Promise<string | undefined> => {
      const save = say('Guardar', 'Save');
      const extension = path.extname(origin).toLowerCase();
      const options = {
        title: IS_REPORT.test(origin) ? say('Guardar el informe', 'Save the report') : save,
        buttonLabel: save,
        defaultPath: path.join(folder, path.basename(origin)),
        filters: [{ name: kindOf(extension), extensions: [extension.slice(1)] }],
      };
      const over = getWindow();
      const { canceled, filePath } = await (over === undefined
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(over, options));
      if (canceled || filePath === '') return undefined;
      const saved = await copyWhole(origin, filePath, rename);
      // Beside a `.csv`, also save the text that describes it, under the name that the person chose.
      const readme = getReadmeName(origin);
      if (extension === '.csv' && existsSync(readme)) await copyWhole(readme, getReadmeName(saved), rename);
      if (saved !== filePath) {
        const [wanted, beside] = [path.basename(filePath), path.basename(saved)];
        await showMessage({
          message: say(`«${wanted}» está abierto en otro programa.`, `“${wanted}” is open in another program.`),
          detail: say(
            `No se tocó. Lo nuevo quedó guardado al lado, como «${beside}».`,
            `It was left alone. The new one was saved beside it, as “${beside}”.`,
          ),
          buttons: [say('Entendido', 'Understood')],
        });
      }
      return saved;
    },
    chooseFolder: async (purpose: FolderPurpose): Promise<string | undefined> => {
      const options: OpenDialogOptions = {
        title:
          purpose === 'informes'
            ? say('Elegir la carpeta de los informes', 'Choose the folder of the reports')
            : say('Elegir dónde van también los respaldos', 'Choose where the backups go as well'),
        buttonLabel: say('Elegir', 'Choose'),
        properties: ['openDirectory', 'createDirectory'],
      };
      const over = getWindow();
      const { canceled, filePaths } = await (over === undefined
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(over, options));
      return canceled ? undefined : filePaths[0];
    },
    openFile: async (path: string): Promise<boolean> => (await shell.openPath(path)) === '',
    ask: async ({ tipo, mensaje, detalle, buttons }: Question): Promise<number> => {
      const { response } = await showMessage({
        type: tipo,
        message: mensaje,
        detail: detalle,
        buttons: [...buttons],
        defaultId: 0,
        cancelId: buttons.length - 1,
      });
      return response;
    },
    /** Shows a notification on the desktop, unless the window has the focus. A click on the notification brings the window to the front. */
    notify: (title: string, text: string): void => {
      const open = getWindow();
      if (!Notification.isSupported() || open?.isFocused() === true) return;
      const notice = new Notification({ title, body: text });
      notice.on('click', () => open?.show());
      notice.show();
    },
  };
}

const MAX_NAMES = 99;

/** Replaces a file by a copy, completely or not at all. If it is open on Windows, the copy gets the next name, "informe (2).xlsx". Returns the copy's path. */
async function copyWhole(origin: string, destination: string, rename: Rename): Promise<string> {
  const aside = `${destination}.parte`;
  try {
    await copyFile(origin, aside);
    return await renameBeside(aside, destination, rename);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

async function renameBeside(aside: string, destination: string, rename: Rename): Promise<string> {
  try {
    await rename(aside, destination);
    return destination;
  } catch (error) {
    if (!isAppError(error, 'ARCHIVO_TOMADO') || !existsSync(destination) || statSync(destination).isDirectory())
      throw error;
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
