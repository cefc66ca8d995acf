/** What this PC keeps about the second copies: which folder was chosen, and of each account how it went last. */
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { ensureFolder, type AccountFolder, type DataFolder } from '#platform/data-folder.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';

const VERSION = 1;
const newer = z.object({ version: z.number().gt(VERSION) });
const instant = z.number().int();

const choice = z.object({
  version: z.literal(VERSION),
  /** Tells this data folder from others with copies in the same place; made when a folder is first chosen. */
  pc: z.string().regex(/^[0-9a-f]{8}$/),
  /** Absolute; null when the person chose to have none. */
  carpeta: z.string().nullable(),
  /** It is on the disk of the data. */
  mismoDisco: z.boolean(),
  /** Not asked about before, ms. */
  preguntar: instant.nullable(),
});
export type Choice = Omit<z.output<typeof choice>, 'version'>;

const contents = z.object({
  cargas: z.number().nullable(),
  eventos: z.number().nullable(),
  hasta: z.number().nullable(),
});
const progress = z.object({
  version: z.literal(VERSION),
  /** Where the last copy is: of another folder it says nothing. */
  carpeta: z.string().nullable(),
  /** Until when all that was sent is known to be in a copy; before the first one, since when it is in none. Ms. */
  cubierta: instant,
  ultima: z.object({ copia: z.string(), hecha: instant, bytes: z.number(), contenido: contents }).nullable(),
  /** The last try failed: with which code, since when, and when it was last tried. */
  falla: z.object({ codigo: z.string(), desde: instant, ultima: instant }).nullable(),
});
export type Progress = Omit<z.output<typeof progress>, 'version'>;

/** The choice: of this PC, so that moving to another one does not take it along. */
export interface ChoiceFile {
  /** undefined when nobody has chosen yet. A damaged file is set aside and told. */
  read(): Promise<Choice | undefined>;
  write(value: Choice): Promise<void>;
}

export function choiceFile(
  { raiz, segundaCopia }: Pick<DataFolder, 'raiz' | 'segundaCopia'>,
  onDamaged: (apartado: string) => void,
): ChoiceFile {
  return {
    async read() {
      const read = await readJsonFile(segundaCopia, parser(choice));
      if (read.estado === 'danado') onDamaged(read.apartado);
      return read.estado === 'leido' ? read.valor : undefined;
    },
    async write(value) {
      await ensureFolder(raiz);
      await writeJsonAtomic(segundaCopia, { version: VERSION, ...value });
    },
  };
}

/** How it went with an account; undefined when nothing was ever noted. What cannot be understood is found out again. */
export async function readProgress({ segundaCopia }: AccountFolder): Promise<Progress | undefined> {
  const read = await readJsonFile(segundaCopia, parser(progress));
  return read.estado === 'leido' ? read.valor : undefined;
}

export async function writeProgress({ carpeta, segundaCopia }: AccountFolder, value: Progress): Promise<void> {
  await ensureFolder(carpeta);
  await writeJsonAtomic(segundaCopia, { version: VERSION, ...value });
}

const parser =
  <T>(schema: z.ZodType<T>) =>
  (value: unknown): T => {
    if (newer.safeParse(value).success)
      throw new AppError('DATOS_MAS_NUEVOS', { detail: { archivo: 'segunda-copia.json' } });
    return schema.parse(value);
  };
