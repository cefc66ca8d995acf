import type { CuponField } from '#domain/cupon.ts';
import type { AddedAccount } from './documents.ts';
import type { ErrorCode } from './errors.ts';
import { z } from 'zod';
import { LIMITS } from '#domain/upload/settings.js';
import { cuenta, id, name, place, porTanda, secret, typedUpTo } from './common-inputs.ts';

/** What the methods of *Ajustes* answer. */

/** Every setting with its value; one that was never chosen has the program's default. */
export interface SettingsDocument {
  /** Null: never chosen, and the screens decide. */
  readonly idioma: 'es-AR' | 'en' | null;
  readonly tema: 'sistema' | 'claro' | 'oscuro';
  /** D of docs/upload.md in seconds, for a `conciliar` or `retomar` that names none. */
  readonly tardanza: number;
  /** Coupons in one request, for a `conciliar` that names no number. */
  readonly porTanda: number;
  /** Absolute; null: each host's own choice. */
  readonly carpetaInformes: string | null;
  /** `hora`: `HH:MM` of Buenos Aires. */
  readonly actualizar: { readonly diario: boolean; readonly hora: string };
  readonly rielPlegado: boolean;
  /** The tour of the first run was left, or was gone through. */
  readonly recorridoVisto: boolean;
  /** Looks once a day for a new version of the program, and brings it. */
  readonly buscarVersiones: boolean;
}

/** `elegida` is false when the person did not want to, or there is no desktop to ask in. */
export interface ChosenFolder {
  readonly elegida: boolean;
  readonly ajustes: SettingsDocument;
}

export interface ClosedAccount {
  readonly nombre: string;
  /** False when the service could not be told. The secret was deleted anyway. */
  readonly revocada: boolean;
}

/** `sesion`: in memory until the program is closed, because there is no keychain. `ejemplo`: this program itself serves the example. */
export type SecretPlace = 'llavero' | 'sesion' | 'entorno' | 'ejemplo';

/**
 * `guardada`: there is a secret or a session to enter with, and `en` says where. `vence`: when it ends, `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null when it
 * does not end by itself.
 */
export interface AccountSession {
  readonly estado: 'guardada' | 'vencida' | 'sin_clave';
  readonly vence: string | null;
  readonly en?: SecretPlace;
}

/** What this PC knows of an account. */
export interface AccountDetail {
  readonly nombre: string;
  /** The API key or the user name. Never the secret. */
  readonly identidad: string;
  readonly sesion: AccountSession;
  /** When the service last took its credential, `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null when that is not known. */
  readonly aceptada: string | null;
  /** When the service last refused it and with which failure, if it has not taken it since; else null. */
  readonly rechazada: {
    readonly codigo: 'CREDENCIALES_RECHAZADAS' | 'TOKEN_RECHAZADO' | 'SESION_VENCIDA';
    readonly cuando: string;
  } | null;
  /** The stores as they were downloaded; null when they never were. Fields that the service did not give are empty. */
  readonly comercios:
    | readonly {
        readonly id: string;
        readonly nombre: string;
        readonly cuit: string;
        readonly localidad: string;
        readonly provincia: string;
      }[]
    | null;
  /** Bytes on disk. `bajado` can be downloaded again; `propio` cannot: uploads, their copies, files under review. */
  readonly disco: { readonly bajado: number; readonly propio: number };
}

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

/** The answer of each method of *Ajustes*. */
export interface SettingsOutputs {
  'ajustes.leer': SettingsDocument;
  'ajustes.cambiar': SettingsDocument;
  'ajustes.elegir_carpeta': ChosenFolder;
  'cuentas.salir': ClosedAccount;
  'cuentas.clave': AddedAccount;
  'cuentas.detalle': AccountDetail;
  'plantillas.listar': readonly ListedTemplate[];
  'plantillas.renombrar': ListedTemplate;
  'plantillas.borrar': ListedTemplate;
  'plantillas.exportar': ExportedTemplates;
  'plantillas.importar': ImportedTemplates;
  'soporte.informe': SupportReport;
  'registro.carpeta': LogFolder;
  'respaldos.listar': ListedBackups;
  'respaldos.crear': ListedBackup;
  'respaldos.carpeta': ListedBackups;
  'respaldos.verificar': readonly ExaminedBackup[];
  'respaldos.restaurar': RestoredBackups;
}

