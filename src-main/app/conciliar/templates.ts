import path from 'node:path';
import { z } from 'zod';
import { header, name } from '#contract/common-inputs.ts';
import { AppError } from '#contract/errors.ts';
import type { ListedTemplate, ExportedTemplates, ImportedTemplates } from '#contract/settings.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { RULE_CODES, type Template } from '#domain/cupones/map-columns.ts';
import { compareNames, shortenName } from '#domain/texts/language.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { tellTo, type Tell } from '#domain/texts/statements.ts';
import { readJsonFile, readJsonSafely, writeJsonAtomic, refuseNewer } from '#platform/atomic-file.ts';
import { isThere } from '#platform/regular-file.ts';
import { refuseExisting } from '#platform/new-file.ts';
import type { ImportDetail } from '#workbook/import/job.ts';
import { isSameName } from '../accounts/account.ts';
import { countMasked } from '../dispatch/dispatch.ts';

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

/** The saved templates: `plantillas.json` in the data folder, shared by all accounts (docs/cli.md). */
export type Templates = ReturnType<typeof createTemplates>;

/** Whether a new template replaces another one: names and headers must be unique, so that a template can be applied automatically. */
export const takesPlaceOf = (one: Template, other: Template): boolean =>
  isSameName(one.nombre, other.nombre) || one.huella === other.huella;

/** Parses a file of templates, stored or exported. Throws `DATOS_MAS_NUEVOS`, or zod's error. */
export function parseTemplates(value: unknown): readonly Template[] {
  refuseNewer(value, VERSION);
  return templatesFile.parse(value).plantillas;
}

type SheetColumns = Pick<ImportDetail, 'huella' | 'columnas'>;
type Rules = Pick<Template, 'arreglos' | 'respuestas' | 'hojas'>;

/** The column of each field: its header, which is still found when columns move; its letter if the header is empty or repeats an earlier header. */
function mappingOf(columns: SheetColumns['columnas']): Template['mapeo'] {
  const seen = new Set<string>();
  const mapping: Partial<Record<CuponField, string>> = {};
  for (const { titulo, letra, campo } of columns) {
    if (campo !== null) mapping[campo] = titulo === '' || seen.has(titulo) ? letra : titulo;
    seen.add(titulo);
  }
  return mapping;
}

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

const toListed = ({ nombre, mapeo }: Template): ListedTemplate => ({ nombre, mapeo });

/** Opens the templates in a file. Sets a damaged file aside and tells the person; there are then no templates, and saving a template begins a new file. */
export function createTemplates(file: string, onNotice: Tell = () => undefined) {
  const tellDamaged = (aside: string): void => tellTo(onNotice, 'plantillas_danadas', { nombre: path.basename(aside) });
  const listTemplates = async (): Promise<readonly Template[]> =>
    (await readJsonFile(file, parseTemplates, tellDamaged)) ?? [];
  const write = (templates: readonly Template[], to = file): Promise<void> =>
    writeJsonAtomic(to, { version: VERSION, plantillas: templates });
  const findByHeaders = async (fingerprint: string): Promise<Template | undefined> =>
    (await listTemplates()).find(({ huella }) => huella === fingerprint);
  /** Saves the columns of a sheet as a template. Removes the templates that it replaces, but keeps the rules of a template for the same headers. */
  const remember = async (name: string, sheet: SheetColumns, rules: Rules): Promise<void> => {
    const template = toTemplate(name, sheet, (await findByHeaders(sheet.huella)) ?? {}, rules);
    await write([...(await listTemplates()).filter((other) => !takesPlaceOf(template, other)), template]);
  };
  const search = async (name: string): Promise<Template> => {
    const found = (await listTemplates()).find((template) => isSameName(template.nombre, name));
    if (found === undefined) throw new AppError('PLANTILLA_INEXISTENTE', { detail: { plantilla: name } });
    return found;
  };
  return {
    list: listTemplates,
    remember,
    search,
    replace: (templates: readonly Template[]): Promise<void> => write(templates),
    /** Adds rules to the template for the same headers; without such a template, saves a new template with the file's name. Returns the template's name. */
    async addRules(fileName: string, sheet: SheetColumns, rules: Rules): Promise<string> {
      const name = (await findByHeaders(sheet.huella))?.nombre ?? shortenName(fileName);
      await remember(name, sheet, rules);
      return name;
    },

    listByName: async (): Promise<readonly ListedTemplate[]> =>
      (await listTemplates()).map(toListed).sort((a, b) => compareNames(a.nombre, b.nombre)),

    async rename(name: string, fresh: string): Promise<ListedTemplate> {
      const one = await search(name);
      const all = await listTemplates();
      const taken = all.some((other) => other.nombre !== one.nombre && isSameName(other.nombre, fresh));
      if (taken) throw new AppError('PLANTILLA_REPETIDA', { detail: { plantilla: fresh } });
      const renamed = { ...one, nombre: fresh };
      await write(all.map((other) => (other.nombre === one.nombre ? renamed : other)));
      return toListed(renamed);
    },

    async remove(name: string): Promise<ListedTemplate> {
      const one = await search(name);
      await write((await listTemplates()).filter((other) => !isSameName(other.nombre, one.nombre)));
      return toListed(one);
    },

    /** Writes all templates to a file. Throws `SALIDA_EXISTENTE`. */
    async writeFile(output: string): Promise<ExportedTemplates> {
      const all = await listTemplates();
      await refuseExisting(output);
      await write(all, output);
      return { exportado: output, plantillas: all.length };
    },

    /** Imports templates. Throws `PLANTILLAS_INVALIDAS` or `DATOS_MAS_NUEVOS`, changing nothing. `onMasked`: in how many texts a card number was masked. */
    async importFiles(from: string, replace: boolean, onMasked?: (texts: number) => void): Promise<ImportedTemplates> {
      const brought = await readTemplates(from, onMasked);
      let all = await listTemplates();
      const [added, replaced, omitted]: [string[], string[], string[]] = [[], [], []];
      for (const broughtOne of brought) {
        const others = all.filter((other) => !takesPlaceOf(broughtOne, other));
        const present = others.length < all.length;
        (present ? (replace ? replaced : omitted) : added).push(broughtOne.nombre);
        if (!present || replace) all = [...others, broughtOne];
      }
      await write(all);
      return { agregadas: added, reemplazadas: replaced, omitidas: omitted };
    },
  };
}

/** Reads a file of templates that a person chose. Never sets this file aside, unlike the program's own file. */
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
