import { z } from 'zod';
import type { Template } from '#domain/cupones/map-columns.ts';
import type { ErrorCode } from './errors.ts';
import { LIMITS } from '#domain/upload/settings.js';
import { cuenta, id, name, place, porTanda, withInput, typedUpTo } from './common-inputs.ts';

/** Settings, templates of columns, help for support, backups and new versions: `ajustes.*`, `plantillas.*`, `respaldos.*` and others. */

const [minPatience, maxPatience] = LIMITS.tardanza;

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'se espera una hora HH:MM');

/** The allowed values of each setting, in calls and in the file of settings. */
export const SETTING = {
  /** Null if the person never chose a language: the screens then decide. */
  idioma: z.enum(['es-AR', 'en']).nullable(),
  tema: z.enum(['sistema', 'claro', 'oscuro']),
  /** How many seconds late the service may still apply a request that got no answer (D of docs/upload.md). */
  tardanza: z.number().int().min(minPatience).max(maxPatience),
  porTanda,
  /** The folder for reports and exports, an absolute path; null: each host uses its own folder. */
  carpetaInformes: place.nullable(),
  /** Updates the local data daily from this hour of Buenos Aires on (`HH:MM`), while the application is open. */
  actualizar: z.strictObject({
    diario: z.boolean(),
    hora: timeOfDay,
  }),
  rielPlegado: z.boolean(),
  /** The name of the account that the screens showed last; null until there were several accounts. */
  ultimaCuenta: z.string().nullable(),
  /** True: while the window is open, looks for a new version once a day and downloads it. */
  buscarVersiones: z.boolean(),
} as const;

export type SettingsDocument = { readonly [K in keyof typeof SETTING]: z.output<(typeof SETTING)[K]> };

export type ListedTemplate = Pick<Template, 'nombre' | 'mapeo'>;

export interface ExportedTemplates {
  readonly exportado: string;
  readonly plantillas: number;
}

export interface ImportedTemplates {
  readonly agregadas: readonly string[];
  readonly reemplazadas: readonly string[];
  /** Templates that were not imported, because a template with the same name or headers existed. */
  readonly omitidas: readonly string[];
}

export interface SupportReport {
  readonly texto: string;
}

export interface LogFolder {
  readonly carpeta: string;
  readonly abierta: boolean;
}

export interface ListedBackup {
  /** The file name, for `respaldos.verificar` and `respaldos.restaurar`. */
  readonly copia: string;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires, by the clock of the PC that made it. */
  readonly hecha: string;
  readonly bytes: number;
}

/** The backups of every account and PC, newest first. */
export interface ListedBackups {
  /** The second folder for backups, absolute; null for none. */
  readonly carpeta: string | null;
  /** Why the last backup is not in the second folder; null if the folder has the backup, or if no folder is chosen. */
  readonly falla: ErrorCode | null;
  readonly copias: readonly (ListedBackup & {
    /** `datos`: beside the data; `carpeta`: in the second folder. */
    readonly lugar: 'datos' | 'carpeta';
    readonly cuenta: string;
    readonly pc: string;
    readonly estaPc: boolean;
  })[];
}

/** What a ledger contains. `eventos` counts sends, readings and decisions: of several ledgers of an account, the newest has the most. */
export interface BackupContents {
  readonly cargas: number;
  readonly eventos: number;
  /** When the last event happened, `YYYY-MM-DD HH:MM:SS`; null if none exists. */
  readonly hasta: string | null;
}

export interface ExaminedBackup {
  readonly copia: string;
  readonly estado: 'sana' | 'mas_nueva' | 'danada';
  readonly bytes: number;
  /** Identifies the content: `respaldos.restaurar` with this value restores exactly this content. */
  readonly huella: string;
  /** The account's name; null if neither the file nor this PC knows it. */
  readonly cuenta: string | null;
  readonly url: string | null;
  /** The address of this PC's account with the same name, key or user, if that address is not `url`; else null. */
  readonly antes: string | null;
  readonly pc: string | null;
  readonly hecha: string | null;
  /** Null unless the backup is `sana`. */
  readonly contenido: BackupContents | null;
  /** The account's data on this PC; null without any. */
  readonly aca: BackupContents | null;
  readonly plantillas: number;
}

