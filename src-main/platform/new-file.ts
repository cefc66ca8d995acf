/** Files that never replace another: exports, reports, workbooks of closed months. */
import { randomBytes } from 'node:crypto';
import { copyFile, constants, link, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { syncFile, syncFolder } from './atomic-file.ts';
import { toDiskError, getSystemCode } from './disk-error.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';

/** Names that Windows reserves for devices, whatever their extension: such a file can neither be opened nor deleted normally. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** Windows drops a dot or space at the end, which gives the file another name. */
const LOST_ENDING = /[. ]$/;

/** False for a name that Windows reserves or changes. Checked on every system, because files are passed on. */
export const isUsableName = (name: string): boolean => !DEVICE.test(name) && !LOST_ENDING.test(name);

function refuseUnusableName(file: string): void {
  const name = path.basename(file);
  if (!isUsableName(name)) throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.nameOfDevice(name) });
}

/** For a name that exists: `rechazar` throws SALIDA_EXISTENTE, `numerar` takes "nombre (2).xlsx", "(3)"… */
export type IfExists = 'rechazar' | 'numerar';

const toTakenError = (destination: string, cause?: unknown): AppError =>
  new AppError('SALIDA_EXISTENTE', { cause, detail: { archivo: path.basename(destination) } });

/** Throws SALIDA_EXISTENTE for an existing file, ENTRADA_INVALIDA for a name that Windows cannot store. Call it before long work too. */
export async function refuseExisting(destination: string): Promise<void> {
  refuseUnusableName(destination);
  try {
    await stat(destination);
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return;
    throw toDiskError(error);
  }
  throw toTakenError(destination);
}

export const makeTemporaryName = (destination: string): string =>
  path.join(path.dirname(destination), `.${path.basename(destination)}.${randomBytes(6).toString('hex')}.tmp`);

function candidateNameOf(destination: string, turn: number): string {
  if (turn === 1) return destination;
  const { dir, name, ext } = path.parse(destination);
  return path.join(dir, `${name} (${String(turn)})${ext}`);
}

/** Gives the file its final name if that is free. Uses a link, because a rename would replace an existing file. */
async function linkAs(temporary: string, destination: string): Promise<void> {
  try {
    await link(temporary, destination);
  } catch (error) {
    // File systems without links (FAT, some shared folders): copies the file, which also refuses an existing name.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(getSystemCode(error) ?? ''))
      throw error;
    await copyFile(temporary, destination, constants.COPYFILE_EXCL);
    await syncFile(destination);
  }
}

/** Syncs a finished file and gives it its final name, without replacing another; returns the name. Throws as `refuseExisting`, and the system's errors. */
export async function publish(temporary: string, destination: string, ifExists: IfExists): Promise<string> {
  refuseUnusableName(destination);
  await syncFile(temporary);
  for (let turn = 1; ; turn += 1) {
    const name = candidateNameOf(destination, turn);
    try {
      await linkAs(temporary, name);
    } catch (error) {
      if (getSystemCode(error) !== 'EEXIST') throw error;
      if (ifExists === 'numerar') continue;
      throw toTakenError(destination, error);
    }
    await unlink(temporary);
    await syncFolder(path.dirname(name));
    return name;
  }
}
