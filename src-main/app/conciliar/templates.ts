import path from 'node:path';
import { z } from 'zod';
import { header, name } from '#contract/common-inputs.ts';
import { AppError } from '#contract/errors.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { RULE_CODES, type Template } from '#domain/cupones/template.ts';
import { shortenName } from '#domain/texts/language.ts';
import { tellTo, type Tell } from '#domain/texts/statements.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import type { ImportDetail } from '#workbook/import/job.ts';
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

/** The templates of a file: ours, or an exported one. Throws `DATOS_MAS_NUEVOS`, or an error of zod. */
export function parseTemplates(value: unknown): readonly Template[] {
  refuseNewer(value, VERSION);
  return templatesFile.parse(value).plantillas;
}

/** Writes templates to any file. */
export const writeTemplates = (file: string, templates: readonly Template[]): Promise<void> =>
  writeJsonAtomic(file, { version: VERSION, plantillas: templates });

/** The columns of a sheet as it was read, and the fingerprint of its headers. */
type SheetColumns = Pick<ImportDetail, 'huella' | 'columnas'>;
type Rules = Pick<Template, 'arreglos' | 'respuestas' | 'hojas'>;

/**
 * The column of each field: by its header, or by its letter when it has none or an earlier column has the same. The first one keeps the header, so that
 * it is found where columns moved.
 */
function mappingOf(columns: SheetColumns['columnas']): Template['mapeo'] {
  const seen = new Set<string>();
  const mapping: Partial<Record<CuponField, string>> = {};
  for (const { titulo, letra, campo } of columns) {
    if (campo !== null) mapping[campo] = titulo === '' || seen.has(titulo) ? letra : titulo;
    seen.add(titulo);
  }
  return mapping;
}

/** The template of a sheet: its columns, the rules that a template of its headers has already, and further ones. */
function toTemplate(nombre: string, { huella, columnas }: SheetColumns, before: Rules, rules: Rules): Template {
  const fixes = [...(before.arreglos ?? []), ...(rules.arreglos ?? [])];
  const arreglos = fixes.filter(
    ({ campo, codigo }, place) =>
      fixes.findIndex((other) => other.campo === campo && other.codigo === codigo) === place,
  );
  const respuestas = { ...before.respuestas, ...rules.respuestas };
  const hojas = rules.hojas ?? before.hojas ?? [];
  return {
    nombre,
    huella,
    mapeo: mappingOf(columnas),
    ...(arreglos.length === 0 ? {} : { arreglos }),
    ...(Object.keys(respuestas).length === 0 ? {} : { respuestas }),
    ...(hojas.length < 2 ? {} : { hojas }),
  };
}

/** A damaged file is set aside, with a notice; there are then no templates, and saving begins a new file. */
export function createTemplates(file: string, onNotice: Tell = () => undefined) {
  const listTemplates = async (): Promise<readonly Template[]> => {
    const read = await readJsonFile(file, parseTemplates);
    if (read.estado === 'danado') tellTo(onNotice, 'plantillas_danadas', { nombre: path.basename(read.apartado) });
    return read.estado === 'leido' ? read.valor : [];
  };
  const write = (templates: readonly Template[]): Promise<void> => writeTemplates(file, templates);
  const findByHeaders = async (fingerprint: string): Promise<Template | undefined> =>
    (await listTemplates()).find(({ huella }) => huella === fingerprint);
  /** Saves the columns of a sheet under a name. It replaces every template whose place it takes; the rules of one for the same headers stay. */
  const remember = async (name: string, sheet: SheetColumns, rules: Rules): Promise<void> => {
    const template = toTemplate(name, sheet, (await findByHeaders(sheet.huella)) ?? {}, rules);
    await write([...(await listTemplates()).filter((other) => !takesPlaceOf(template, other)), template]);
  };
  return {
    list: listTemplates,
    remember,
    /** Adds rules to the template of some headers; without one, saves a template with the name of the file. Returns its name. */
    async addRules(fileName: string, sheet: SheetColumns, rules: Rules): Promise<string> {
      const name = (await findByHeaders(sheet.huella))?.nombre ?? shortenName(fileName);
      await remember(name, sheet, rules);
      return name;
    },
    /** Throws `PLANTILLA_INEXISTENTE`. */
    async search(name: string): Promise<Template> {
      const found = (await listTemplates()).find((template) => isSameName(template.nombre, name));
      if (found === undefined) throw new AppError('PLANTILLA_INEXISTENTE', { detail: { plantilla: name } });
      return found;
    },
    /** Replaces all templates. */
    replace: write,
    async remove(name: string): Promise<void> {
      await write((await listTemplates()).filter((template) => !isSameName(template.nombre, name)));
    },
  };
}
