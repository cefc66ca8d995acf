import type { BrowserWindow } from 'electron';
import type { Logger } from '#platform/logger.ts';
import type { Clock } from '#domain/clock.ts';
import type { DesktopWords } from './desktop-words.ts';
import type { ElectronApi } from './electron-api.ts';
import type { Shell } from './shell.ts';

/** A page that crashes again within this time is not reloaded automatically. */
const RELAPSE_MS = 60_000;

/** Chromium's word for what happened, as a code of the log. */
const codeOf = (word: string): string => word.toUpperCase().replace(/[^A-Z]+/g, '_');

interface FailuresDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'dialog'>;
  readonly words: () => DesktopWords;
  /** The process, which emits errors that nobody caught. */
  readonly ownProcess: Pick<NodeJS.Process, 'on'>;
  readonly logger: Logger;
}

/**
 * Ends the process after an error that nobody caught, and tells the person: its state can no longer be trusted. What was written is on the
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
  app.on('child-process-gone', (_event, { type }) => {
    logger.info('ventana.proceso', { codigo: codeOf(type) });
  });
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
  /** Receives failures that nobody waits for. */
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
  window.on('unresponsive', () => {
    ask('silent').catch(onFailure);
  });
  window.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    const aborted = -3; // Chromium's ERR_ABORTED: another load took its place
    if (!isMainFrame || code === aborted) return;
    logger.info('ventana.carga', { codigo: 'NO_CARGA' });
    ask('notLoaded').catch(onFailure);
  });
}
