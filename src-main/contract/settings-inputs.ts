import { z } from 'zod';
import { cuenta, texto } from './common-inputs.ts';

/** What the methods of *Ajustes* take: `ajustes.*`, `cuentas.salir|clave`, `plantillas.*`, `soporte.*`, `registro.*`, `respaldos.*`, `traslado.*`. */

const LANGUAGES = ['es-AR', 'en'] as const;
const THEMES = ['sistema', 'claro', 'oscuro'] as const;

/** Each setting, as it may be given; the file has the same. */
export const SETTING = {
  /** Null: never chosen. */
  idioma: z.enum(LANGUAGES).nullable(),
  tema: z.enum(THEMES),
  /** D of docs/upload.md, in seconds: how late the service may apply a request that was not answered. */
  tardanza: z.number().int().min(1).max(86_400),
  /** Coupons that one request sends. */
  porTanda: z.number().int().min(1).max(100_000),
  /** Where reports and exports go when nobody says where, absolute; null: each host's own way. */
  carpetaInformes: texto.nullable(),
  /** The daily update of the local data, at an hour of Buenos Aires (`HH:MM`), while the application is open. */
  actualizar: z.strictObject({
    diario: z.boolean(),
    hora: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'se espera una hora HH:MM'),
  }),
  /** The rail shows icons alone. */
  rielPlegado: z.boolean(),
  /** The tour of the first run is not shown by itself any more. */
  recorridoVisto: z.boolean(),
  /** Looks once a day for a new version of the program, and brings it, while the window is open. */
  buscarVersiones: z.boolean(),
} as const;

const nombre = texto;
const plantilla = z.string().trim().min(1).max(100);

export const SETTINGS_INPUTS = {
  'ajustes.leer': z.strictObject({}),
  /** Changes the settings that are given, and leaves the others. */
  'ajustes.cambiar': z.strictObject(SETTING).partial(),
  /** Asks for the folder of reports with the desktop's own dialog, where there is one. */
  'ajustes.elegir_carpeta': z.strictObject({}),

  /** Ends the session on the service and deletes the secret; the account and its data stay. */
  'cuentas.salir': z.strictObject({ nombre }),
  /** Another secret, or password: kept once the service took it. */
  'cuentas.clave': z.strictObject({ nombre, secreto: texto }),

  /** What this PC knows of an account: its commerces, until when its session lasts, what it takes on disk. */
  'cuentas.detalle': z.strictObject({ cuenta }),

  'plantillas.listar': z.strictObject({}),
  'plantillas.renombrar': z.strictObject({ nombre, nuevo: plantilla }),
  'plantillas.borrar': z.strictObject({ nombre }),
  /** Writes all of them, or those named, to a file. */
  'plantillas.exportar': z.strictObject({ exportar: texto, nombres: z.array(texto).min(1).max(1000).optional() }),
  /** Brings those of a file; `reemplazar`: also in the place of ones of the same name or headers. */
  'plantillas.importar': z.strictObject({ archivos: z.array(texto).length(1), reemplazar: z.boolean() }),

  /** What can be copied for support: without secrets, names, amounts nor paths. */
  'soporte.informe': z.strictObject({}),
  /** Where the log is; `abrir`: also opens it in the desktop. */
  'registro.carpeta': z.strictObject({ abrir: z.boolean() }),

  'respaldos.listar': z.strictObject({}),
  'respaldos.crear': z.strictObject({ cuenta }),
  /** Reads a copy whole. `copia`: its name in the list. */
  'respaldos.verificar': z.strictObject({ cuenta, copia: texto }),
  /** Puts a copy in the place of the ledger, which is kept aside. */
  'respaldos.restaurar': z.strictObject({ cuenta, copia: texto, si: z.boolean() }),

  /** Writes everything but the secrets to one file. `conCache`: also what can be downloaded again. */
  'traslado.exportar': z.strictObject({ exportar: texto, conCache: z.boolean() }),
  /** Reads such a file whole and says what it holds and what there is here; changes nothing. */
  'traslado.examinar': z.strictObject({ archivos: z.array(texto).length(1) }),
  /**
   * Puts what such a file holds in the place of what there is here, which is kept aside, and forgets every secret. `si`: although there is something;
   * `huella`: only what was examined, should the file be another one by now.
   */
  'traslado.importar': z.strictObject({
    archivos: z.array(texto).length(1),
    si: z.boolean(),
    huella: texto.optional(),
  }),
} as const;
