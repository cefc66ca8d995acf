import { z } from 'zod';
import type { CuponField } from '#domain/cupon.ts';
import type { ErrorCode } from './errors.ts';
import { LIMITS } from '#domain/upload/settings.js';
import { cuenta, id, name, place, porTanda, withInput, typedUpTo } from './common-inputs.ts';

/** The settings of the program, templates of columns, backups, new versions: `ajustes.*`, `plantillas.*`, `soporte.*`, `registro.*`, `respaldos.*`, `actualizaciones.*`. */

const [minPatience, maxPatience] = LIMITS.tardanza;

/** `HH:MM`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'se espera una hora HH:MM');

/** The allowed values of each setting, in calls and in the file of settings. */
export const SETTING = {
  /** Null: never chosen, so the screens decide. */
  idioma: z.enum(['es-AR', 'en']).nullable(),
  tema: z.enum(['sistema', 'claro', 'oscuro']),
  /** D of docs/upload.md, in seconds: how late the service may apply a request without an answer. */
  tardanza: z.number().int().min(minPatience).max(maxPatience),
  porTanda,
  /** The default folder for reports and exports, absolute; null: each host's own choice. */
  carpetaInformes: place.nullable(),
  /** The daily update of the local data, at an hour of Buenos Aires (`HH:MM`), while the application is open. */
  actualizar: z.strictObject({
    diario: z.boolean(),
    hora: timeOfDay,
  }),
  /** The rail shows only icons. */
  rielPlegado: z.boolean(),
  /** The tour of the first run no longer opens by itself. */
  recorridoVisto: z.boolean(),
  /** Looks for a new version of the program once a day, and downloads it, while the window is open. */
  buscarVersiones: z.boolean(),
} as const;

/** Every setting with its value; by default the program's. */
export type SettingsDocument = { readonly [K in keyof typeof SETTING]: z.output<(typeof SETTING)[K]> };

export interface ListedTemplate {
  readonly nombre: string;
  /** The header, or the letter, of the column of each field. */
  readonly mapeo: Readonly<Partial<Record<CuponField, string>>>;
}

export interface ExportedTemplates {
  readonly exportado: string;
  readonly plantillas: number;
}

/** Names of templates, as in the file. */
export interface ImportedTemplates {
  readonly agregadas: readonly string[];
  readonly reemplazadas: readonly string[];
  /** Not imported, because a template of that name or of those headers existed. */
  readonly omitidas: readonly string[];
}

export interface SupportReport {
  readonly texto: string;
}

export interface LogFolder {
  readonly carpeta: string;
  /** Whether the desktop opened it. */
  readonly abierta: boolean;
}

export interface ListedBackup {
  /** The file name for `respaldos.verificar` and `restaurar`. */
  readonly copia: string;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires, by the clock of the PC that made it. */
  readonly hecha: string;
  readonly bytes: number;
}

/** The backups of every account and PC, newest first. */
export interface ListedBackups {
  /** The further folder, absolute; null without one. */
  readonly carpeta: string | null;
  /** Why the last backup is missing in the further folder; null if it is there, or without such a folder. */
  readonly falla: ErrorCode | null;
  readonly copias: readonly (ListedBackup & {
    /** Beside the data, or in the further folder. */
    readonly lugar: 'datos' | 'carpeta';
    readonly cuenta: string;
    readonly pc: string;
    readonly estaPc: boolean;
  })[];
}

/** The content of a ledger. `eventos` counts sends, readings and decisions: the newest ledger has the most. */
export interface BackupContents {
  readonly cargas: number;
  readonly eventos: number;
  /** The time of the last event, in the form of `hecha`; null without one. */
  readonly hasta: string | null;
}

/** The content of a file, after decoding all of it. */
export interface ExaminedBackup {
  readonly copia: string;
  readonly estado: 'sana' | 'mas_nueva' | 'danada';
  readonly bytes: number;
  /** Passed to `respaldos.restaurar`, restores this very content and nothing else. */
  readonly huella: string;
  /** The account's name; null if neither the file nor this PC knows it. */
  readonly cuenta: string | null;
  readonly url: string | null;
  /** The address that this PC has for the account of that name, key or user, if it differs. */
  readonly antes: string | null;
  readonly pc: string | null;
  readonly hecha: string | null;
  /** Null unless it is `sana`. */
  readonly contenido: BackupContents | null;
  /** The account's data on this PC; null without any. */
  readonly aca: BackupContents | null;
  readonly plantillas: number;
}

