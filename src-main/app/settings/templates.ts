import type { ListedTemplate, ExportedTemplates, ImportedTemplates } from '#contract/settings.ts';
import { AppError } from '#contract/errors.ts';
import type { Template } from '#domain/cupones/template.ts';
import { readJsonSafely } from '#platform/atomic-file.ts';
import { writeTemplates, parseTemplates, sameName, type Templates } from '../import/templates.ts';
import { refuseExisting } from '#platform/new-file.ts';

/** The saved mappings by name, as a person manages them. */
export interface StoredTemplates {
  list(): Promise<readonly ListedTemplate[]>;
  /** Throws `PLANTILLA_INEXISTENTE`, `PLANTILLA_REPETIDA`. */
  rename(nombre: string, nuevo: string): Promise<ListedTemplate>;
  /** Throws `PLANTILLA_INEXISTENTE`. Gives the deleted template. */
  remove(nombre: string): Promise<ListedTemplate>;
  /** Throws `PLANTILLA_INEXISTENTE`, `SALIDA_EXISTENTE`. */
  writeFile(salida: string, nombres: readonly string[] | undefined): Promise<ExportedTemplates>;
  /** Throws `PLANTILLAS_INVALIDAS`, `DATOS_MAS_NUEVOS`; nothing changes then. */
  importFiles(archivo: string, reemplazar: boolean): Promise<ImportedTemplates>;
}

const toListed = ({ nombre, mapeo }: Template): ListedTemplate => ({ nombre, mapeo });
/** Whether a template replaces another: only one template of a name, and one of the same headers, can be applied automatically. */
const takesNameOf = (one: Template, other: Template): boolean =>
  sameName(one.nombre, other.nombre) || one.huella === other.huella;

export function createStoredTemplates(plantillas: Templates): StoredTemplates {
  return {
    list: async () => (await plantillas.list()).map(toListed).sort((a, b) => a.nombre.localeCompare(b.nombre, 'es')),

    async rename(nombre, nuevo) {
      const one = await plantillas.search(nombre);
      const todas = await plantillas.list();
      const taken = todas.some((other) => other.nombre !== one.nombre && sameName(other.nombre, nuevo));
      if (taken) throw new AppError('PLANTILLA_REPETIDA', { detail: { plantilla: nuevo } });
      const renamed = { ...one, nombre: nuevo };
      await plantillas.replace(todas.map((other) => (other.nombre === one.nombre ? renamed : other)));
      return toListed(renamed);
    },

    async remove(nombre) {
      const one = await plantillas.search(nombre);
      await plantillas.remove(one.nombre);
      return toListed(one);
    },

    async writeFile(salida, nombres) {
      const chosen =
        nombres === undefined
          ? await plantillas.list()
          : await Promise.all(nombres.map((nombre) => plantillas.search(nombre)));
      await refuseExisting(salida);
      await writeTemplates(salida, chosen);
      return { exportado: salida, plantillas: chosen.length };
    },

    async importFiles(archivo, reemplazar) {
      const brought = await leer(archivo);
      let todas = await plantillas.list();
      const [agregadas, reemplazadas, omitidas]: [string[], string[], string[]] = [[], [], []];
      for (const broughtOne of brought) {
        const hay = todas.some((other) => takesNameOf(other, broughtOne));
        (hay ? (reemplazar ? reemplazadas : omitidas) : agregadas).push(broughtOne.nombre);
        if (!hay || reemplazar) todas = [...todas.filter((other) => !takesNameOf(other, broughtOne)), broughtOne];
      }
      await plantillas.replace(todas);
      return { agregadas, reemplazadas, omitidas };
    },
  };
}

/** The templates of a file that a person chose; such a file is never set aside. */
async function leer(archivo: string): Promise<readonly Template[]> {
  const read = await readJsonSafely(archivo, { parse: parseTemplates, maxBytes: 8 * 1024 * 1024 });
  if (read === undefined) throw new AppError('PLANTILLAS_INVALIDAS');
  return read;
}
