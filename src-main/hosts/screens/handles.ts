import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Method } from '#contract/inputs.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { isUsableName } from '#platform/new-file.ts';

const NAME = /^(?!\.)[^/\\:*?"<>|\p{Cc}]{1,180}$/u;
const isFileName = (name: string): boolean => NAME.test(name) && isUsableName(name);
const HANDLE = /^archivo:([0-9a-f-]{36})\//;
const withFiles = z.looseObject({ archivos: z.array(z.string()) });
/** The fields of an input that name a single file of the person. */
const FILE_KEYS = ['retenciones', 'convenio', 'plan', 'planilla'] as const;
const withText = z.looseObject({
  informe: z.string().optional(),
  exportar: z.string().optional(),
  salida: z.string().optional(),
  /** A page must not choose folders of the machine; it may only remove the choice (null). */
  carpeta: z.null().optional(),
  carpetaInformes: z.null().optional(),
});
const EXAMPLE = z.object({ archivo: z.string() });

/** The largest file that a page may give, so that a page cannot fill the disk. Backups may be large; spreadsheets have a smaller limit in `workbook/read`. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024 * 1024;

/** Passes files in and out of screens. A page never sees a path, only a handle (`archivo:<id>/<name>`) per given file and per report (in a private folder). */
export type Handles = ReturnType<typeof createHandles>;

export function toFileName(text: string): string | undefined {
  const name = path.basename(text).normalize('NFC');
  return isFileName(name) ? name : undefined;
}

/** `folder`: the private folder, which only the user can read. Its creator deletes it. */
export function createHandles(folder: string) {
  const ownHandles = new Map<string, string>();
  const handles = new Map<string, string>();

  function addHandle(handle: string, path: string): { handle: string; ruta: string } {
    ownHandles.set(handle, path);
    handles.set(path, handle);
    return { handle, ruta: path };
  }
  const register = (id: string, name: string): { handle: string; ruta: string } =>
    addHandle(`archivo:${id}/${name}`, path.join(folder, id, name));
  async function createNew(name: string): Promise<{ handle: string; ruta: string }> {
    const id = randomUUID();
    await mkdir(path.join(folder, id), { mode: 0o700 });
    return register(id, name);
  }
  const lend = (file: string): string =>
    handles.get(file) ?? addHandle(`archivo:${randomUUID()}/${path.basename(file)}`, file).handle;

  return {
    /** Makes room for a new file: a folder of its own in the private folder, so that two files may have the same name. */
    createNew,
    lend,
    pathOf: (handle: string): string | undefined => ownHandles.get(handle),
    forget: (handle: string): void => {
      handles.delete(ownHandles.get(handle) ?? '');
      ownHandles.delete(handle);
    },
    /** The input of a call with paths in place of handles; an error if a handle was not made here. */
    checkInput: async (input: unknown): Promise<Result<unknown, string>> => {
      const files = withFiles.safeParse(input);
      const texts = withText.safeParse(input);
      if (!texts.success && isObject(input)) return err('informe: tiene que ser un nombre de archivo');
      const changed: Record<string, unknown> = {};
      if (files.success) {
        const paths = files.data.archivos.map((handle) => ownHandles.get(handle));
        if (paths.includes(undefined)) return err('archivos: no son archivos de esta página');
        changed['archivos'] = paths;
      }
      for (const key of FILE_KEYS) {
        const handle: unknown = isObject(input) ? Reflect.get(input, key) : undefined;
        if (handle === undefined) continue;
        if (typeof handle !== 'string' || !ownHandles.has(handle))
          return err(`${key}: no es un archivo de esta página`);
        changed[key] = ownHandles.get(handle);
      }
      for (const key of ['informe', 'exportar', 'salida'] as const) {
        const name = texts.success ? texts.data[key] : undefined;
        if (name === undefined) continue;
        if (!isFileName(name)) return err(`${key}: tiene que ser un nombre de archivo`);
        changed[key] = (await createNew(name)).ruta;
      }
      return ok(Object.keys(changed).length === 0 || !isObject(input) ? input : { ...input, ...changed });
    },
    /** The answer of a call with handles in place of paths: those that have a handle, those in the private folder, and the example workbook's. */
    checkOutput: (method: Method, value: unknown): unknown => {
      const lent = method === 'ejemplo.iniciar' ? EXAMPLE.safeParse(value) : undefined;
      return mapStrings(value, (text) => {
        if (lent?.success === true && text === lent.data.archivo) return lend(text);
        const own = handles.get(text);
        if (own !== undefined) return own;
        if (!text.startsWith(folder + path.sep)) return text;
        const [id = '', ...rest] = path.relative(folder, text).split(path.sep);
        const handle = `archivo:${id}/${rest.join('/')}`;
        if (HANDLE.test(handle)) register(id, rest.join(path.sep));
        return handle;
      });
    },
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}
