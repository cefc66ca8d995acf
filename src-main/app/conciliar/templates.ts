import path from 'node:path';
import { z } from 'zod';
import { header, name } from '#contract/common-inputs.ts';
import { AppError } from '#contract/errors.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { RULE_CODES, type Template } from '#domain/cupones/template.ts';
import { tellTo, type Tell } from '#domain/texts/statements.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { isSameName } from '../accounts/account.ts';
import { refuseNewer } from '../newer-file.ts';

const VERSION = 1;

const field = z.enum(FIELDS_IN_ORDER);

const templatesFile = z.object({
  version: z.literal(VERSION),
  plantillas: z.array(
    z.object({
      nombre: name,
      huella: z.string(),
      mapeo: z.partialRecord(field, header),
      arreglos: z.array(z.object({ campo: field, codigo: z.enum(RULE_CODES) })).optional(),
      ordenFechas: z.partialRecord(field, z.enum(['dia', 'mes'])).optional(),
      respuestas: z.record(z.string(), z.string()).optional(),
      hojas: z.array(z.string()).optional(),
    }),
  ),
});

/** The saved mappings: `plantillas.json` of the data folder, for every account (docs/cli.md). */
export type Templates = ReturnType<typeof createTemplates>;

/** Whether a template replaces another: only one template of a name, and one of the same headers, can be applied automatically. */
export const takesPlaceOf = (one: Template, other: Template): boolean =>
  isSameName(one.nombre, other.nombre) || one.huella === other.huella;

/** The templates of a file: ours, or an exported one. Throws `DATOS_MAS_NUEVOS`, or what zod says. */
export function parseTemplates(value: unknown): readonly Template[] {
  refuseNewer(value, VERSION);
  return templatesFile.parse(value).plantillas;
}

/** Writes templates to any file. */
export const writeTemplates = (file: string, templates: readonly Template[]): Promise<void> =>
  writeJsonAtomic(file, { version: VERSION, plantillas: templates });

/** A damaged file is set aside and told; there are then no templates, and saving begins a new file. */
export function createTemplates(file: string, onNotice: Tell = () => undefined) {
  const listTemplates = async (): Promise<readonly Template[]> => {
    const read = await readJsonFile(file, parseTemplates);
    if (read.estado === 'danado') tellTo(onNotice, 'plantillas_danadas', { nombre: path.basename(read.apartado) });
    return read.estado === 'leido' ? read.valor : [];
  };
  const write = (templates: readonly Template[]): Promise<void> => writeTemplates(file, templates);
  return {
    list: listTemplates,
    /** Throws `PLANTILLA_INEXISTENTE`. */
    async search(name: string): Promise<Template> {
      const found = (await listTemplates()).find((template) => isSameName(template.nombre, name));
      if (found === undefined) throw new AppError('PLANTILLA_INEXISTENTE', { detail: { plantilla: name } });
      return found;
    },
    /** Replaces every template whose place it takes. */
    async save(template: Template): Promise<void> {
      await write([...(await listTemplates()).filter((other) => !takesPlaceOf(template, other)), template]);
    },
    /** Replaces all templates. */
    replace: write,
    async remove(name: string): Promise<void> {
      await write((await listTemplates()).filter((template) => !isSameName(template.nombre, name)));
    },
  };
}
