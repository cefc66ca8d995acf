import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import type { Choose } from '#domain/texts/language.ts';
import type { Shell } from './shell.ts';
import type { Logger } from '#platform/logger.ts';
import type { Clock } from '#domain/clock.ts';
import type { HostEvent } from '#contract/host-events.ts';
import type { Handles } from '../screens/handles.ts';

/** Shows a message and quits. Chromium's files go to a folder outside the data folder, which the next start deletes (`createScratchFolder`). */
export async function tellAndQuit(
  { app, dialog }: Pick<ElectronApi, 'app' | 'dialog'>,
  message: string,
): Promise<void> {
  app.setPath('userData', mkdtempSync(path.join(tmpdir(), `conciliador-${String(process.pid)}-`)));
  await app.whenReady();
  dialog.showErrorBox('Conciliador', message);
  app.quit();
}

const GIVEN = z.object({ files: z.array(z.string()) }).catch({ files: [] });

interface InstanceDeps {
  readonly app: ElectronApi['app'];
  /** The folder for the page's own files, inside the data folder. The single-instance lock is one per folder. */
  readonly pageFolder: string;
  /** The absolute paths of the spreadsheets with which this program was started. If it is the second one, it passes them to the first. */
  readonly files: readonly string[];
  readonly onFiles: (files: readonly string[]) => void;
  readonly show: () => void;
}

/** Whether this is the first window for these data. A second one passes its files to the first, brings it to the front, and must quit. */
export function claimSingleInstance({ app, pageFolder, files, onFiles, show }: InstanceDeps): boolean {
  app.setPath('userData', pageFolder);
  if (!app.requestSingleInstanceLock({ files })) return false;
  // Read the passed data and not the arguments, whose order Chromium changes.
  app.on('second-instance', (_event, _args, _folder, given) => {
    show();
    onFiles(GIVEN.parse(given).files);
  });
  app.on('activate', show);
  return true;
}

/** Ends the program when its window is closed. First awaits `release`, once: it stops the calls, waits for them, revokes tokens and closes files. */
export function closeInOrder(
  app: ElectronApi['app'],
  release: () => Promise<void>,
  onFailure: (error: unknown) => void,
): void {
  let state: 'abierto' | 'soltando' | 'suelto' = 'abierto';
  app.on('window-all-closed', () => {
    app.quit(); // on macOS too: without its window the program has no use
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
  readonly say: Choose;
  readonly countSendings: () => number;
  readonly onFailure: (error: unknown) => void;
}

export function askOnClose({ window, shell, say, countSendings: sendings, onFailure }: CloseQuestionDeps): void {
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
        mensaje: say('Hay un envío en marcha.', 'An upload is going on.'),
        detalle: say(
          'Lo enviado hasta acá queda guardado y no se manda dos veces. Si cerrás, el envío se detiene y lo retomás desde Conciliaciones.',
          'What was sent so far is kept and is not sent twice. If you close, the upload stops and you go on with it from Reconciliations.',
        ),
        buttons: [
          say('Seguir con el envío', 'Go on with the upload'),
          say('Cerrar igual', 'Close anyway'),
          say('Cancelar', 'Cancel'),
        ],
      })
      .then((answer) => {
        accepted = answer === 1;
        if (accepted) window.close();
      })
      .catch(onFailure)
      .finally(() => (asking = false));
  });
}

/** A page that crashes again within this time is not reloaded without asking. */
const RELAPSE_MS = 60_000;

/** Chromium's reason for a crash, or kind of a process, as a code for the log. */
const codeOf = (word: string): string => word.toUpperCase().replace(/[^A-Z]+/g, '_');

interface FailuresDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'dialog'>;
  readonly say: Choose;
  readonly ownProcess: Pick<NodeJS.Process, 'on'>;
  readonly logger: Logger;
}

