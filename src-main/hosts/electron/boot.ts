import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import type { createApp } from '#app/compose/index.ts';
import type { Clock } from '#domain/clock.ts';
import { getDataFolder, createScratchFolder } from '#platform/data-folder.ts';
import { resolveDataRoot } from '#platform/data-root.js';
import { createLogger } from '#platform/logger.ts';
import { getThisMachine, refuseSharedPlace } from '#platform/shared-place.ts';
import { isAppError } from '#contract/errors.ts';
import { asideOf, desktopProxyOf, type ElectronApi } from './electron-api.ts';
import { APP_ID } from './identity.ts';
import {
  closeInOrder,
  askOnClose,
  watchCrashes,
  watchFailures,
  claimSingleInstance,
  tellAndQuit,
  spreadsheetsOf,
} from './lifecycle.ts';
import type { SettingsDocument } from '#contract/settings.ts';
import { chooseIn, type Choose, type LanguageTag } from '#domain/texts/language.ts';
import { loadScreens, createWindow, showWindow } from './window.ts';
import { setContextMenu, setMenu } from './menu.ts';
import { lockNavigation, cutNetwork, denyPermissions, registerScheme, serveScreens } from './security.ts';
import { createCore } from './core.ts';
import { openGate } from './ipc.ts';
import { createShell } from './shell.ts';
import { createWindowUpdater, canVerifyUpdates } from './updater.ts';

export interface StartDeps {
  readonly electron: ElectronApi;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ownProcess: Pick<NodeJS.Process, 'argv' | 'cwd' | 'on' | 'platform' | 'umask'> & {
    readonly resourcesPath?: string;
  };
  readonly clock: Clock;
  readonly createApp: typeof createApp;
  readonly onOpened: () => void;
}

/** Starts the window and loads the screens. If another window has the same data, quits instead. */
export async function startWindow({ electron, env, ownProcess, clock, createApp, onOpened }: StartDeps): Promise<void> {
  ownProcess.umask(0o077); // only the person who runs the program may read its files, including those of SQLite and Chromium
  const { app, ipcMain, Menu, protocol, session } = electron;
  const data = getDataFolder(resolveDataRoot({ env, platform: ownProcess.platform, home: homedir() }));
  try {
    refuseSharedPlace(data.root, getThisMachine(ownProcess.platform, env));
  } catch (error) {
    if (!isAppError(error, 'CARPETA_COMPARTIDA')) throw error;
    await tellAndQuit(electron, error.message);
    return;
  }
  const logger = createLogger({ folder: data.logs, clock });
  const onFailure = (error: unknown): void => logger.error('ventana.falla', error);
  let window: BrowserWindow | undefined;
  const getWindow = (): BrowserWindow | undefined => window;
  const show = (): void => showWindow(window);

  let locale: LanguageTag = 'es-AR';
  const say: Choose = (es, en) => chooseIn(locale)(es, en);

  const pageFolder = path.join(data.root, 'pantalla');
  const own = spreadsheetsOf(ownProcess.argv, ownProcess.cwd());
  let openFiles = (files: readonly string[]): void => {
    early.push(...files);
  };
  const early: string[] = [...own];
  const isFirst = claimSingleInstance({
    app,
    pageFolder,
    files: own,
    onFiles: (files) => openFiles(files),
    show,
  });
  if (!isFirst) {
    app.quit();
    return;
  }
  const shell = createShell({ electron, getWindow, say });
  // macOS passes files one at a time, and before the application is ready if they started it.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    show();
    openFiles(spreadsheetsOf([file], '/'));
  });
  app.setName('Conciliador');
  app.setAppUserModelId(APP_ID);
  app.enableSandbox();
  registerScheme(protocol);
  watchFailures({ electron, say, ownProcess, logger });
  lockNavigation(app);

  await app.whenReady();
  denyPermissions(session.defaultSession);
  cutNetwork(session.defaultSession, app.isPackaged);
  serveScreens(protocol, path.join(app.getAppPath(), 'out', 'renderer'));
  const folders = { data: data.root, logs: data.logs };
  let openHelp = (): void => undefined; // replaced once a page can show the help
  const putMenu = (): void =>
    setMenu({
      electron,
      platform: ownProcess.platform,
      shell,
      say,
      folders,
      openHelp: () => openHelp(),
    });
  putMenu();
  const onLocale = (chosen: SettingsDocument['idioma']): void => {
    if ((chosen ?? 'es-AR') === locale) return;
    locale = chosen ?? 'es-AR';
    putMenu();
  };

  const { platform, resourcesPath: resources } = ownProcess;
  const updater = canVerifyUpdates({ platform, resources, isPackaged: app.isPackaged })
    ? createWindowUpdater({ electron, platform, clock, loadLibrary: () => import('electron-updater') })
    : undefined;

  const folder = await createScratchFolder();
  const core = createCore({
    createApp,
    aside: asideOf(electron),
    desktopProxy: desktopProxyOf(electron),
    env,
    installer: updater,
    clock,
    getWindow,
    shell,
    say,
    onLocale,
    folder,
    onFailure,
  });
  openFiles = core.openWith.open;
  openFiles(early);
  openHelp = core.openHelp;
  openGate({
    ipcMain,
    getWindow,
    handle: core.handle,
    onRechazo: (motivo) => logger.info('ventana.rechazo', { codigo: motivo.toUpperCase() }),
  });

  window = createWindow({
    electron,
    preload: path.join(app.getAppPath(), 'out', 'preload', 'preload.cjs'),
  });
  setContextMenu(Menu, window, say);
  const leaveCalls = (): void => {
    core.openWith.onLeave();
    core.calls.stop().catch(onFailure);
  };
  watchCrashes({ app, window, shell, say, logger, clock, onCrash: leaveCalls, onFailure });
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) leaveCalls();
  });

  let atOnce = false;
  askOnClose({
    window,
    shell,
    say,
    countSendings: () => (atOnce ? 0 : core.calls.countSendings()),
    onFailure,
  });
  const endAtOnce = (): void => {
    atOnce = true; // when the session ends or a signal comes, do not wait for answers
    app.quit();
  };
  window.on('query-session-end', endAtOnce);
  ownProcess.on('SIGTERM', endAtOnce);
  ownProcess.on('SIGINT', endAtOnce);
  window.once('closed', () => (window = undefined));
  const release = async (): Promise<void> => {
    try {
      await core.close();
      if (!atOnce) await updater?.finish();
    } catch (error) {
      onFailure(error);
    }
    await rm(folder, { recursive: true, force: true });
  };
  closeInOrder(app, release, onFailure);

  await loadScreens(window);
  onOpened();
}
