/** Updates the installed window with an unchanged electron-updater: reads `latest*.yml`, downloads, verifies the signature, installs. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as library from 'electron-updater';
import { AppError } from '#contract/errors.ts';
import type { UpdatesDocument } from '#contract/settings.ts';
import type { Installer } from '#app/updates/index.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import type { Clock } from '#domain/clock.ts';
import type { ElectronApi } from './electron-api.ts';

interface Installed {
  readonly platform: string;
  /** `process.resourcesPath`. electron-builder writes `app-update.yml` there if versions are published. */
  readonly resources: string | undefined;
  readonly isPackaged: boolean;
}

/** Whether new versions are published and their publisher is verified: on Windows by the name in the signed installer, on macOS by Squirrel, on Linux never. */
export function canVerifyUpdates({ platform, resources, isPackaged }: Installed): boolean {
  const settings = path.join(resources ?? '', 'app-update.yml');
  if (!isPackaged || resources === undefined || !existsSync(settings)) return false;
  if (platform === 'win32') return /^publisherName:/m.test(readFileSync(settings, 'utf8'));
  return platform === 'darwin';
}

interface UpdaterDeps {
  readonly electron: Pick<ElectronApi, 'app' | 'autoUpdater'>;
  readonly platform: string;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly loadLibrary: () => Promise<Pick<typeof library, 'autoUpdater' | 'CancellationToken'>>;
}

const SQUIRREL_MS = 120_000;
/** electron-updater's codes for a file that is not the published one, or has another publisher. */
const REFUSED = ['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE'];

export function createWindowUpdater({ electron, platform, clock, loadLibrary }: UpdaterDeps) {
  let isAsked = false;
  return {
    async download(url: string, onBytes: Parameters<Installer['download']>[1], signal: AbortSignal): Promise<void> {
      const { autoUpdater, CancellationToken } = await loadLibrary();
      autoUpdater.logger = null; // it would log folders; its errors are thrown anyway
      autoUpdater.autoDownload = false;
      autoUpdater.autoInstallOnAppQuit = false; // install only if the person asked for it
      autoUpdater.setFeedURL({ provider: 'generic', url });
      const token = new CancellationToken();
      const cancel = (): void => token.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      const tell = ({ transferred, total }: library.ProgressInfo): void => onBytes(transferred, total);
      autoUpdater.on('download-progress', tell);
      try {
        const found = await autoUpdater.checkForUpdates();
        if (found?.isUpdateAvailable !== true) throw new AppError('ACTUALIZACION_NO_LISTA');
        await autoUpdater.downloadUpdate(token);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AppError) throw error;
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        const isRefused = REFUSED.includes(code);
        throw new AppError(isRefused ? 'ACTUALIZACION_DANADA' : 'ACTUALIZACION_SIN_RESPUESTA', { cause: error });
      } finally {
        autoUpdater.off('download-progress', tell);
        signal.removeEventListener('abort', cancel);
      }
    },
    closeAndInstall(): void {
      isAsked = true;
      // Quit only after the answer to this call was sent.
      setImmediate(() => electron.app.quit());
    },
    /** Runs the installer, if the person asked for it. Call it as the last step of closing. */
    async finish(): Promise<void> {
      if (!isAsked) return;
      const { autoUpdater } = await loadLibrary();
      if (platform !== 'darwin') {
        autoUpdater.quitAndInstall(false, true);
        return;
      }
      // Squirrel takes the file now and installs it after the program has ended.
      const taken = new Promise<void>((resolve, reject) => {
        electron.autoUpdater.once('update-downloaded', () => resolve());
        electron.autoUpdater.once('error', reject);
      });
      autoUpdater.quitAndInstall();
      await Promise.race([taken, clock.sleep(SQUIRREL_MS)]);
    },
  };
}

/** When to look for versions: first this long after the start, then each day that the program stays open, and sooner after a failure. */
const FIRST_MS = 2 * 60_000;
const EVERY_MS = 24 * 3_600_000;
const AGAIN_MS = 3_600_000;

interface LookingDeps {
  readonly dispatch: Dispatch;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly ask: (version: string, found: UpdatesDocument) => Promise<boolean>;
}

/** Looks for new versions while the window is open, and asks once per version before downloading it. Resolves when the signal is aborted. */
export async function keepLooking({ dispatch, clock, ask }: LookingDeps, signal: AbortSignal): Promise<void> {
  const context = { signal, onProgress: () => undefined };
  const asked = new Set<string>();

  /** Looks once; false if the address of the versions did not answer, or a version that the person wanted could not be installed. */
  async function look(): Promise<boolean> {
    const looked = await dispatch('actualizaciones.buscar', { sola: true }, context);
    if (!looked.ok) return false;
    const { ahora } = looked.value;
    if (ahora.estado !== 'hay' || asked.has(ahora.version)) return ahora.estado !== 'falla';
    asked.add(ahora.version);
    if (!(await ask(ahora.version, looked.value)) || !looked.value.seInstala) return true;
    const brought = await dispatch('actualizaciones.bajar', {}, context);
    if (!brought.ok || brought.value.ahora.estado !== 'lista') return false;
    return (await dispatch('actualizaciones.instalar', {}, context)).ok;
  }

  try {
    await clock.sleep(FIRST_MS, signal);
    for (;;) await clock.sleep((await look()) ? EVERY_MS : AGAIN_MS, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
