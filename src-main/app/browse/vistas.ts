import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { SavedView } from '#contract/data.ts';
import { DATA_INPUTS } from '#contract/data-inputs.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Accounts } from '../accounts/accounts.ts';

const VERSION = 1;
const storedView = DATA_INPUTS['vistas.guardar'].omit({ cuenta: true });
const viewsFile = z.object({
  version: z.literal(VERSION),
  /** By the account's id. */
  cuentas: z.record(z.string(), z.array(storedView)),
});
type ByAccount = z.output<typeof viewsFile>['cuentas'];
const newer = z.object({ version: z.number().gt(VERSION) });

function parse(value: unknown): ByAccount {
  if (newer.safeParse(value).success) throw new AppError('DATOS_MAS_NUEVOS');
  return viewsFile.parse(value).cuentas;
}

const isSameName = (a: string, b: string): boolean =>
  a.trim().normalize('NFC').toLocaleLowerCase('es') === b.trim().normalize('NFC').toLocaleLowerCase('es');

interface Deps {
  readonly data: Pick<DataFolder, 'raiz'>;
  readonly cuentas: Pick<Accounts, 'choose'>;
}

/** The views that people saved: a filter, an order and columns under a name, by account. In `vistas.json` of the data folder. */
export interface Vistas {
  list(input: MethodParsed<'vistas.listar'>): Promise<readonly SavedView[]>;
  save(input: MethodParsed<'vistas.guardar'>): Promise<readonly SavedView[]>;
  remove(input: MethodParsed<'vistas.borrar'>): Promise<readonly SavedView[]>;
}

/** A damaged file is set aside by the reader; there are then no saved views, and saving begins a new file. */
export function createVistas({ data, cuentas }: Deps): Vistas {
  const archivo = path.join(data.raiz, 'vistas.json');
  const leer = async (): Promise<ByAccount> => {
    const leido = await readJsonFile(archivo, parse);
    return leido.estado === 'leido' ? leido.valor : {};
  };
  async function change(
    cuenta: string | undefined,
    edit: (propias: readonly SavedView[]) => readonly SavedView[],
  ): Promise<readonly SavedView[]> {
    const { id } = await cuentas.choose(cuenta);
    const todas = await leer();
    const propias = edit(todas[id] ?? []);
    await writeJsonAtomic(archivo, { version: VERSION, cuentas: { ...todas, [id]: propias } });
    return propias;
  }
  return {
    async list({ cuenta, vista }) {
      const { id } = await cuentas.choose(cuenta);
      const propias = (await leer())[id] ?? [];
      return vista === undefined ? propias : propias.filter((each) => each.vista === vista);
    },
    async save({ cuenta, ...fresh }) {
      const todas = await change(cuenta, (propias) => {
        const place = propias.findIndex((one) => one.vista === fresh.vista && isSameName(one.nombre, fresh.nombre));
        return place < 0 ? [...propias, fresh] : propias.with(place, fresh);
      });
      return todas.filter(({ vista }) => vista === fresh.vista);
    },
    async remove({ cuenta, nombre, vista }) {
      const todas = await change(cuenta, (propias) =>
        propias.filter((one) => one.vista !== vista || !isSameName(one.nombre, nombre)),
      );
      return todas.filter((one) => one.vista === vista);
    },
  };
}
