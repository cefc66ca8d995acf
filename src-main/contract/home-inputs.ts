import { z } from 'zod';
import { cuenta, fecha, texto } from './common-inputs.ts';
import { PAPERS } from './checks.ts';

/** What `inicio.*`, `controles.ver` and `papeles.exportar` take. */

const mes = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'se espera un mes AAAA-MM');

export const HOME_INPUTS = {
  /** `hoy`: another day than today, for looking back. */
  'inicio.ver': z.strictObject({ cuenta, hoy: fecha.optional() }),
  /** How much waits for the person: what the rail counts. */
  'inicio.pendientes': z.strictObject({ cuenta }),
  /** The coupons that an age of `inicio.ver` counts: `edad` is the first of its days, as there; without it, of every age. */
  'inicio.sin_conciliar': z.strictObject({ cuenta, edad: z.number().int().min(0).optional() }),
  /** The months from one to another, both included; at most 24. */
  'inicio.calendario': z.strictObject({ cuenta, desde: mes, hasta: mes }),
  /** The person has seen it: news are counted from here as of tomorrow. */
  'inicio.visto': z.strictObject({ cuenta }),
  'controles.ver': z.strictObject({ cuenta, desde: fecha, hasta: fecha }),
  'papeles.exportar': z.strictObject({ cuenta, papel: z.enum(PAPERS), desde: fecha, hasta: fecha, salida: texto }),
} as const;
