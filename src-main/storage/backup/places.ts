/** Where backups are kept: beside the data, or in a folder that a person chose. Functions for that folder are asynchronous: a network share may not answer. */
import { createHash } from 'node:crypto';
import { constants, createReadStream, readdirSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#contract/errors.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import { getSystemCode, toDiskError } from '#platform/disk-error.ts';
import { rename, syncFile } from '#platform/atomic-file.ts';
import { parseBackupName, type NamedBackup } from './file.ts';
import { findFullest, type Judged } from './judge.ts';

/** Our folder inside the chosen folder, and a file that marks it: without the mark, the empty mount point of a missing disk would pass for our folder. */
const OURS = 'Conciliador';
const MARK = 'respaldos.json';
const README = 'LEEME.txt';
const README_TEXT = `Respaldos de Conciliador: lo que se envió desde cada PC, con importes, fechas y los últimos cuatro números de las tarjetas.
Para usar uno, en cualquier PC: Ajustes, Respaldos, «Restaurar un respaldo». No borres respaldos.json: dice que esta es la carpeta.
`;
const DAYS = 7;

export interface FoundBackup extends NamedBackup {
  readonly ruta: string;
  readonly bytes: number;
}

/** The program's folder inside the chosen folder, or the chosen folder itself if it is the program's. */
export const oursIn = (chosen: string): string => (path.basename(chosen) === OURS ? chosen : path.join(chosen, OURS));

/** Makes the program's folder inside the chosen folder, with its mark. Throws the system's error. */
export async function markFolder(chosen: string): Promise<void> {
  const ours = oursIn(chosen);
  await mkdir(ours).catch((error: unknown) => {
    if (getSystemCode(error) !== 'EEXIST') throw error;
  });
  const mark = { formato: 'conciliador-respaldos', version: 1 };
  await writeNew(path.join(ours, MARK), `${JSON.stringify(mark)}\n`);
  await writeNew(path.join(ours, README), README_TEXT);
}

const writeNew = (file: string, text: string): Promise<void> =>
  writeFile(file, text, { flag: 'wx' }).catch((error: unknown) => {
    if (getSystemCode(error) !== 'EEXIST') throw error;
  });

/** Throws `RESPALDO_CARPETA_AUSENTE` if the mark is missing: the USB stick or network share is not connected. */
export async function requireMark(chosen: string): Promise<void> {
  try {
    await stat(path.join(oursIn(chosen), MARK));
  } catch (error) {
    const causa = getSystemCode(error);
    if (causa === undefined) throw error;
    throw new AppError('RESPALDO_CARPETA_AUSENTE', { cause: error, detail: { causa } });
  }
}

export function hasBackups(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => parseBackupName(name) !== undefined);
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return false;
    throw toDiskError(error);
  }
}

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (getSystemCode(error) === 'ENOENT') return [];
    throw toDiskError(error);
  });

/** The backups in a folder, newest first; none if the folder does not exist. */
export async function listBackups(folder: string): Promise<readonly FoundBackup[]> {
  const found: FoundBackup[] = [];
  for (const named of (await namesIn(folder)).map(parseBackupName)) {
    if (named === undefined) continue;
    const ruta = path.join(folder, named.nombre);
    const { size, isFile } = await stat(ruta).then((one) => ({ size: one.size, isFile: one.isFile() }));
    if (isFile) found.push({ ...named, ruta, bytes: size });
  }
  return found.sort((a, b) => b.hecha - a.hecha);
}

