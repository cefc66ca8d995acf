import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { isAppError } from '#contract/errors.ts';
import { dataFolder, isWorkshop } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
import { DE_LA_RAIZ } from './traslado-indice.ts';

/** What changes place in one go. The accounts' folder first: where a file is held open (Windows), it is what cannot be moved. */
const LUGARES = ['cuentas', ...DE_LA_RAIZ] as const;
const nota = z.object({
  taller: z.string().regex(/^\.traslado-[0-9a-f]{12}$/),
  aparte: z.string().regex(/^anteriores-\d{17}$/),
  /** What of `LUGARES` the package has: the others are only vacated. */
  entran: z.array(z.enum(LUGARES)),
});
type Nota = z.infer<typeof nota>;

/** What there is in a data folder that an import would take the place of. */
export const ocupados = (raiz: string): readonly string[] =>
  LUGARES.filter((lugar) => existsSync(path.join(raiz, lugar)));

/**
 * Puts what is in `taller` in its place, and what was there in `aparte`, both folders inside `raiz`. From the moment that the note is on
 * disk the change is decided: cut anywhere after it, `terminarCambio` of the next start takes it to its end. What the disk refuses takes
 * everything back. Nobody may have a file open.
 */
export async function cambiar(raiz: string, carpetas: Pick<Nota, 'taller' | 'aparte'>): Promise<void> {
  const entran = LUGARES.filter((lugar) => existsSync(path.join(raiz, carpetas.taller, lugar)));
  const decidido: Nota = { ...carpetas, entran };
  await writeJsonAtomic(dataFolder(raiz).cambio, decidido);
  try {
    await seguir(raiz, decidido);
  } catch (error) {
    await volver(raiz, decidido);
    throw diskError(error);
  }
}

/**
 * What a program that was killed left: a change that was decided is taken to its end, and then what it, or another one, was unpacking is swept.
 * Whoever works in one of those folders has the data folder's lock: while another program does, nothing is swept.
 */
export async function acabarLoCortado(
  raiz: string,
  asWriter: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const decidido = existsSync(dataFolder(raiz).cambio);
  try {
    await asWriter(async () => {
      if (decidido) await terminarCambio(raiz);
      await barrer(raiz);
    });
  } catch (error) {
    if (decidido || !isAppError(error, 'EN_USO')) throw error;
  }
}

/** Not while anything says that a change was decided, also where it cannot be read: its pieces are in one of those folders. */
async function barrer(raiz: string): Promise<void> {
  const nombres = await readdir(raiz);
  const { name } = path.parse(dataFolder(raiz).cambio);
  if (nombres.some((nombre) => nombre.startsWith(name))) return;
  for (const nombre of nombres.filter(isWorkshop)) await rm(path.join(raiz, nombre), { recursive: true, force: true });
}

/** Goes on with a change that was cut; nothing when there is none. */
async function terminarCambio(raiz: string): Promise<void> {
  if (!existsSync(dataFolder(raiz).cambio)) return;
  const read = await readJsonFile(dataFolder(raiz).cambio, (value) => nota.parse(value));
  if (read.estado !== 'leido') return;
  try {
    await seguir(raiz, read.valor);
  } catch (error) {
    throw diskError(error);
  }
}

interface Lugar {
  readonly aqui: string;
  readonly entra: string;
  readonly sale: string;
}

const lugarDe = (raiz: string, { taller, aparte }: Nota, lugar: string): Lugar => ({
  aqui: path.join(raiz, lugar),
  entra: path.join(raiz, taller, lugar),
  sale: path.join(raiz, aparte, lugar),
});

/** Each step can be made again: what is in its place is no longer in `taller`. */
async function seguir(raiz: string, decidido: Nota): Promise<void> {
  await mkdir(path.join(raiz, decidido.aparte), { recursive: true, mode: 0o700 });
  for (const lugar of LUGARES) {
    const { aqui, entra, sale } = lugarDe(raiz, decidido, lugar);
    const pending = decidido.entran.includes(lugar) ? existsSync(entra) : true;
    if (!pending) continue;
    if (existsSync(aqui) && !existsSync(sale)) await rename(aqui, sale);
    if (existsSync(entra)) await rename(entra, aqui);
  }
  await dejarLimpio(raiz, decidido);
}

/** Everything as it was. What cannot be taken back stays decided: the next start ends it. */
async function volver(raiz: string, decidido: Nota): Promise<void> {
  for (const lugar of LUGARES.toReversed()) {
    const { aqui, entra, sale } = lugarDe(raiz, decidido, lugar);
    if (decidido.entran.includes(lugar) && existsSync(aqui) && !existsSync(entra)) await rename(aqui, entra);
    if (existsSync(sale)) await rename(sale, aqui);
  }
  await dejarLimpio(raiz, decidido);
}

async function dejarLimpio(raiz: string, { taller, aparte }: Nota): Promise<void> {
  await rm(path.join(raiz, taller), { recursive: true, force: true });
  const viejo = path.join(raiz, aparte);
  if (existsSync(viejo) && (await readdir(viejo)).length === 0) await rm(viejo, { recursive: true });
  await rm(dataFolder(raiz).cambio, { force: true });
}
