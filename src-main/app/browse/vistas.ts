import path from 'node:path';
import { z } from 'zod';
import { type SavedView, savedView } from '#contract/data.ts';
import { tellTo, type Tell } from '#domain/texts/statements.ts';
import { readJsonFile, writeJsonAtomic, refuseNewer } from '#platform/atomic-file.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { isSameName } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { FunctionsOf } from '../dispatch/dispatch.ts';

const VERSION = 1;
const viewsFile = z.object({
  version: z.literal(VERSION),
  cuentas: z.record(z.string(), z.array(savedView)),
});
type ByAccount = z.output<typeof viewsFile>['cuentas'];

export function parseViews(value: unknown): ByAccount {
  refuseNewer(value, VERSION);
  return viewsFile.parse(value).cuentas;
}

interface Deps {
  readonly data: Pick<DataFolder, 'root'>;
  readonly accounts: Pick<Accounts, 'choose'>;
  readonly onNotice?: Tell;
}

export const getViewsFile = ({ root }: Pick<DataFolder, 'root'>): string => path.join(root, 'vistas.json');

export async function addMissingViews(
  data: Pick<DataFolder, 'root'>,
  id: string,
  views: readonly SavedView[],
): Promise<number> {
  const file = getViewsFile(data);
  const all = (await readJsonFile(file, parseViews)) ?? {};
  const own = all[id] ?? [];
  const fresh = views.filter(
    ({ vista, nombre }) => !own.some((other) => other.vista === vista && isSameName(other.nombre, nombre)),
  );
  if (fresh.length > 0)
    await writeJsonAtomic(file, { version: VERSION, cuentas: { ...all, [id]: [...own, ...fresh] } });
  return fresh.length;
}

/** The saved views of each account, in `vistas.json` of the data folder. Sets a damaged file aside and tells the person; saving a view begins a new file. */
export function createVistas({
  data,
  accounts,
  onNotice = () => undefined,
}: Deps): FunctionsOf<`vistas.${'listar' | 'guardar' | 'borrar'}`> {
  const file = getViewsFile(data);
  const tellDamaged = (aside: string): void => tellTo(onNotice, 'vistas_danadas', { nombre: path.basename(aside) });
  const readVistas = async (): Promise<ByAccount> => (await readJsonFile(file, parseViews, tellDamaged)) ?? {};
  async function change(
    account: string | undefined,
    edit: (own: readonly SavedView[]) => readonly SavedView[],
  ): Promise<readonly SavedView[]> {
    const { id } = await accounts.choose(account);
    const all = await readVistas();
    const own = edit(all[id] ?? []);
    await writeJsonAtomic(file, { version: VERSION, cuentas: { ...all, [id]: own } });
    return own;
  }
  return {
    async listar({ cuenta, vista }) {
      const { id } = await accounts.choose(cuenta);
      const own = (await readVistas())[id] ?? [];
      return own.filter((each) => each.vista === vista);
    },
    async guardar({ cuenta, ...fresh }) {
      const all = await change(cuenta, (own) => {
        const place = own.findIndex((one) => one.vista === fresh.vista && isSameName(one.nombre, fresh.nombre));
        return place < 0 ? [...own, fresh] : own.with(place, fresh);
      });
      return all.filter(({ vista }) => vista === fresh.vista);
    },
    async borrar({ cuenta, nombre, vista }) {
      const all = await change(cuenta, (own) =>
        own.filter((one) => one.vista !== vista || !isSameName(one.nombre, nombre)),
      );
      return all.filter((one) => one.vista === vista);
    },
  };
}
