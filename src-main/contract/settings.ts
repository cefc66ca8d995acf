import { z } from 'zod';
import type { CuponField } from '#domain/cupon.ts';
import type { ErrorCode } from './errors.ts';
import { LIMITS } from '#domain/upload/settings.js';
import { cuenta, id, name, place, porTanda, withInput, typedUpTo } from './common-inputs.ts';

/** The settings of the program, templates of columns, backups, new versions: `ajustes.*`, `plantillas.*`, `soporte.*`, `registro.*`, `respaldos.*`, `actualizaciones.*`. */

const [minPatience, maxPatience] = LIMITS.tardanza;

/** `HH:MM`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'se espera una hora HH:MM');

/** The values that each setting may have, as given here and as kept in the file of settings. */
export const SETTING = {
  /** Null: never chosen, and the screens decide. */
  idioma: z.enum(['es-AR', 'en']).nullable(),
  tema: z.enum(['sistema', 'claro', 'oscuro']),
  /** D of docs/upload.md, in seconds: how late the service may apply a request that was not answered. */
  tardanza: z.number().int().min(minPatience).max(maxPatience),
  porTanda,
  /** The folder for reports and exports without another one, absolute; null: each host's own choice. */
  carpetaInformes: place.nullable(),
  /** The daily update of the local data, at an hour of Buenos Aires (`HH:MM`), while the application is open. */
  actualizar: z.strictObject({
    diario: z.boolean(),
    hora: timeOfDay,
  }),
  /** The rail shows icons alone. */
  rielPlegado: z.boolean(),
  /** The tour of the first run is not shown by itself any more. */
  recorridoVisto: z.boolean(),
  /** Looks once a day for a new version of the program, and brings it, while the window is open. */
  buscarVersiones: z.boolean(),
} as const;

/** Every setting with its value; one that was never chosen has the program's default. */
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

/** Names of templates, as the file has them. */
export interface ImportedTemplates {
  readonly agregadas: readonly string[];
  readonly reemplazadas: readonly string[];
  /** Not imported: there was already one of that name or of those headers. */
  readonly omitidas: readonly string[];
}

export interface SupportReport {
  readonly texto: string;
}

export interface LogFolder {
  readonly carpeta: string;
  /** True when the desktop opened it. */
  readonly abierta: boolean;
}

export interface ListedBackup {
  /** The name of the file, as `respaldos.verificar` and `restaurar` take it. */
  readonly copia: string;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires, by the clock of the PC that made it. */
  readonly hecha: string;
  readonly bytes: number;
}

/** The backups of every account and PC, the last one first. */
export interface ListedBackups {
  /** The further folder, absolute; null when none was chosen. */
  readonly carpeta: string | null;
  /** Why the last backup is not in the further folder; null where it is, and where there is no such folder. */
  readonly falla: ErrorCode | null;
  readonly copias: readonly (ListedBackup & {
    /** Beside the data, or in the further folder. */
    readonly lugar: 'datos' | 'carpeta';
    readonly cuenta: string;
    readonly pc: string;
    readonly estaPc: boolean;
  })[];
}

/** What a ledger holds. `eventos` counts what was sent, seen and decided: the newest is the one with the most. */
export interface BackupContents {
  readonly cargas: number;
  readonly eventos: number;
  /** The time of the last event, in the form of `hecha`; null without one. */
  readonly hasta: string | null;
}

/** What a file holds, by decoding all of it. */
export interface ExaminedBackup {
  readonly copia: string;
  readonly estado: 'sana' | 'mas_nueva' | 'danada';
  readonly bytes: number;
  /** Given to `respaldos.restaurar`, restores this very content and nothing else. */
  readonly huella: string;
  /** The account's name; null where the file does not say, and this PC does not know it. */
  readonly cuenta: string | null;
  readonly url: string | null;
  /** The address that this PC has for the account of that name, key or user, when it is another one. */
  readonly antes: string | null;
  readonly pc: string | null;
  readonly hecha: string | null;
  /** Null unless it is `sana`. */
  readonly contenido: BackupContents | null;
  /** What this PC has of the account; null when it has nothing. */
  readonly aca: BackupContents | null;
  readonly plantillas: number;
}

