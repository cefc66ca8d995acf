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
 * The name that a person gave; undefined where there is none. A service that begins anew reuses its numbers, so a name belongs to the
 * upload too.
 */
export type NameOf = (id: string, upload: string | null) => string | undefined;

/** The names that people give to reconciliations: in `nombres.json` of the account's folder, which moves to another PC with it. */
export interface Names {
  of(account: Account): Promise<NameOf>;
  /** Null removes the name. The caller holds the instance lock. Throws what the disk causes. */
  give(account: Account, which: Which, name: string | null): Promise<void>;
}

function parse(value: unknown): readonly Named[] {
  refuseNewer(value, VERSION, { archivo: 'nombres.json' });
  return namesFile.parse(value).nombres;
}

/** A damaged file is set aside and told; there are then no names. */
export function createNames(data: Pick<DataFolder, 'accountFolder'>, onNotice: Tell = () => undefined): Names {
  const read = async ({ id }: Account): Promise<readonly Named[]> => {
    const found = await readJsonFile(data.accountFolder(id).names, parse);
    if (found.estado === 'danado') tellTo(onNotice, 'nombres_danados', { nombre: path.basename(found.apartado) });
    return found.estado === 'leido' ? found.valor : [];
  };
  return {
    of: async (account) => {
      const all = await read(account);
      return (id, upload) => all.find((one) => one.id === id && one.carga === upload)?.nombre;
    },
    give: async (account, which, name) => {
      const before = await read(account);
      const others = before.filter(({ id }) => id !== which.id);
      if (name === null && others.length === before.length) return;
      const names = name === null ? others : [...others, { ...which, nombre: name }];
      const { folder, names: file } = data.accountFolder(account.id);
      await ensureFolder(folder);
      await writeJsonAtomic(file, { version: VERSION, nombres: names });
    },
  };
}