/** Copies a backup into a folder and reads it back; only an identical copy is kept. Throws `RESPALDO_NO_QUEDO`, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export async function putInto(folder: string, { ruta, nombre }: Pick<FoundBackup, 'ruta' | 'nombre'>): Promise<void> {
  const destination = path.join(folder, nombre);
  const temporary = `${destination}.tmp`;
  try {
    await rm(temporary, { force: true });
    await copyFile(ruta, temporary, constants.COPYFILE_EXCL);
    // The file of a closed month is read-only, and syncing its copy needs the right to write.
    if (((await stat(temporary)).mode & 0o200) === 0) await chmod(temporary, 0o600);
    await syncFile(temporary);
    if ((await digestOf(temporary)) !== (await digestOf(ruta))) throw new AppError('RESPALDO_NO_QUEDO');
    await rename(temporary, destination);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // the folder may be gone, and `error` already says so
    throw toDiskError(error);
  }
}

export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The backups of one account and PC to delete: all except the last of each of the newest seven days. Backups dated in the future count as one day more. */
export function listSpare(all: readonly FoundBackup[], now: number): readonly FoundBackup[] {
  const dayOf = ({ hecha }: FoundBackup): string => (hecha > now ? 'adelantada' : civilDateAt(hecha));
  const days = [...new Set(all.map(dayOf))].slice(0, DAYS + (all.some(({ hecha }) => hecha > now) ? 1 : 0));
  const kept = new Set(days.map((day) => all.find((one) => dayOf(one) === day)));
  return all.filter((one) => !kept.has(one));
}

/** Deletes the backups of `listSpare`, except the one with the most events and those of a newer version. `judgeAll` gives verdicts in the order of `files`. */
export async function rotate(
  all: readonly FoundBackup[],
  now: number,
  judgeAll: (files: readonly FoundBackup[]) => Promise<readonly Judged[]>,
): Promise<void> {
  const spare = listSpare(all, now);
  if (spare.length === 0) return;
  const ordered = [...all.filter((one) => !spare.includes(one)), ...spare];
  const judgements = await judgeAll(ordered);
  const judged = ordered.map((one, i) => ({ ...one, verdict: judgements[i] ?? { es: 'mas_nueva' as const } }));
  const fullest = findFullest(judged);
  for (const { ruta, verdict } of judged.slice(ordered.length - spare.length))
    if (ruta !== fullest?.ruta && verdict.es !== 'mas_nueva') await rm(ruta, { force: true });
}

/**
 * Copies the files of closed months to a folder beside the backups, or back. Leaves an existing file alone, because a closed month does not change; with
 * `replaces`, overwrites a file of other content, because a month that is reopened and closed again keeps its file name. The file of a reopened month is named
 * after its version, so `replaces` deletes the copy under the usual name. Returns the number of copied files.
 */
export async function copyClosed(
  from: string,
  to: string,
  { replaces }: { readonly replaces: boolean },
): Promise<number> {
  const isOfMonth = (name: string): boolean => /^[\w-]+(?:\.\d+)?\.(?:db|json)$/.test(name);
  const [there, here] = [new Set(await namesIn(to)), (await namesIn(from)).filter(isOfMonth)];
  let copied = 0;
  for (const nombre of here) {
    const [ruta, known] = [path.join(from, nombre), path.join(to, nombre)];
    if (there.has(nombre) && (!replaces || (await digestOf(ruta)) === (await digestOf(known)))) continue;
    await mkdir(to, { recursive: true });
    await putInto(to, { ruta, nombre });
    copied += 1;
  }
  for (const version of replaces ? here : []) {
    const former = version.replace(/\.\d+\.db$/, '.db');
    if (here.includes(former) || !there.has(former)) continue;
    const [old, kept] = [path.join(to, former), path.join(to, version)];
    if ((await digestOf(old)) === (await digestOf(kept))) await rm(old, { force: true });
  }
  return copied;
}

export const closedIn = (folder: string, account: string): string => path.join(folder, `cierres (${account})`);

export const listClosedAccounts = async (folder: string): Promise<readonly string[]> =>
  (await namesIn(folder)).flatMap((name) => /^cierres \(([\da-f]{16})\)$/.exec(name)?.[1] ?? []);

export const readText = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (getSystemCode(error) === 'ENOENT') return undefined;
    throw toDiskError(error);
  });
