import { z } from 'zod';
import { LIMITS } from '#domain/upload/settings.js';
import { cuenta, id, name, place, porTanda, secret, typedUpTo } from './common-inputs.ts';

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
