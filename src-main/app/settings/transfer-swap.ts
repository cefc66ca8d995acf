import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { isAppError } from '#contract/errors.ts';
import { dataFolder, isWorkshop } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
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
export const occupied = (raiz: string): readonly string[] =>
  PLACES.filter((place) => existsSync(path.join(raiz, place)));

/**
 * Moves the contents of `taller` to their places, and the old contents to `aparte`; both folders are inside `raiz`. Once the note is on disk
 * the change is decided: if the program is interrupted, `finishChange` of the next start completes it. When the disk refuses a step, everything
 * is undone. Nobody may have a file open.
 */
export async function changeFolders(raiz: string, folders: Pick<ChangeNote, 'taller' | 'aparte'>): Promise<void> {
  const entering = PLACES.filter((place) => existsSync(path.join(raiz, folders.taller, place)));
  const decided: ChangeNote = { ...folders, entran: entering };
  await writeJsonAtomic(dataFolder(raiz).cambio, decided);
  try {
    await continueChange(raiz, decided);
  } catch (error) {
    await undoChange(raiz, decided);
    throw diskError(error);
  }
}

/**
 * Completes a decided change that a killed program left, and then deletes folders where a package was being unpacked. Whoever works in such a
 * folder has the data folder's lock: while another program has it, nothing is deleted.
 */
export async function finishInterrupted(
  raiz: string,
  asWriter: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const decided = existsSync(dataFolder(raiz).cambio);
  try {
    await asWriter(async () => {
      if (decided) await finishChange(raiz);
      await sweep(raiz);
    });
  } catch (error) {
    if (decided || !isAppError(error, 'EN_USO')) throw error;
  }
}

/** Deletes nothing while there is a note of a decided change, even an unreadable one: its pieces are in one of those folders. */
async function sweep(raiz: string): Promise<void> {
  const nombres = await readdir(raiz);
  const { name } = path.parse(dataFolder(raiz).cambio);
  if (nombres.some((nombre) => nombre.startsWith(name))) return;
  for (const nombre of nombres.filter(isWorkshop)) await rm(path.join(raiz, nombre), { recursive: true, force: true });
}

/** Completes an interrupted change; does nothing when there is none. */
async function finishChange(raiz: string): Promise<void> {
  if (!existsSync(dataFolder(raiz).cambio)) return;
  const read = await readJsonFile(dataFolder(raiz).cambio, (value) => note.parse(value));
  if (read.estado !== 'leido') return;
  try {
    await continueChange(raiz, read.valor);
  } catch (error) {
    throw diskError(error);
  }
}

interface Place {
  readonly here: string;
  readonly entra: string;
  readonly sale: string;
}

const placeOf = (raiz: string, { taller, aparte }: ChangeNote, place: string): Place => ({
  here: path.join(raiz, place),
  entra: path.join(raiz, taller, place),
  sale: path.join(raiz, aparte, place),
});

/** Each step can be repeated: a piece that already moved is no longer in `taller`. */
async function continueChange(raiz: string, decided: ChangeNote): Promise<void> {
  await mkdir(path.join(raiz, decided.aparte), { recursive: true, mode: 0o700 });
  for (const place of PLACES) {
    const { here, entra: enters, sale } = placeOf(raiz, decided, place);
    const pending = decided.entran.includes(place) ? existsSync(enters) : true;
    if (!pending) continue;
    if (existsSync(here) && !existsSync(sale)) await rename(here, sale);
    if (existsSync(enters)) await rename(enters, here);
  }
  await cleanUp(raiz, decided);
}

/** Undoes a change. If that fails, the change stays decided, and the next start completes it. */
async function undoChange(raiz: string, decided: ChangeNote): Promise<void> {
  for (const place of PLACES.toReversed()) {
    const { here, entra: enters, sale } = placeOf(raiz, decided, place);
    if (decided.entran.includes(place) && existsSync(here) && !existsSync(enters)) await rename(here, enters);
    if (existsSync(sale)) await rename(sale, here);
  }
  await cleanUp(raiz, decided);
}

async function cleanUp(raiz: string, { taller, aparte }: ChangeNote): Promise<void> {
  await rm(path.join(raiz, taller), { recursive: true, force: true });
  const old = path.join(raiz, aparte);
  if (existsSync(old) && (await readdir(old)).length === 0) await rm(old, { recursive: true });
  await rm(dataFolder(raiz).cambio, { force: true });
}
