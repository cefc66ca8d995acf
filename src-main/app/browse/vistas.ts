import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { VistaGuardada } from '#contract/datos.ts';
import { DATOS_INPUTS } from '#contract/datos-inputs.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Cuentas } from '../accounts/accounts.ts';

const VERSION = 1;
const vistaGuardada = DATOS_INPUTS['vistas.guardar'].omit({ cuenta: true });
const archivoDeVistas = z.object({
  version: z.literal(VERSION),
  /** By the account's id. */
  cuentas: z.record(z.string(), z.array(vistaGuardada)),
});
type PorCuenta = z.output<typeof archivoDeVistas>['cuentas'];
const newer = z.object({ version: z.number().gt(VERSION) });

function parse(value: unknown): PorCuenta {
  if (newer.safeParse(value).success) throw new AppError('DATOS_MAS_NUEVOS');
  return archivoDeVistas.parse(value).cuentas;
}

const mismoNombre = (a: string, b: string): boolean =>
  a.trim().normalize('NFC').toLocaleLowerCase('es') === b.trim().normalize('NFC').toLocaleLowerCase('es');

interface Deps {
  readonly datos: Pick<DataFolder, 'raiz'>;
  readonly cuentas: Pick<Cuentas, 'elegir'>;
}

/** The views that people saved: a filter, an order and columns under a name, by account. In `vistas.json` of the data folder. */
export interface Vistas {
  listar(input: MethodParsed<'vistas.listar'>): Promise<readonly VistaGuardada[]>;
  guardar(input: MethodParsed<'vistas.guardar'>): Promise<readonly VistaGuardada[]>;
  borrar(input: MethodParsed<'vistas.borrar'>): Promise<readonly VistaGuardada[]>;
}

/** A damaged file is set aside by the reader; there are then no saved views, and saving begins a new file. */
export function createVistas({ datos, cuentas }: Deps): Vistas {
  const archivo = path.join(datos.raiz, 'vistas.json');
  const leer = async (): Promise<PorCuenta> => {
    const leido = await readJsonFile(archivo, parse);
    return leido.estado === 'leido' ? leido.valor : {};
  };
  async function cambiar(
    cuenta: string | undefined,
    cambio: (propias: readonly VistaGuardada[]) => readonly VistaGuardada[],
  ): Promise<readonly VistaGuardada[]> {
    const { id } = await cuentas.elegir(cuenta);
    const todas = await leer();
    const propias = cambio(todas[id] ?? []);
    await writeJsonAtomic(archivo, { version: VERSION, cuentas: { ...todas, [id]: propias } });
    return propias;
  }
  return {
    async listar({ cuenta, vista }) {
      const { id } = await cuentas.elegir(cuenta);
      const propias = (await leer())[id] ?? [];
      return vista === undefined ? propias : propias.filter((cada) => cada.vista === vista);
    },
    async guardar({ cuenta, ...nueva }) {
      const todas = await cambiar(cuenta, (propias) => {
        const lugar = propias.findIndex((una) => una.vista === nueva.vista && mismoNombre(una.nombre, nueva.nombre));
        return lugar < 0 ? [...propias, nueva] : propias.with(lugar, nueva);
      });
      return todas.filter(({ vista }) => vista === nueva.vista);
    },
    async borrar({ cuenta, nombre, vista }) {
      const todas = await cambiar(cuenta, (propias) =>
        propias.filter((una) => una.vista !== vista || !mismoNombre(una.nombre, nombre)),
      );
      return todas.filter((una) => una.vista === vista);
    },
  };
}
