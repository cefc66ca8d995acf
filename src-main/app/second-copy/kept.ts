/** What this PC keeps about the second copies: the chosen folder, and the outcome of each account's last copy. */
import { z } from 'zod';
import { ensureFolder, type AccountFolder, type DataFolder } from '#platform/data-folder.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { refuseNewer } from '../newer-file.ts';

const VERSION = 1;
const instant = z.number().int();

const choice = z.object({
  version: z.literal(VERSION),
  /** Tells this data folder from others that copy to the same place; made when a folder is first chosen. */
  pc: z.string().regex(/^[0-9a-f]{8}$/),
  /** Absolute; null when the person chose to have none. */
  carpeta: z.string().nullable(),
  /** Whether the folder is on the disk of the data. */
  mismoDisco: z.boolean(),
  /** The person is not asked before this moment, ms. */
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
  /** The folder of the last copy: the state says nothing about another folder. */
  carpeta: z.string().nullable(),
  /** Everything that was sent before this moment is in a copy. While there is no copy: the moment since when data is in none. Ms. */
  cubierta: instant,
  ultima: z.object({ copia: z.string(), hecha: instant, bytes: z.number(), contenido: contents }).nullable(),
  /** The failure of the last try: its code, since when, and the time of the last try. */
  falla: z.object({ codigo: z.string(), desde: instant, ultima: instant }).nullable(),
});
export type Progress = Omit<z.output<typeof progress>, 'version'>;

/** The choice of a folder. It belongs to this PC, and does not move to another one. */
export interface ChoiceFile {
  /** Undefined when nobody has chosen yet. A damaged file is set aside and told. */
  read(): Promise<Choice | undefined>;
  write(value: Choice): Promise<void>;
}

export function getChoiceFile(
  { root, secondCopy }: Pick<DataFolder, 'root' | 'secondCopy'>,
  onDamaged: (setAside: string) => void,
): ChoiceFile {
  return {
    async read() {
      const read = await readJsonFile(secondCopy, createParser(choice));
      if (read.estado === 'danado') onDamaged(read.apartado);
      return read.estado === 'leido' ? read.valor : undefined;
    },
    async write(value) {
      await ensureFolder(root);
      await writeJsonAtomic(secondCopy, { version: VERSION, ...value });
    },
  };
}

/** The outcome of an account's copies; undefined when nothing was noted. A state that cannot be understood is found out again. */
export async function readProgress({ secondCopy }: AccountFolder): Promise<Progress | undefined> {
  const read = await readJsonFile(secondCopy, createParser(progress));
  return read.estado === 'leido' ? read.valor : undefined;
}

export async function writeProgress({ folder, secondCopy }: AccountFolder, value: Progress): Promise<void> {
  await ensureFolder(folder);
  await writeJsonAtomic(secondCopy, { version: VERSION, ...value });
}

const createParser =
  <T>(schema: z.ZodType<T>) =>
  (value: unknown): T => {
    refuseNewer(value, VERSION, { archivo: 'segunda-copia.json' });
    return schema.parse(value);
  };