/** On an uncaught error, tells the person and ends the process: its state may be wrong, but stored data is safe and an upload can be resumed. */
export function watchFailures({ electron: { app, dialog }, say, ownProcess, logger }: FailuresDeps): void {
  const end = (error: unknown): void => {
    logger.error('ventana.falla', error);
    dialog.showErrorBox(
      say('Conciliador se tiene que cerrar', 'Conciliador has to close'),
      say(
        'Hubo una falla del programa. Lo hecho hasta acá quedó guardado. Abrilo de nuevo; si sigue, mandanos el informe para soporte.',
        'There was a fault of the program. What was done so far is kept. Open it again; if it goes on, send us the support report.',
      ),
    );
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
  readonly say: Choose;
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly onCrash: () => void;
  /** Receives failures that no call reports. */
  readonly onFailure: (error: unknown) => void;
}

/** Reloads a page that crashed; asks first if it crashed within the last `RELAPSE_MS` too. Also asks about a page that does not respond or cannot be loaded. */
export function watchCrashes({ app, window, shell, say, logger, clock, onCrash, onFailure }: CrashesDeps): void {
  let lastFall: number | undefined;
  let asking = false;

  async function ask(mensaje: string, detalle: string): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      const answer = await shell.ask({
        tipo: 'warning',
        mensaje,
        detalle,
        buttons: [
          say('Volver a abrir la pantalla', 'Open the screen again'),
          say('Cerrar Conciliador', 'Close Conciliador'),
        ],
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
    ask(
      say('La pantalla se cerró sola otra vez.', 'The screen closed by itself again.'),
      say(
        'Lo hecho hasta acá quedó guardado; un envío en marcha se detuvo y se puede retomar. Volvé a abrir la pantalla, o cerrá el programa.',
        'What was done so far is kept; an upload that was going on has stopped and can be resumed. Open the screen again, or close the program.',
      ),
    ).catch(onFailure);
  });
  window.on(
    'unresponsive',
    () =>
      void ask(
        say('La pantalla no responde.', 'The screen does not answer.'),
        say(
          'Lo hecho hasta acá quedó guardado. Podés volver a abrirla: lo que esté en marcha se detiene y se puede retomar.',
          'What was done so far is kept. You can open it again: whatever is going on stops and can be resumed.',
        ),
      ).catch(onFailure),
  );
  window.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    const aborted = -3; // Chromium's ERR_ABORTED: another load has begun instead
    if (!isMainFrame || code === aborted) return;
    logger.info('ventana.carga', { codigo: 'NO_CARGA' });
    ask(
      say('No se pudo mostrar la pantalla.', 'The screen could not be shown.'),
      say('Tus datos están como estaban. Volvé a intentarlo.', 'Your data are as they were. Try again.'),
    ).catch(onFailure);
  });
}

/** Spreadsheets that the program opens when the system starts it with them (electron-builder.ts lists the ones that the system offers). */
const SPREADSHEET = /\.(?:xlsx|xlsm|xlsb|xls|ods|csv|tsv|txt)$/i;
/** How long to collect the files that a person opens together: Windows starts the program once for each. */
const TOGETHER_MS = 700;
const MAX_FILES = 200;

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** The absolute paths of the spreadsheets among the program's arguments. Leaves out missing files and other arguments. */
export const spreadsheetsOf = (args: readonly string[], folder: string): readonly string[] =>
  args
    .filter((arg) => !arg.startsWith('-') && SPREADSHEET.test(arg))
    .map((arg) => path.resolve(folder, arg))
    .filter(isFile)
    .slice(0, MAX_FILES);

export type Later = (run: () => void, delayMs: number) => void;

/** Collects the files that the person opens with the program. The page gets their handles together, once it listens. */
export type OpenWith = ReturnType<typeof createOpenWith>;

export function createOpenWith(handles: Pick<Handles, 'lend'>, send: (event: HostEvent) => void, later: Later) {
  let waiting: readonly string[] = [];
  let isListening = false;
  let turn = 0;
  const sendSoon = (): void => {
    turn += 1;
    const own = turn;
    later(() => {
      if (own !== turn || !isListening || waiting.length === 0) return;
      const files = waiting;
      waiting = [];
      send({ tipo: 'abrir_con', archivos: files.map((file) => handles.lend(file)) });
    }, TOGETHER_MS);
  };
  return {
    open: (files: readonly string[]): void => {
      if (files.length === 0) return;
      waiting = [...new Set([...waiting, ...files])];
      sendSoon();
    },
    onConnect: (): void => {
      isListening = true;
      sendSoon();
    },
    onLeave: (): void => {
      isListening = false;
    },
  };
}
