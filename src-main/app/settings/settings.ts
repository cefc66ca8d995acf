import { REFUSALS } from '#domain/texts/refusals.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type SettingsDocument, SETTING } from '#contract/settings.ts';
import { AppError } from '#contract/errors.ts';
import { DEFAULTS } from '#domain/upload/settings.js';
import type { MethodParsed } from '#contract/inputs.ts';
import { readJsonFile, writeJsonAtomic, refuseNewer } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';

const VERSION = 1;

export const INITIAL_SETTINGS: SettingsDocument = {
  idioma: null,
  tema: 'sistema',
  tardanza: DEFAULTS.patienceMs / 1000,
  porTanda: DEFAULTS.porTanda,
  carpetaInformes: null,
  actualizar: { diario: true, hora: '08:00' },
  rielPlegado: false,
  ultimaCuenta: null,
  buscarVersiones: true,
};

/** Ignores unknown keys, which a newer version may have written. */
const known = z.object(SETTING);
const file = z.looseObject({ version: z.literal(VERSION), ...known.partial().shape });
type SettingsFile = z.infer<typeof file>;

export type Settings = ReturnType<typeof createSettings>;

interface Deps {
  readonly data: Pick<DataFolder, 'root' | 'settings'>;
  readonly onNotice: (text: string, said: Statement) => void;
}

export function createSettings({ data, onNotice }: Deps) {
  const tellDamaged = (aside: string): void => tellTo(onNotice, 'ajustes_danados', { nombre: path.basename(aside) });
  const readFile = async (): Promise<SettingsFile> =>
    (await readJsonFile(data.settings, parseSettings, tellDamaged)) ?? { version: VERSION };
  async function write(stored: SettingsFile): Promise<void> {
    await ensureFolder(data.root);
    await writeJsonAtomic(data.settings, stored);
  }
  return {
    /** Sets a damaged file aside and tells the person; all settings then have their defaults. Throws `DATOS_MAS_NUEVOS` for a newer file and keeps it. */
    read: async (): Promise<SettingsDocument> => withDefaults(await readFile()),
    /** Changes some settings. Throws `CARPETA_SIN_PERMISO` unless the folder exists and can be written to. The caller holds the lock of the data folder. */
    async change({ carpetaInformes, ...rest }: MethodParsed<'ajustes.cambiar'>): Promise<SettingsDocument> {
      const added = {
        ...(carpetaInformes === undefined ? {} : { carpetaInformes: await checkFolder(carpetaInformes) }),
        ...rest,
      };
      const stored = { ...(await readFile()), ...added };
      await write(stored);
      return withDefaults(stored);
    },
    /** Takes settings from a backup that were never set here, except the folder for reports; returns how many. */
    async addMissing({ carpetaInformes: _, ...others }: SettingsFile): Promise<number> {
      const before = await readFile();
      const fresh = Object.keys(others).filter((key) => !(key in before));
      if (fresh.length > 0) await write({ ...others, ...before });
      return fresh.length;
    },
  };
}

/** Parses a file of settings. Throws `DATOS_MAS_NUEVOS`, or zod's error. */
export function parseSettings(value: unknown): SettingsFile {
  refuseNewer(value, VERSION, { archivo: 'ajustes.json' });
  return file.parse(value);
}

/** All settings, with defaults for missing settings. Unknown keys stay in the file. */
const withDefaults = (stored: SettingsFile): SettingsDocument => known.parse({ ...INITIAL_SETTINGS, ...stored });

/** Returns the folder after checking that files can be written to it; null for null. */
async function checkFolder(chosen: string | null): Promise<string | null> {
  if (chosen === null) return null;
  const file = path.normalize(chosen);
  const detail = { carpeta: file };
  if (!path.isAbsolute(file)) throw new AppError('CARPETA_SIN_PERMISO', { mensaje: REFUSALS.relativeFolder, detail });
  try {
    if (!(await stat(file)).isDirectory())
      throw new AppError('CARPETA_SIN_PERMISO', { mensaje: REFUSALS.notAFolder, detail });
    await access(file, constants.W_OK);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('CARPETA_SIN_PERMISO', { cause: error, mensaje: REFUSALS.notAFolder, detail });
  }
  return file;
}
