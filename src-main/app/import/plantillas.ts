import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { CAMPOS_EN_ORDEN } from '#domain/cupon.ts';
import { REGLA_CODIGOS, type Plantilla } from '#domain/cupones/template.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';

const VERSION = 1;

const campo = z.enum(CAMPOS_EN_ORDEN);

const plantillasFile = z.object({
  version: z.literal(VERSION),
  plantillas: z.array(
    z.object({
      nombre: z.string().min(1),
      huella: z.string(),
      mapeo: z.partialRecord(campo, z.string()),
      arreglos: z.array(z.object({ campo, codigo: z.enum(REGLA_CODIGOS) })).optional(),
      ordenFechas: z.partialRecord(campo, z.enum(['dia', 'mes'])).optional(),
    }),
  ),
});

const newer = z.object({ version: z.number().gt(VERSION) });

/** The saved mappings: `plantillas.json` of the data folder, for every account (docs/cli.md). */
export interface Plantillas {
  listar(): Promise<readonly Plantilla[]>;
  /** Throws `PLANTILLA_INEXISTENTE`. */
  buscar(nombre: string): Promise<Plantilla>;
  /** Replaces the one of that name, and any other of the same headers: only one can be applied by itself. */
  guardar(plantilla: Plantilla): Promise<void>;
  borrar(nombre: string): Promise<void>;
  /** Puts these in the place of all. */
  reemplazar(plantillas: readonly Plantilla[]): Promise<void>;
}

/** Names are one when they differ by capitals or by spaces around only. */
export const sameName = (a: string, b: string): boolean =>
  a.trim().normalize('NFC').toLocaleLowerCase('es') === b.trim().normalize('NFC').toLocaleLowerCase('es');

/** Templates as a file has them: ours, or one that was exported. Throws `DATOS_MAS_NUEVOS`, or what zod says. */
export function parsePlantillas(value: unknown): readonly Plantilla[] {
  if (newer.safeParse(value).success) throw new AppError('DATOS_MAS_NUEVOS');
  return plantillasFile.parse(value).plantillas;
}

/** The same to any file. */
export const escribirPlantillas = (file: string, plantillas: readonly Plantilla[]): Promise<void> =>
  writeJsonAtomic(file, { version: VERSION, plantillas });

/** A damaged file is set aside by the reader; there are then no templates, and saving begins a new file. */
export function createPlantillas(file: string): Plantillas {
  const listar = async (): Promise<readonly Plantilla[]> => {
    const read = await readJsonFile(file, parsePlantillas);
    return read.estado === 'leido' ? read.valor : [];
  };
  const write = (plantillas: readonly Plantilla[]): Promise<void> => escribirPlantillas(file, plantillas);
  return {
    listar,
    async buscar(nombre) {
      const found = (await listar()).find((plantilla) => sameName(plantilla.nombre, nombre));
      if (found === undefined) throw new AppError('PLANTILLA_INEXISTENTE', { detail: { plantilla: nombre } });
      return found;
    },
    async guardar(plantilla) {
      const others = (await listar()).filter(
        ({ nombre, huella }) => !sameName(nombre, plantilla.nombre) && huella !== plantilla.huella,
      );
      await write([...others, plantilla]);
    },
    reemplazar: write,
    async borrar(nombre) {
      await write((await listar()).filter((plantilla) => !sameName(plantilla.nombre, nombre)));
    },
  };
}