/** What was restored, and how many shared pieces were added: none is ever replaced. */
export interface RestoredBackups {
  readonly cuentas: readonly {
    readonly cuenta: string;
    readonly copia: string;
    /** The name under which the replaced ledger is kept beside the new one; null when there was none. */
    readonly apartado: string | null;
    /** The account was not on this PC: its secret is to be given. */
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
  /** Changes the settings that are given, and leaves the others. */
  'ajustes.cambiar': withInput(z.strictObject(SETTING).partial()).answers<SettingsDocument>(),
  /** Asks the person for the folder of reports in the desktop's own dialog. `elegida`: false when the person declined, or there is no desktop to ask in. */
  'ajustes.elegir_carpeta': withInput({}).answers<{ readonly elegida: boolean; readonly ajustes: SettingsDocument }>(),

  'plantillas.listar': withInput({}).answers<readonly ListedTemplate[]>(),
  'plantillas.renombrar': withInput({ nombre: name, nuevo: template }).answers<ListedTemplate>(),
  'plantillas.borrar': withInput({ nombre: name }).answers<ListedTemplate>(),
  /** Writes all of them, or those named, to a file. */
  'plantillas.exportar': withInput({
    exportar: place,
    nombres: z.array(name).min(1).max(1000).optional(),
  }).answers<ExportedTemplates>(),
  /** Imports the templates of a file. `reemplazar`: they replace those of the same name or headers. */
  'plantillas.importar': withInput({
    archivos: z.array(place).length(1),
    reemplazar: z.boolean(),
  }).answers<ImportedTemplates>(),

  /** A text to be copied for support, without secrets, names, amounts or paths. */
  'soporte.informe': withInput({}).answers<SupportReport>(),
  /** The folder of the log; `abrir`: also opens it in the desktop. */
  'registro.carpeta': withInput({ abrir: z.boolean() }).answers<LogFolder>(),

  'respaldos.listar': withInput({}).answers<ListedBackups>(),
  'respaldos.crear': withInput({ cuenta }).answers<ListedBackup>(),
  /** The further folder. `carpeta` absent: the person chooses in the desktop's dialog. Null: none; what is there stays. */
  'respaldos.carpeta': withInput({ carpeta: place.nullable().optional() }).answers<ListedBackups>(),
  /** Reads backups whole, by their names in the list or as files, and says what is in them; changes nothing. */
  'respaldos.verificar': withInput(files).answers<readonly ExaminedBackup[]>(),
  /** Replaces the ledgers of the accounts that the backups are of. The replaced ones are kept aside. `huellas`: only what was verified. */
  'respaldos.restaurar': withInput({
    ...files,
    huellas: z.array(id).optional(),
    si: z.boolean(),
  }).answers<RestoredBackups>(),

  /** What is known of new versions, without asking anybody. */
  'actualizaciones.ver': withInput({}).answers<UpdatesDocument>(),
  /** Asks which version is published. `sola`: the program asks by itself, so nothing is done where automatic updates are turned off. */
  'actualizaciones.buscar': withInput({ sola: z.boolean().optional() }).answers<UpdatesDocument>(),
  /** Downloads the new version and verifies it, or waits for the download under way. */
  'actualizaciones.bajar': withInput({}).answers<UpdatesDocument>(),
  /** Closes the program, puts the new version in its place and opens it. Refused while something is being sent. */
  'actualizaciones.instalar': withInput({}).answers<UpdatesDocument>(),
} as const;

// What the methods of the updates answer (docs/updates.md).

export type UpdateStatus =
  | { readonly estado: 'sin_buscar' }
  | { readonly estado: 'al_dia' }
  | { readonly estado: 'hay'; readonly version: string }
  | { readonly estado: 'bajando'; readonly version: string }
  /** Downloaded and verified. It is installed when the person says so. */
  | { readonly estado: 'lista'; readonly version: string }
  | { readonly estado: 'falla'; readonly codigo: ErrorCode; readonly mensaje: string };

export interface UpdatesDocument {
  readonly version: string;
  /** Whether there is a newer version; null until the program has looked. */
  readonly hay: boolean | null;
  /** Whether this program replaces itself: an installed window whose system verifies new versions. Any other says where the new version is. */
  readonly seInstala: boolean;
  /** The program looks once a day by itself. */
  readonly activas: boolean;
  /** Where versions are published; null when no place was configured. */
  readonly direccion: string | null;
  /** When this run of the program last looked, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly buscada: string | null;
  readonly ahora: UpdateStatus;
}
