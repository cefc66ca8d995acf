import { z } from 'zod';

/** What the methods of Ajustes take: `ajustes.*`, `cuentas.salir|clave`, `plantillas.*`, `soporte.*`, `registro.*`, `respaldos.*`, `traslado.*`. */

const texto = z.string().min(1).max(4096);

export const IDIOMAS = ['es-AR', 'en'] as const;
export const TEMAS = ['sistema', 'claro', 'oscuro'] as const;

/** Each setting, as it may be given; the file has the same. */
export const AJUSTE = {
  /** Null: never chosen. */
  idioma: z.enum(IDIOMAS).nullable(),
  tema: z.enum(TEMAS),
  /** D of UPLOAD.md, in seconds: how late the service may apply a request that was not answered. */
  tardanza: z.number().int().min(1).max(86_400),
  /** Coupons that one request sends. */
  porTanda: z.number().int().min(1).max(100_000),
  /** Where reports and exports go when nobody says where, absolute; null: each host's own way. */
  carpetaInformes: texto.nullable(),
  /** The daily update of the local data, at an hour of Buenos Aires (`HH:MM`), while the application is open. */
  actualizar: z.strictObject({ diario: z.boolean(), hora: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  /** The rail shows icons alone. */
  rielPlegado: z.boolean(),
} as const;

export const AJUSTES_INPUTS = {
  'ajustes.leer': z.strictObject({}),
  /** Changes the settings that are given, and leaves the others. */
  'ajustes.cambiar': z.strictObject(AJUSTE).partial(),
} as const;