/** The restored ledgers, and how many templates, views, names and settings were added. A restoration never replaces existing templates or settings. */
export interface RestoredBackups {
  readonly cuentas: readonly {
    readonly cuenta: string;
    readonly copia: string;
    /** The name under which the replaced ledger is kept; null if no ledger was replaced. */
    readonly apartado: string | null;
    /** True if this PC did not have the account: the person has to enter its secret. */
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
  'ajustes.cambiar': withInput(z.strictObject(SETTING).partial()).answers<SettingsDocument>(),
  /** Opens the desktop's dialog for the folder of reports. `elegida`: false if the person cancelled or there is no desktop. */
  'ajustes.elegir_carpeta': withInput({}).answers<{ readonly elegida: boolean; readonly ajustes: SettingsDocument }>(),

  'plantillas.listar': withInput({}).answers<readonly ListedTemplate[]>(),
  'plantillas.renombrar': withInput({ nombre: name, nuevo: template }).answers<ListedTemplate>(),
  'plantillas.borrar': withInput({ nombre: name }).answers<ListedTemplate>(),
  'plantillas.exportar': withInput({ exportar: place }).answers<ExportedTemplates>(),
  /** Imports the templates of a file. `reemplazar`: also replaces templates with the same name or headers. */
  'plantillas.importar': withInput({
    archivos: z.array(place).length(1),
    reemplazar: z.boolean(),
  }).answers<ImportedTemplates>(),

  /** A text to copy for technical support, without secrets, names, amounts or paths. */
  'soporte.informe': withInput({}).answers<SupportReport>(),
  /** The folder of the log; `abrir`: also opens it in the desktop. */
  'registro.carpeta': withInput({ abrir: z.boolean() }).answers<LogFolder>(),

  'respaldos.listar': withInput({}).answers<ListedBackups>(),
  'respaldos.crear': withInput({ cuenta }).answers<ListedBackup>(),
  /** Chooses the second folder for backups. Without `carpeta`: opens the desktop's dialog. Null: no folder from now on; its files stay. */
  'respaldos.carpeta': withInput({ carpeta: place.nullable().optional() }).answers<ListedBackups>(),
  /** Reads backups completely, by name or by path, and returns what they contain; changes nothing. */
  'respaldos.verificar': withInput(files).answers<readonly ExaminedBackup[]>(),
  /** Replaces the ledgers of the backups' accounts, and keeps the replaced ledgers. `huellas`: the call fails if the verified content has changed since. */
  'respaldos.restaurar': withInput({
    ...files,
    huellas: z.array(id).optional(),
    si: z.boolean(),
  }).answers<RestoredBackups>(),

  /** What is known about new versions, without asking a server. */
  'actualizaciones.ver': withInput({}).answers<UpdatesDocument>(),
  /** Asks for the published version. `sola`: true if the program asks by itself; then does nothing if `buscarVersiones` is off or there is no address. */
  'actualizaciones.buscar': withInput({ sola: z.boolean().optional() }).answers<UpdatesDocument>(),
  /** Downloads the new version and verifies it, or waits for the running download. */
  'actualizaciones.bajar': withInput({}).answers<UpdatesDocument>(),
  /** Closes the program, installs the new version and opens it. Refused while an upload is running. */
  'actualizaciones.instalar': withInput({}).answers<UpdatesDocument>(),
} as const;

// The answers of the methods for updates (docs/updates.md).

export type UpdateStatus =
  | { readonly estado: 'sin_buscar' }
  | { readonly estado: 'al_dia' }
  | { readonly estado: 'hay'; readonly version: string }
  | { readonly estado: 'bajando'; readonly version: string }
  /** Downloaded and verified; installed when the person agrees. */
  | { readonly estado: 'lista'; readonly version: string }
  | { readonly estado: 'falla'; readonly codigo: ErrorCode; readonly mensaje: string };

export interface UpdatesDocument {
  readonly version: string;
  /** True if there is a newer version; null if the program has not looked yet, or if its last attempt failed. */
  readonly hay: boolean | null;
  /** True if the program can replace itself: an installed window on a system that verifies versions. If false, the screens only show `direccion`. */
  readonly seInstala: boolean;
  /** The address of published versions; null if the program has no such address. */
  readonly direccion: string | null;
  /** When the program last looked since it started, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly buscada: string | null;
  readonly ahora: UpdateStatus;
}
