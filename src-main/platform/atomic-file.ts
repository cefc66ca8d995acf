import { randomBytes } from 'node:crypto';
import { open, readFile, unlink, rename as renameAtOnce } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { accessSync, constants, renameSync as renameAtOnceSync } from 'node:fs';
import { retryifySync } from 'stubborn-utils';
import type { Clock } from '#domain/clock.ts';
import { isAppError, AppError, type ErrorDetail } from '#contract/errors.ts';
import { toDiskError, getSystemCode } from './disk-error.ts';
import { readRegular } from './regular-file.ts';
import { systemClock } from './system-clock.ts';

/**
 * Replaces a file completely or not at all; only its owner can read it. Writes a temporary file in the same folder, syncs and renames it, and syncs the folder.
 * Throws the errors of `toDiskError`. After a failed write the old file is unchanged; if only syncing the folder failed, the new file is in place.
 */
export async function writeFileAtomic(file: string, content: string): Promise<void> {
  const folder = path.dirname(file);
  const temporary = path.join(folder, `.${path.basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeSynced(temporary, content);
    await rename(temporary, file);
    await syncFolder(folder);
  } catch (error) {
    await unlinkIfThere(temporary);
    throw toDiskError(error);
  }
}

export const writeJsonAtomic = (file: string, value: unknown): Promise<void> =>
  writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * Reads JSON with the caller's parser, which throws for anything unknown; undefined if there is no file. Renames a damaged file, passes its new path to
 * `onSetAside` and returns undefined. If the parser throws an `AppError`, as for a newer version, the file stays.
 */
export async function readJsonFile<T>(
  file: string,
  parse: (value: unknown) => T,
  onSetAside: (aside: string) => void = () => undefined,
): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return undefined;
    throw toDiskError(error);
  }
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    if (isAppError(error)) throw error;
    onSetAside(await setAside(file));
    return undefined;
  }
}

/** Reads JSON of a file that is not ours. Undefined if it is missing, not regular, too large or refused by the parser. Throws errors of the disk. */
export async function readJsonSafely<T>(
  file: string,
  { parse, maxBytes }: { readonly parse: (value: unknown) => T; readonly maxBytes: number },
): Promise<T | undefined> {
  try {
    const bytes = await readRegular(file, maxBytes);
    return bytes === undefined ? undefined : parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    const told = toDiskError(error);
    if (isAppError(told)) throw told;
    return undefined;
  }
}

/** `cuentas.json` → `cuentas.danado-20261121T042200-3f2a.json`, beside it. */
async function setAside(file: string): Promise<string> {
  const { dir, name, ext } = path.parse(file);
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '');
  const aside = path.join(dir, `${name}.danado-${stamp}-${randomBytes(2).toString('hex')}${ext}`);
  try {
    await rename(file, aside);
  } catch (error) {
    throw toDiskError(error);
  }
  return aside;
}

async function writeSynced(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
export const syncFile = (file: string): Promise<void> => sync(file, 'r+');
/** Without syncing the folder, a power cut may undo a rename. Windows cannot open folders and does not need this. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function unlinkIfThere(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    // The temporary file may stay: a later start deletes it. The first error is the one to report.
    if (getSystemCode(error) === undefined) throw error;
  }
}

const versioned = z.object({ version: z.number() });

export function refuseNewer(value: unknown, version: number, detail: ErrorDetail = {}): void {
  if ((versioned.safeParse(value).data?.version ?? version) > version)
    throw new AppError('DATOS_MAS_NUEVOS', { detail });
}

/** How long, in ms, a rename is retried while an antivirus or a synchronising program has the file open. */
const PATIENCE_MS = 2000;
const INTERVAL_MS = 50;
const REFUSED: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES']);

function mayWriteIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error;
    return false;
  }
}

const folderOf = (error: unknown): string | undefined =>
  error instanceof Error && 'dest' in error && typeof error.dest === 'string' ? path.dirname(error.dest) : undefined;

/** True if another program has the file open. Windows then reports `EPERM`, as without permission; a writable folder excludes missing permission. */
function isHeld(error: unknown): boolean {
  const code = getSystemCode(error);
  return code === 'EBUSY' || (REFUSED.has(code) && mayWriteIn(folderOf(error) ?? ''));
}

const toHeldError = (error: unknown, to: string): unknown =>
  isHeld(error)
    ? new AppError('ARCHIVO_TOMADO', {
        cause: error,
        detail: { archivo: path.basename(to), causa: getSystemCode(error) ?? '' },
      })
    : error;

/** Returns a rename that retries while another program has the file open. Throws `ARCHIVO_TOMADO` if that lasts, and other errors unchanged. */
export const toPatientRename =
  (once: (from: string, to: string) => Promise<void>, clock: Pick<Clock, 'monotonic' | 'sleep'> = systemClock) =>
  async (from: string, to: string): Promise<void> => {
    for (const end = clock.monotonic() + PATIENCE_MS; ; await clock.sleep(INTERVAL_MS)) {
      try {
        await once(from, to);
        return;
      } catch (error) {
        if (!isHeld(error) || clock.monotonic() >= end) throw toHeldError(error, to);
      }
    }
  };

/** The rename of the program: only the log has its own (`logger.ts`), and synchronous code has `renameSync`. */
export const rename = toPatientRename(renameAtOnce);

export function renameSync(from: string, to: string): void {
  try {
    retryifySync(renameAtOnceSync, { isRetriable: isHeld })({ timeout: PATIENCE_MS })(from, to);
  } catch (error) {
    throw toHeldError(error, to);
  }
}
