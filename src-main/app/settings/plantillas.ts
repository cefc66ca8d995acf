import type { PlantillaListada, PlantillasExportadas, PlantillasImportadas } from '#contract/ajustes.ts';
import { AppError } from '#contract/errors.ts';
import type { Plantilla } from '#domain/cupones/template.ts';
import { readJsonSafely } from '#platform/atomic-file.ts';
import { escribirPlantillas, parsePlantillas, sameName, type Plantillas } from '../import/plantillas.ts';
import { refuseExisting } from './salida.ts';

/** The saved mappings, by name, as a person keeps them in order. */
export interface PlantillasGuardadas {
  listar(): Promise<readonly PlantillaListada[]>;
  /** Throws `PLANTILLA_INEXISTENTE`, `PLANTILLA_REPETIDA`. */
  renombrar(nombre: string, nuevo: string): Promise<PlantillaListada>;
  /** Throws `PLANTILLA_INEXISTENTE`. Gives what was deleted. */
  borrar(nombre: string): Promise<PlantillaListada>;
  /** Throws `PLANTILLA_INEXISTENTE`, `SALIDA_EXISTENTE`. */
  exportar(salida: string, nombres: readonly string[] | undefined): Promise<PlantillasExportadas>;
  /** Throws `PLANTILLAS_INVALIDAS`, `DATOS_MAS_NUEVOS`; nothing changes then. */
  importar(archivo: string, reemplazar: boolean): Promise<PlantillasImportadas>;
}

const listada = ({ nombre, mapeo }: Plantilla): PlantillaListada => ({ nombre, mapeo });
/** Only one can be applied by itself: of a name, and of some headers. */
const ocupa = (una: Plantilla, otra: Plantilla): boolean =>
  sameName(una.nombre, otra.nombre) || una.huella === otra.huella;

export function createPlantillasGuardadas(plantillas: Plantillas): PlantillasGuardadas {
  return {
    listar: async () => (await plantillas.listar()).map(listada).sort((a, b) => a.nombre.localeCompare(b.nombre, 'es')),

    async renombrar(nombre, nuevo) {
      const una = await plantillas.buscar(nombre);
      const todas = await plantillas.listar();
      const taken = todas.some((otra) => otra.nombre !== una.nombre && sameName(otra.nombre, nuevo));
      if (taken) throw new AppError('PLANTILLA_REPETIDA', { detail: { plantilla: nuevo } });
      const renombrada = { ...una, nombre: nuevo };
      await plantillas.reemplazar(todas.map((otra) => (otra.nombre === una.nombre ? renombrada : otra)));
      return listada(renombrada);
    },

    async borrar(nombre) {
      const una = await plantillas.buscar(nombre);
      await plantillas.borrar(una.nombre);
      return listada(una);
    },

    async exportar(salida, nombres) {
      const elegidas =
        nombres === undefined
          ? await plantillas.listar()
          : await Promise.all(nombres.map((nombre) => plantillas.buscar(nombre)));
      await refuseExisting(salida);
      await escribirPlantillas(salida, elegidas);
      return { exportado: salida, plantillas: elegidas.length };
    },

    async importar(archivo, reemplazar) {
      const traidas = await leer(archivo);
      let todas = await plantillas.listar();
      const [agregadas, reemplazadas, omitidas]: [string[], string[], string[]] = [[], [], []];
      for (const traida of traidas) {
        const hay = todas.some((otra) => ocupa(otra, traida));
        (hay ? (reemplazar ? reemplazadas : omitidas) : agregadas).push(traida.nombre);
        if (!hay || reemplazar) todas = [...todas.filter((otra) => !ocupa(otra, traida)), traida];
      }
      await plantillas.reemplazar(todas);
      return { agregadas, reemplazadas, omitidas };
    },
  };
}

/** Those of a file that a person brings: never set aside, whatever it is. */
async function leer(archivo: string): Promise<readonly Plantilla[]> {
  const read = await readJsonSafely(archivo, { parse: parsePlantillas, maxBytes: 8 * 1024 * 1024 });
  if (read === undefined) throw new AppError('PLANTILLAS_INVALIDAS');
  return read;
}
