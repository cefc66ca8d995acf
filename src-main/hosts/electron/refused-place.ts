import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAppError, type AppError } from '#contract/errors.ts';
import { refuseSharedPlace, type PlaceSource } from '#platform/shared-place.ts';
import type { ElectronApi } from './electron-api.ts';

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
