import type { ListedTemplate, ExportedTemplates, ImportedTemplates } from '#contract/settings.ts';
import { AppError } from '#contract/errors.ts';
import type { Template } from '#domain/cupones/template.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { readJsonSafely } from '#platform/atomic-file.ts';
import { isThere } from '#platform/is-there.ts';
import { isSameName } from '../accounts/account.ts';
import { countMasked } from '../dispatch/count-masked.ts';
import { writeTemplates, parseTemplates, takesPlaceOf, type Templates } from '../conciliar/templates.ts';
import { refuseExisting } from '#platform/new-file.ts';

/** The saved mappings by name, as a person manages them. */
export type StoredTemplates = ReturnType<typeof createStoredTemplates>;

const toListed = ({ nombre, mapeo }: Template): ListedTemplate => ({ nombre, mapeo });

export const createStoredTemplates = (templates: Templates) => ({
  list: async (): Promise<readonly ListedTemplate[]> =>
    (await templates.list()).map(toListed).sort((a, b) => a.nombre.localeCompare(b.nombre, 'es')),

  /** Throws `PLANTILLA_INEXISTENTE`, `PLANTILLA_REPETIDA`. */
  async rename(name: string, fresh: string): Promise<ListedTemplate> {
    const one = await templates.search(name);
    const all = await templates.list();
    const taken = all.some((other) => other.nombre !== one.nombre && isSameName(other.nombre, fresh));
    if (taken) throw new AppError('PLANTILLA_REPETIDA', { detail: { plantilla: fresh } });
    const renamed = { ...one, nombre: fresh };
    await templates.replace(all.map((other) => (other.nombre === one.nombre ? renamed : other)));
    return toListed(renamed);
  },

  /** Throws `PLANTILLA_INEXISTENTE`. Gives the deleted template. */
  async remove(name: string): Promise<ListedTemplate> {
    const one = await templates.search(name);
    await templates.remove(one.nombre);
    return toListed(one);
  },

  /** Throws `PLANTILLA_INEXISTENTE`, `SALIDA_EXISTENTE`. */
  async writeFile(output: string, names: readonly string[] | undefined): Promise<ExportedTemplates> {
    const chosen =
      names === undefined ? await templates.list() : await Promise.all(names.map((name) => templates.search(name)));
    await refuseExisting(output);
    await writeTemplates(output, chosen);
    return { exportado: output, plantillas: chosen.length };
  },

  /** Throws `PLANTILLAS_INVALIDAS`, `DATOS_MAS_NUEVOS`; nothing changes then. `onMasked` gets how many texts of the file had a whole card number. */
  async importFiles(file: string, replace: boolean, onMasked?: (texts: number) => void): Promise<ImportedTemplates> {
    const brought = await readTemplates(file, onMasked);
    let all = await templates.list();
    const [added, replaced, omitted]: [string[], string[], string[]] = [[], [], []];
    for (const broughtOne of brought) {
      const others = all.filter((other) => !takesPlaceOf(broughtOne, other));
      const present = others.length < all.length;
      (present ? (replace ? replaced : omitted) : added).push(broughtOne.nombre);
      if (!present || replace) all = [...others, broughtOne];
    }
    await templates.replace(all);
    return { agregadas: added, reemplazadas: replaced, omitidas: omitted };
  },
});

/** The templates of a file that a person chose; such a file is never set aside. */
async function readTemplates(file: string, onMasked?: (texts: number) => void): Promise<readonly Template[]> {
  if (!isThere(file)) throw new AppError('PLANTILLAS_INVALIDAS', { mensaje: REFUSALS.noSuchFile });
  const parse = (value: unknown): readonly Template[] => {
    const templates = parseTemplates(value);
    onMasked?.(countMasked(value, { plantillas: templates }));
    return templates;
  };
  const read = await readJsonSafely(file, { parse, maxBytes: 8 * 1024 * 1024 });
  if (read === undefined) throw new AppError('PLANTILLAS_INVALIDAS');
  return read;
}
