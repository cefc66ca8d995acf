import { randomBytes } from 'node:crypto';
import { open, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isAppError } from '#contract/errors.ts';
import { toDiskError, getSystemCode } from './disk-error.ts';
import { readRegular } from './regular-file.ts';
import { rename } from './rename.ts';

/** What a file of ours held. `apartado` is where a file that could not be understood was put. */
export type JsonRead<T> =
  | { readonly estado: 'ausente' }
  | { readonly estado: 'leido'; readonly valor: T }
  | { readonly estado: 'danado'; readonly apartado: string };

/**
 * Replaces a file whole or not at all, readable by its owner only: temporary name in the same folder, synced, renamed,
 * folder synced. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`, `ARCHIVO_TOMADO`. If writing failed, the old file is untouched; if only the
 * folder could not be synced, the new one is already there.
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

/** Writes a value in the same way, as JSON that a person can read. */
export const writeJsonAtomic = (file: string, value: unknown): Promise<void> =>
  writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * Reads JSON through the caller's parser (which throws on what it does not understand). A damaged file is set aside
 * under a name that says so, never overwritten; an `AppError` from the parser (a newer version, say) leaves it in place.
 */
export async function readJsonFile<T>(file: string, parse: (value: unknown) => T): Promise<JsonRead<T>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return { estado: 'ausente' };
    throw toDiskError(error);
  }
  try {
    return { estado: 'leido', valor: parse(JSON.parse(text)) };
  } catch (error) {
    if (isAppError(error)) throw error;
    return { estado: 'danado', apartado: await setAside(file) };
  }
}

/**
 * Reads JSON of a foreign file and never moves or changes it. undefined when the file is missing, is no regular file, is too big, or
 * holds nothing that the parser understands. Throws errors of the disk as `toDiskError` gives them; an `AppError` from the parser goes through.
 */
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

/** Without this a power cut may undo the rename. Windows cannot open a folder, and its rename needs no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlinkIfThere(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    // The error that brought us here matters more than a leftover, which a later start sweeps.
    if (getSystemCode(error) === undefined) throw error;
  }
}
