import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { isAppError } from '#contract/errors.ts';
import { dataFolder, isWorkshop } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
import { ROOT_FILES } from './transfer-index.ts';

/** What changes place in one go. The accounts' folder first: where a file is held open (Windows), it is what cannot be moved. */
const PLACES = ['cuentas', ...ROOT_FILES] as const;
const note = z.object({
  taller: z.string().regex(/^\.traslado-[0-9a-f]{12}$/),
  aparte: z.string().regex(/^anteriores-\d{17}$/),
  /** What of `PLACES` the package has: the others are only vacated. */
  entran: z.array(z.enum(PLACES)),
});
type ChangeNote = z.infer<typeof note>;

/** What there is in a data folder that an import would take the place of. */
export const occupied = (raiz: string): readonly string[] =>
  PLACES.filter((place) => existsSync(path.join(raiz, place)));

/**
 * Puts what is in `taller` in its place, and what was there in `aparte`, both folders inside `raiz`. From the moment that the note is on
 * disk the change is decided: cut anywhere after it, `finishChange` of the next start takes it to its end. What the disk refuses takes
 * everything back. Nobody may have a file open.
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
 * What a program that was killed left: a change that was decided is taken to its end, and then what it, or another one, was unpacking is swept.
 * Whoever works in one of those folders has the data folder's lock: while another program does, nothing is swept.
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

/** Not while anything says that a change was decided, also where it cannot be read: its pieces are in one of those folders. */
async function sweep(raiz: string): Promise<void> {
  const nombres = await readdir(raiz);
  const { name } = path.parse(dataFolder(raiz).cambio);
  if (nombres.some((nombre) => nombre.startsWith(name))) return;
  for (const nombre of nombres.filter(isWorkshop)) await rm(path.join(raiz, nombre), { recursive: true, force: true });
}

/** Goes on with a change that was cut; nothing when there is none. */
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

/** Each step can be repeated: what already moved is no longer in `taller`. */
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

/** Everything as it was. What cannot be taken back stays decided: the next start ends it. */
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
