import path from 'node:path';
import { z } from 'zod';
import { tellTo, type Tell } from '#domain/texts/statements.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';
import { refuseNewer } from '../newer-file.ts';

const VERSION = 1;
const named = z.object({
  id: z.string(),
  /** The upload that made the reconciliation; null when it was not made here. */
  carga: z.string().nullable(),
  nombre: z.string(),
});
const namesFile = z.object({ version: z.literal(VERSION), nombres: z.array(named) });
type Named = z.infer<typeof named>;
type Which = Omit<Named, 'nombre'>;

/**
 * The name that a person gave; undefined without one. A service that begins anew reuses its numbers, so a name belongs to the
 * upload too.
 */
export type NameOf = (id: string, upload: string | null) => string | undefined;

/** The names that people give to reconciliations: in `nombres.json` of the account's folder, which moves to another PC with it. */
export type Names = ReturnType<typeof createNames>;

/** The names of a file. Throws `DATOS_MAS_NUEVOS`, or what zod says. */
export function parseNames(value: unknown): readonly Named[] {
  refuseNewer(value, VERSION, { archivo: 'nombres.json' });
  return namesFile.parse(value).nombres;
}

/** A damaged file is set aside and told; there are then no names. */
export function createNames(data: Pick<DataFolder, 'accountFolder'>, onNotice: Tell = () => undefined) {
  const read = async ({ id }: Pick<Account, 'id'>): Promise<readonly Named[]> => {
    const found = await readJsonFile(data.accountFolder(id).names, parseNames);
    if (found.estado === 'danado') tellTo(onNotice, 'nombres_danados', { nombre: path.basename(found.apartado) });
    return found.estado === 'leido' ? found.valor : [];
  };
  const write = async (id: string, names: readonly Named[]): Promise<void> => {
    const { folder, names: file } = data.accountFolder(id);
    await ensureFolder(folder);
    await writeJsonAtomic(file, { version: VERSION, nombres: names });
  };
  return {
    of: async (account: Account): Promise<NameOf> => {
      const all = await read(account);
      return (id, upload) => all.find((one) => one.id === id && one.carga === upload)?.nombre;
    },
    /** Null removes the name. The caller holds the instance lock. Throws what the disk causes. */
    give: async (account: Account, which: Which, name: string | null): Promise<void> => {
      const before = await read(account);
      const others = before.filter(({ id }) => id !== which.id);
      if (name === null && others.length === before.length) return;
      const names = name === null ? others : [...others, { ...which, nombre: name }];
      await write(account.id, names);
    },
    /** Adds the names of reconciliations that have none; answers how many. */
    addMissing: async (id: string, names: readonly Named[]): Promise<number> => {
      const before = await read({ id });
      const fresh = names.filter((one) => !before.some((other) => other.id === one.id && other.carga === one.carga));
      if (fresh.length > 0) await write(id, [...before, ...fresh]);
      return fresh.length;
    },
  };
}
