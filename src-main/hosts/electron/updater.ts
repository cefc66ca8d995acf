/**
 * Puts a new version in the place of the program by electron-updater, which knows how to run each system's installers. It gets an offer that
 * `app/updates` has checked, has `app/updates` download the file, and never runs anything by itself: `install` is called once, when all else
 * has ended.
 */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as updater from 'electron-updater';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import type { Installer } from '#app/updates/index.ts';
import type { Offer } from '#app/updates/feed.ts';
import type { Kind } from '#app/updates/statement.ts';
import type { ElectronApi } from './electron-api.ts';

type Library = typeof updater;
type Adapter = NonNullable<ConstructorParameters<Library['NsisUpdater']>[1]>;
type AnyUpdater = updater.AppUpdater & { install?: (silent: boolean, reopen: boolean) => boolean };

/** The facts by which an installed program is recognised. */
interface Installed {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `process.resourcesPath`, where electron-builder writes which kind of package it made. */
  readonly resources: string | undefined;
  readonly isPackaged: boolean;
}

/** The kind of file that this program was installed from; undefined for a program that is not replaced: a checkout, an unpacked folder. */
export function getInstalledKind({ platform, env, resources, isPackaged }: Installed): Kind | undefined {
  if (!isPackaged) return undefined;
  if (platform === 'win32') return 'exe';
  if (platform === 'darwin') return 'zip';
  const note = resources === undefined ? undefined : path.join(resources, 'package-type');
  if (note !== undefined && existsSync(note) && readFileSync(note, 'utf8').trim() === 'deb') return 'deb';
  return env['APPIMAGE'] === undefined ? undefined : 'AppImage';
}

interface UpdaterDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'autoUpdater'>;
  readonly kind: Kind;
  readonly version: string;
  /** The folder of downloaded files until they are installed. Only this user can write to it. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly loadLibrary: () => Promise<Library>;
}

export interface WindowUpdater extends Installer {
  /** Puts the downloaded version in the place of the program. Everything else has ended by then. */
  install(): Promise<void>;
}

/** Squirrel may take so long to read a file of this PC. */
const SQUIRREL_MS = 120_000;

export function createWindowUpdater(deps: UpdaterDeps): WindowUpdater {
  const { electron, kind, version, folder, clock } = deps;
  let current: AnyUpdater | undefined;
  /** The person asked for the installation: then the program opens again afterwards. */
  let reopens = false;

  async function prepare(offer: Offer, fetchFile: (destination: string) => Promise<void>): Promise<AnyUpdater> {
    const library = await deps.loadLibrary();
    await ensureFolder(folder);
    const made = current ?? createUpdater(library, kind, adapterOf(electron.app, { version, folder }));
    made.logger = null; // it logs addresses and folders; errors are thrown anyway
    made.autoDownload = false;
    made.autoInstallOnAppQuit = false; // `install` decides when, after the file was checked again
    made.allowDowngrade = false;
    made.disableWebInstaller = true;
    made.disableDifferentialDownload = true; // it would make the file from pieces of files on the disk
    made.isUserWithinRollout = () => true;
    made.isUpdateSupported = () => true;
    // electron-updater reads the name of its download folder from a file.
    const settings = path.join(folder, 'updater.yml');
    await writeFile(settings, 'updaterCacheDirName: bajadas\n', { mode: 0o600 });
    made.updateConfigPath = settings;
    // Its own downloads cannot be resumed, and do not use this PC's proxy.
    Object.assign(made, {
      httpExecutor: {
        download: async (_url: URL, destination: string) => {
          await fetchFile(destination);
          return destination;
        },
      },
    });
    made.setFeedURL({ provider: 'custom', updateProvider: toUpdateInfo(offer) });
    current = made;
    return made;
  }

  return {
    kind,
    async bring(offer, fetchFile) {
      const made = await prepare(offer, fetchFile);
      const found = await made.checkForUpdates();
      if (found?.isUpdateAvailable !== true) throw new Error('electron-updater does not take it for a newer version');
      const [file] = await made.downloadUpdate();
      if (file === undefined) throw new Error('electron-updater brought no file');
      return file;
    },
    closeAndInstall() {
      reopens = true;
      // The answer to this call leaves before the program quits.
      setImmediate(() => {
        electron.app.quit();
      });
    },
    async install() {
      if (current === undefined) return;
      if (current.install !== undefined) {
        current.install(true, reopens);
        return;
      }
      // On macOS Squirrel takes the file now, and installs it when the program has ended.
      const { autoUpdater } = electron;
      const taken = new Promise<void>((resolve, reject) => {
        autoUpdater.once('update-downloaded', () => {
          resolve();
        });
        autoUpdater.once('error', reject);
      });
      current.autoRunAppAfterInstall = reopens;
      current.quitAndInstall();
      await Promise.race([taken, clock.sleep(SQUIRREL_MS)]);
    },
  };
}

function createUpdater(library: Library, kind: Kind, app: Adapter): AnyUpdater {
  switch (kind) {
    case 'exe':
      return new library.NsisUpdater(null, app);
    case 'zip':
      return new library.MacUpdater(undefined, app);
    case 'deb':
      return new library.DebUpdater(null, app);
    case 'AppImage':
      return new library.AppImageUpdater(null, app);
    default:
      return kind satisfies never;
  }
}

/** The program as electron-updater wants to see it. */
function adapterOf(
  app: UpdaterDeps['electron']['app'],
  { version, folder }: Pick<UpdaterDeps, 'version' | 'folder'>,
): Adapter {
  return {
    version,
    name: 'Conciliador',
    isPackaged: true, // `getInstalledKind` has checked it
    appUpdateConfigPath: path.join(folder, 'updater.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => {
      await app.whenReady();
    },
    relaunch: () => undefined,
    quit: () => {
      app.quit();
    },
    onQuit: () => undefined,
  };
}

/** Replaces electron-updater's provider, which would trust the feed: this one only knows the checked version. */
function toUpdateInfo({ version, name, url, bytes, sha512 }: Offer) {
  const file = { url: name, sha512, size: bytes };
  return class {
    readonly fileExtraDownloadHeaders = null;
    readonly isUseMultipleRangeRequest = false;
    setRequestHeaders(): void {
      // Nothing is sent to the feed about the program: electron-updater would send an identifier of this PC.
    }
    async getLatestVersion(): Promise<updater.UpdateInfo> {
      return { version, files: [file], path: name, sha512, releaseDate: '' };
    }
    resolveFiles(): updater.ResolvedUpdateFileInfo[] {
      return [{ url, info: file }];
    }
  };
}
