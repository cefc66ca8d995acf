import path from 'node:path';
import { z } from 'zod';
import type { SavedView } from '#contract/data.ts';
import { DATA_INPUTS } from '#contract/data-inputs.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { tellTo, type Tell } from '#domain/texts/statements.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { isSameName } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { refuseNewer } from '../newer-file.ts';

const VERSION = 1;
const storedView = DATA_INPUTS['vistas.guardar'].omit({ cuenta: true });
const viewsFile = z.object({
  version: z.literal(VERSION),
  /** By the account's id. */
  cuentas: z.record(z.string(), z.array(storedView)),
});
type ByAccount = z.output<typeof viewsFile>['cuentas'];

/** The views of a file, by the account's id. Throws `DATOS_MAS_NUEVOS`, or what zod says. */
export function parseViews(value: unknown): ByAccount {
  refuseNewer(value, VERSION);
  return viewsFile.parse(value).cuentas;
}

interface Deps {
  readonly data: Pick<DataFolder, 'root'>;
  readonly cuentas: Pick<Accounts, 'choose'>;
  readonly onNotice?: Tell;
}

/** The views that people saved: a filter, an order and columns under a name, by account. In `vistas.json` of the data folder. */
export type Vistas = ReturnType<typeof createVistas>;

export const getViewsFile = ({ root }: Pick<DataFolder, 'root'>): string => path.join(root, 'vistas.json');

async function readViews(file: string, onNotice: NonNullable<Deps['onNotice']> = () => undefined): Promise<ByAccount> {
  const reading = await readJsonFile(file, parseViews);
  if (reading.estado === 'danado') tellTo(onNotice, 'vistas_danadas', { nombre: path.basename(reading.apartado) });
  return reading.estado === 'leido' ? reading.valor : {};
}

/** Adds the views of an account whose name is not taken in their list; answers how many. */
export async function addMissingViews(
  data: Pick<DataFolder, 'root'>,
  id: string,
  views: readonly SavedView[],
): Promise<number> {
  const file = getViewsFile(data);
  const all = await readViews(file);
  const own = all[id] ?? [];
  const fresh = views.filter(
    ({ vista, nombre }) => !own.some((other) => other.vista === vista && isSameName(other.nombre, nombre)),
  );
  if (fresh.length > 0)
    await writeJsonAtomic(file, { version: VERSION, cuentas: { ...all, [id]: [...own, ...fresh] } });
  return fresh.length;
}

/** A damaged file is set aside and told; there are then no saved views, and saving begins a new file. */
export function createVistas({ data, cuentas, onNotice = () => undefined }: Deps) {
  const file = getViewsFile(data);
  const readVistas = (): Promise<ByAccount> => readViews(file, onNotice);
  async function change(
    account: string | undefined,
    edit: (own: readonly SavedView[]) => readonly SavedView[],
  ): Promise<readonly SavedView[]> {
    const { id } = await cuentas.choose(account);
    const all = await readVistas();
    const own = edit(all[id] ?? []);
    await writeJsonAtomic(file, { version: VERSION, cuentas: { ...all, [id]: own } });
    return own;
  }
  return {
    async list({ cuenta, vista }: MethodParsed<'vistas.listar'>): Promise<readonly SavedView[]> {
      const { id } = await cuentas.choose(cuenta);
      const own = (await readVistas())[id] ?? [];
      return vista === undefined ? own : own.filter((each) => each.vista === vista);
    },
    async save({ cuenta, ...fresh }: MethodParsed<'vistas.guardar'>): Promise<readonly SavedView[]> {
      const all = await change(cuenta, (own) => {
        const place = own.findIndex((one) => one.vista === fresh.vista && isSameName(one.nombre, fresh.nombre));
        return place < 0 ? [...own, fresh] : own.with(place, fresh);
      });
      return all.filter(({ vista }) => vista === fresh.vista);
    },
    async remove({ cuenta, nombre, vista }: MethodParsed<'vistas.borrar'>): Promise<readonly SavedView[]> {
      const all = await change(cuenta, (own) =>
        own.filter((one) => one.vista !== vista || !isSameName(one.nombre, nombre)),
      );
      return all.filter((one) => one.vista === vista);
    },
  };
}
