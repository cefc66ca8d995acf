import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { isAppError } from '#contract/errors.ts';
import { getDataFolder, isWorkshop } from '#platform/data-folder.ts';
import { toDiskError } from '#platform/disk-error.ts';
import { ROOT_FILES } from './transfer-index.ts';

/** The places that an import replaces together. The accounts' folder goes first: if a file in it is open (Windows), it cannot be moved. */
const PLACES = ['cuentas', ...ROOT_FILES] as const;
const note = z.object({
  taller: z.string().regex(/^\.traslado-[0-9a-f]{12}$/),
  aparte: z.string().regex(/^anteriores-\d{17}$/),
  /** The places that the package has; the others are only emptied. */
  entran: z.array(z.enum(PLACES)),
});
type ChangeNote = z.infer<typeof note>;

/** The places of a data folder that are taken and that an import would replace. */
export const listOccupied = (root: string): readonly string[] =>
  PLACES.filter((place) => existsSync(path.join(root, place)));

/**
 * Moves the contents of `taller` to their places, and the old contents to `aparte`; both folders are inside `root`. Once the note is on disk
 * the change is decided: if the program is interrupted, `finishInterrupted` of the next start completes it. When the disk refuses a step, everything
 * is undone. Nobody may have a file open.
 */
export async function changeFolders(root: string, folders: Pick<ChangeNote, 'taller' | 'aparte'>): Promise<void> {
  const entering = PLACES.filter((place) => existsSync(path.join(root, folders.taller, place)));
  const decided: ChangeNote = { ...folders, entran: entering };
  await writeJsonAtomic(getDataFolder(root).change, decided);
  try {
    await resumeChange(root, decided);
  } catch (error) {
    await undoChange(root, decided);
    throw toDiskError(error);
  }
}

/**
 * Completes a decided change that a killed program left, and then deletes folders where a package was being unpacked. Whoever works in such a
 * folder has the data folder's lock: while another program has it, nothing is deleted.
 */
export async function finishInterrupted(
  root: string,
  asWriter: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const decided = existsSync(getDataFolder(root).change);
  try {
    await asWriter(async () => {
      if (decided) await finishChange(root);
      await sweep(root);
    });
  } catch (error) {
    if (decided || !isAppError(error, 'EN_USO')) throw error;
  }
}

/** Deletes nothing while there is a note of a decided change, even an unreadable one: its pieces are in one of those folders. */
async function sweep(root: string): Promise<void> {
  const names = await readdir(root);
  const { name } = path.parse(getDataFolder(root).change);
  if (names.some((named) => named.startsWith(name))) return;
  for (const name of names.filter(isWorkshop)) await rm(path.join(root, name), { recursive: true, force: true });
}

/** Completes an interrupted change; does nothing when there is none. */
async function finishChange(root: string): Promise<void> {
  if (!existsSync(getDataFolder(root).change)) return;
  const read = await readJsonFile(getDataFolder(root).change, (value) => note.parse(value));
  if (read.estado !== 'leido') return;
  try {
    await resumeChange(root, read.valor);
  } catch (error) {
    throw toDiskError(error);
  }
}

interface Place {
  readonly here: string;
  readonly comesIn: string;
  readonly goesOut: string;
}

const placeOf = (root: string, { taller, aparte }: ChangeNote, place: string): Place => ({
  here: path.join(root, place),
  comesIn: path.join(root, taller, place),
  goesOut: path.join(root, aparte, place),
});

/** Each step can be repeated: a piece that already moved is no longer in `taller`. */
async function resumeChange(root: string, decided: ChangeNote): Promise<void> {
  await mkdir(path.join(root, decided.aparte), { recursive: true, mode: 0o700 });
  for (const place of PLACES) {
    const { here, comesIn, goesOut } = placeOf(root, decided, place);
    const pending = decided.entran.includes(place) ? existsSync(comesIn) : true;
    if (!pending) continue;
    if (existsSync(here) && !existsSync(goesOut)) await rename(here, goesOut);
    if (existsSync(comesIn)) await rename(comesIn, here);
  }
  await cleanUp(root, decided);
}

/** Undoes a change. If that fails, the change stays decided, and the next start completes it. */
async function undoChange(root: string, decided: ChangeNote): Promise<void> {
  for (const place of PLACES.toReversed()) {
    const { here, comesIn, goesOut } = placeOf(root, decided, place);
    if (decided.entran.includes(place) && existsSync(here) && !existsSync(comesIn)) await rename(here, comesIn);
    if (existsSync(goesOut)) await rename(goesOut, here);
  }
  await cleanUp(root, decided);
}

async function cleanUp(root: string, { taller, aparte }: ChangeNote): Promise<void> {
  await rm(path.join(root, taller), { recursive: true, force: true });
  const old = path.join(root, aparte);
  if (existsSync(old) && (await readdir(old)).length === 0) await rm(old, { recursive: true });
  await rm(getDataFolder(root).change, { force: true });
}