/** The inputs of the methods of *Ajustes*: `ajustes.*`, `cuentas.salir|clave`, `plantillas.*`, `soporte.*`, `registro.*`, `respaldos.*`. */

const LANGUAGES = ['es-AR', 'en'] as const;
const [minPatience, maxPatience] = LIMITS.tardanza;
const THEMES = ['sistema', 'claro', 'oscuro'] as const;

/** `HH:MM`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'se espera una hora HH:MM');

/** The values that each setting may have, as given here and as kept in the file of settings. */
export const SETTING = {
  /** Null: never chosen. */
  idioma: z.enum(LANGUAGES).nullable(),
  tema: z.enum(THEMES),
  /** D of docs/upload.md, in seconds: how late the service may apply a request that was not answered. */
  tardanza: z.number().int().min(minPatience).max(maxPatience),
  /** Coupons that one request sends. */
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

const template = typedUpTo(100);
const files = { copias: z.array(place).optional(), archivos: z.array(place).optional() };

export const SETTINGS_INPUTS = {
  'ajustes.leer': z.strictObject({}),
  /** Changes the settings that are given, and leaves the others. */
  'ajustes.cambiar': z.strictObject(SETTING).partial(),
  /** Asks the person for the folder of reports in the desktop's own dialog, where there is one. */
  'ajustes.elegir_carpeta': z.strictObject({}),

  /** Ends the session on the service and deletes the secret; the account and its data stay. */
  'cuentas.salir': z.strictObject({ nombre: name }),
  /** Changes the secret or password. It is kept once the service accepted it. */
  'cuentas.clave': z.strictObject({ nombre: name, secreto: secret }),

  /** What this PC knows of an account: its stores, until when its session lasts, how much disk it uses. */
  'cuentas.detalle': z.strictObject({ cuenta }),

  'plantillas.listar': z.strictObject({}),
  'plantillas.renombrar': z.strictObject({ nombre: name, nuevo: template }),
  'plantillas.borrar': z.strictObject({ nombre: name }),
  /** Writes all of them, or those named, to a file. */
  'plantillas.exportar': z.strictObject({ exportar: place, nombres: z.array(name).min(1).max(1000).optional() }),
  /** Imports the templates of a file. `reemplazar`: they replace those of the same name or headers. */
  'plantillas.importar': z.strictObject({ archivos: z.array(place).length(1), reemplazar: z.boolean() }),

  /** A text to be copied for support, without secrets, names, amounts or paths. */
  'soporte.informe': z.strictObject({}),
  /** The folder of the log; `abrir`: also opens it in the desktop. */
  'registro.carpeta': z.strictObject({ abrir: z.boolean() }),

  'respaldos.listar': z.strictObject({}),
  'respaldos.crear': z.strictObject({ cuenta }),
  /** The further folder. `carpeta` absent: the person chooses in the desktop's dialog. Null: none; what is there stays. */
  'respaldos.carpeta': z.strictObject({ carpeta: place.nullable().optional() }),
  /** Reads backups whole, by their names in the list or as files, and says what is in them; changes nothing. */
  'respaldos.verificar': z.strictObject(files),
  /** Replaces the ledgers of the accounts that the backups are of. The replaced ones are kept aside. `huellas`: only what was verified. */
  'respaldos.restaurar': z.strictObject({ ...files, huellas: z.array(id).optional(), si: z.boolean() }),
} as const;

/** What the methods of the updates answer (docs/updates.md). */

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

export interface UpdatesOutputs {
  'actualizaciones.ver': UpdatesDocument;
  'actualizaciones.buscar': UpdatesDocument;
  'actualizaciones.bajar': UpdatesDocument;
  'actualizaciones.instalar': UpdatesDocument;
}