/** The restored ledgers, and how many shared pieces were added: none is ever replaced. */
export interface RestoredBackups {
  readonly cuentas: readonly {
    readonly cuenta: string;
    readonly copia: string;
    /** The name under which the replaced ledger is kept beside the new one; null if there was none. */
    readonly apartado: string | null;
    /** The account was not on this PC: the person has to enter its secret. */
    readonly nueva: boolean;
  }[];
  readonly plantillas: number;
  readonly vistas: number;
  readonly nombres: number;
  readonly ajustes: number;
}

const template = typedUpTo(100);
const files = { copias: z.array(place).optional(), archivos: z.array(place).optional() };

export const SETTINGS_INPUTS = {
  'ajustes.leer': withInput({}).answers<SettingsDocument>(),
  /** Changes the given settings and leaves the others. */
  'ajustes.cambiar': withInput(z.strictObject(SETTING).partial()).answers<SettingsDocument>(),
  /** Opens the desktop's dialog for the folder of reports. `elegida`: false if the person cancelled, or without a desktop. */
  'ajustes.elegir_carpeta': withInput({}).answers<{ readonly elegida: boolean; readonly ajustes: SettingsDocument }>(),

  'plantillas.listar': withInput({}).answers<readonly ListedTemplate[]>(),
  'plantillas.renombrar': withInput({ nombre: name, nuevo: template }).answers<ListedTemplate>(),
  'plantillas.borrar': withInput({ nombre: name }).answers<ListedTemplate>(),
  /** Writes all templates, or the named ones, to a file. */
  'plantillas.exportar': withInput({
    exportar: place,
    nombres: z.array(name).min(1).max(1000).optional(),
  }).answers<ExportedTemplates>(),
  /** Imports the templates of a file. `reemplazar`: they replace templates of the same name or headers. */
  'plantillas.importar': withInput({
    archivos: z.array(place).length(1),
    reemplazar: z.boolean(),
  }).answers<ImportedTemplates>(),

  /** A text to copy for support, without secrets, names, amounts or paths. */
  'soporte.informe': withInput({}).answers<SupportReport>(),
  /** The folder of the log; `abrir`: also opens it in the desktop. */
  'registro.carpeta': withInput({ abrir: z.boolean() }).answers<LogFolder>(),

  'respaldos.listar': withInput({}).answers<ListedBackups>(),
  'respaldos.crear': withInput({ cuenta }).answers<ListedBackup>(),
  /** The further folder. Without `carpeta`, opens the desktop's dialog. Null: no folder; its present files stay. */
  'respaldos.carpeta': withInput({ carpeta: place.nullable().optional() }).answers<ListedBackups>(),
  /** Reads backups whole, by their names in the list or as files, and returns their content; changes nothing. */
  'respaldos.verificar': withInput(files).answers<readonly ExaminedBackup[]>(),
  /** Replaces the ledgers of the backups' accounts. Keeps the replaced ones aside. `huellas`: only the verified content. */
  'respaldos.restaurar': withInput({
    ...files,
    huellas: z.array(id).optional(),
    si: z.boolean(),
  }).answers<RestoredBackups>(),

  /** The known facts about new versions, without asking a server. */
  'actualizaciones.ver': withInput({}).answers<UpdatesDocument>(),
  /** Asks for the published version. `sola`: the program asks by itself, so nothing happens if automatic updates are off. */
  'actualizaciones.buscar': withInput({ sola: z.boolean().optional() }).answers<UpdatesDocument>(),
  /** Downloads the new version and verifies it, or waits for the running download. */
  'actualizaciones.bajar': withInput({}).answers<UpdatesDocument>(),
  /** Closes the program, replaces it by the new version and opens it. Refused during a send. */
  'actualizaciones.instalar': withInput({}).answers<UpdatesDocument>(),
} as const;

// The answers of the methods for updates (docs/updates.md).

export type UpdateStatus =
  | { readonly estado: 'sin_buscar' }
  | { readonly estado: 'al_dia' }
  | { readonly estado: 'hay'; readonly version: string }
  | { readonly estado: 'bajando'; readonly version: string }
  /** Downloaded and verified. Installed when the person agrees. */
  | { readonly estado: 'lista'; readonly version: string }
  | { readonly estado: 'falla'; readonly codigo: ErrorCode; readonly mensaje: string };

export interface UpdatesDocument {
  readonly version: string;
  /** Whether there is a newer version; null until the program has looked. */
  readonly hay: boolean | null;
  /** Whether this program replaces itself: an installed window whose system verifies new versions. Other programs show where the new version is. */
  readonly seInstala: boolean;
  /** The address of published versions; null without one. */
  readonly direccion: string | null;
  /** When this run of the program last looked, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly buscada: string | null;
  readonly ahora: UpdateStatus;
}
