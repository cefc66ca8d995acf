import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAppError, type AppError } from '#contract/errors.ts';
import { refuseSharedPlace, type PlaceSource } from '#platform/shared-place.ts';
import type { ElectronApi } from './electron-api.ts';
import { z } from 'zod';
import type { BrowserWindow } from 'electron';
import type { DesktopWords } from './desktop-words.ts';
import type { Shell } from './shell.ts';
import type { Logger } from '#platform/logger.ts';
import type { Clock } from '#domain/clock.ts';

/** Why the data cannot be where they are; undefined when they can. Looks, and leaves nothing there. */
export function refusalOfPlace(root: string, machine: PlaceSource): AppError | undefined {
  try {
    refuseSharedPlace(root, machine);
    return undefined;
  } catch (error) {
    if (!isAppError(error, 'CARPETA_COMPARTIDA')) throw error;
    return error;
  }
}

/**
 * Tells the person in a dialog, once there can be one, and ends the program. Chromium writes its own files by then: they go to a folder of this
 * PC, since their usual one is inside the data folder. The next start sweeps it (`createScratchFolder`).
 */
export async function tellAndQuit(
  { app, dialog }: Pick<ElectronApi, 'app' | 'dialog'>,
  { message }: AppError,
): Promise<void> {
  app.setPath('userData', mkdtempSync(path.join(tmpdir(), `conciliador-${String(process.pid)}-`)));
  await app.whenReady();
  dialog.showErrorBox('Conciliador', message);
  app.quit();
}

/** What a second program gives to the first. */
const GIVEN = z.object({ files: z.array(z.string()) }).catch({ files: [] });

interface InstanceDeps {
  readonly app: ElectronApi['app'];
  /** The folder of the page's own files, inside the data folder: the single-instance lock belongs to this folder. */
  readonly pageFolder: string;
  /** Spreadsheets that this program was started with, absolute: a second one gives them to the first. */
  readonly files: readonly string[];
  /** Takes the arguments of a second program. */
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

interface ClosingDeps {
  readonly app: ElectronApi['app'];
  /** Releases everything: stops the calls and waits for them, revokes tokens, closes files. */
  readonly release: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Ends the program with its window, in order. Whatever asked for the end, `release` is awaited once. */
export function closeInOrder({ app, release, onFailure }: ClosingDeps): void {
  let state: 'abierto' | 'soltando' | 'suelto' = 'abierto';
  app.on('window-all-closed', () => {
    app.quit(); // on macOS too: without its one window the program does nothing
  });
  app.on('will-quit', (event) => {
    if (state === 'suelto') return;
    event.preventDefault();
    if (state === 'soltando') return;
    state = 'soltando';
    release()
      .catch(onFailure)
      .finally(() => {
        state = 'suelto';
        app.quit();
      });
  });
}

interface CloseQuestionDeps {
  readonly window: BrowserWindow;
  readonly shell: Pick<Shell, 'ask'>;
  readonly words: () => DesktopWords;
  readonly countSendings: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** Closing while coupons are being sent is safe; the window says so and asks first. */
export function askOnClose({ window, shell, words, countSendings: sendings, onFailure }: CloseQuestionDeps): void {
  let accepted = false;
  let asking = false;
  window.on('close', (event) => {
    if (accepted || sendings() === 0) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    shell
      .ask({
        tipo: 'question',
        ...words().dialogs.closing,
      })
      .then((answer) => {
        accepted = answer === 1;
        if (accepted) window.close();
      })
      .catch(onFailure)
      .finally(() => (asking = false));
  });
}

/** A page that crashes again within this time is not reloaded automatically. */
const RELAPSE_MS = 60_000;

/** Chromium's word for what happened, as a code of the log. */
const codeOf = (word: string): string => word.toUpperCase().replace(/[^A-Z]+/g, '_');

interface FailuresDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'dialog'>;
  readonly words: () => DesktopWords;
  /** The process, which emits uncaught errors. */
  readonly ownProcess: Pick<NodeJS.Process, 'on'>;
  readonly logger: Logger;
}

/**
 * Ends the process after an uncaught error, and tells the person: its state can no longer be trusted. What was written is on the
 * disk; what was being sent is resumed from the ledger.
 */
export function watchFailures({ electron: { app, dialog }, words, ownProcess, logger }: FailuresDeps): void {
  const end = (error: unknown): void => {
    logger.error('ventana.falla', error);
    const { mensaje, detalle } = words().dialogs.fault;
    dialog.showErrorBox(mensaje, detalle);
    app.exit(1);
  };
  ownProcess.on('uncaughtException', end);
  ownProcess.on('unhandledRejection', end);
  app.on('child-process-gone', (_event, { type }) => logger.info('ventana.proceso', { codigo: codeOf(type) }));
}

interface CrashesDeps {
  readonly app: ElectronApi['app'];
  readonly window: BrowserWindow;
  readonly shell: Pick<Shell, 'ask'>;
  readonly words: () => DesktopWords;
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Stops the calls of the crashed page. */
  readonly onCrash: () => void;
  /** Receives failures that no call awaits. */
  readonly onFailure: (error: unknown) => void;
}

/** Reloads a crashed page: automatically once, then only if the person wants to. Asks about a page that does not answer. */
export function watchCrashes({ app, window, shell, words, logger, clock, onCrash, onFailure }: CrashesDeps): void {
  let lastFall: number | undefined;
  let asking = false;

  async function ask(what: 'fellAgain' | 'silent' | 'notLoaded'): Promise<void> {
    if (asking) return;
    asking = true;
    const { page } = words().dialogs;
    try {
      const answer = await shell.ask({
        tipo: 'warning',
        ...page[what],
        buttons: page.buttons,
      });
      if (answer === 0) window.webContents.reload();
      else app.quit();
    } finally {
      asking = false;
    }
  }

  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    logger.info('ventana.caida', { codigo: codeOf(reason) });
    onCrash();
    const now = clock.monotonic();
    const again = lastFall !== undefined && now - lastFall < RELAPSE_MS;
    lastFall = now;
    if (!again) {
      window.webContents.reload();
      return;
    }
    ask('fellAgain').catch(onFailure);
  });
  window.on('unresponsive', () => void ask('silent').catch(onFailure));
  window.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    const aborted = -3; // Chromium's ERR_ABORTED: another load took its place
    if (!isMainFrame || code === aborted) return;
    logger.info('ventana.carga', { codigo: 'NO_CARGA' });
    ask('notLoaded').catch(onFailure);
  });
}
