import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';

const VERSION = 1;
const named = z.object({
  id: z.string(),
  /** The upload that made the reconciliation; null when it was not made here. */
  carga: z.string().nullable(),
  nombre: z.string(),
});
const namesFile = z.object({ version: z.literal(VERSION), nombres: z.array(named) });
const newer = z.object({ version: z.number().gt(VERSION) });
type Named = z.infer<typeof named>;
type Which = Omit<Named, 'nombre'>;

/**
 * The name that a person gave; undefined where there is none. A service that begins anew reuses its numbers, so a name belongs to the
 * upload too.
 */
export type NameOf = (id: string, carga: string | null) => string | undefined;

/** The names that people give to reconciliations: in `nombres.json` of the account's folder, which moves to another PC with it. */
export interface Names {
  of(cuenta: Account): Promise<NameOf>;
  /** Null removes the name. The caller holds the instance lock. Throws what the disk causes. */
  give(cuenta: Account, which: Which, nombre: string | null): Promise<void>;
}

function parse(value: unknown): readonly Named[] {
  if (newer.safeParse(value).success) throw new AppError('DATOS_MAS_NUEVOS', { detail: { archivo: 'nombres.json' } });
  return namesFile.parse(value).nombres;
}

/** A damaged file is set aside by the reader; there are then no names. */
export function createNames(data: Pick<DataFolder, 'cuenta'>): Names {
  const read = async ({ id }: Account): Promise<readonly Named[]> => {
    const found = await readJsonFile(data.cuenta(id).nombres, parse);
    return found.estado === 'leido' ? found.valor : [];
  };
  return {
    of: async (cuenta) => {
      const all = await read(cuenta);
      return (id, carga) => all.find((one) => one.id === id && one.carga === carga)?.nombre;
    },
    give: async (cuenta, which, nombre) => {
      const before = await read(cuenta);
      const others = before.filter(({ id }) => id !== which.id);
      if (nombre === null && others.length === before.length) return;
      const nombres = nombre === null ? others : [...others, { ...which, nombre }];
      const { carpeta, nombres: archivo } = data.cuenta(cuenta.id);
      await ensureFolder(carpeta);
      await writeJsonAtomic(archivo, { version: VERSION, nombres });
    },
  };
}
