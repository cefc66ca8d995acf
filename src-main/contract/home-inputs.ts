import { z } from 'zod';
import { cuenta, date, text } from './common-inputs.ts';
import { PAPERS } from './checks.ts';

/** The inputs of `inicio.*`, `controles.ver` and `papeles.exportar`. */

const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'se espera un mes AAAA-MM');

export const HOME_INPUTS = {
  /** `hoy`: a day to look back from, instead of today. */
  'inicio.ver': z.strictObject({ cuenta, hoy: date.optional() }),
  /** How much waits for the person: what the rail counts. */
  'inicio.pendientes': z.strictObject({ cuenta }),
  /** The coupons that an age of `inicio.ver` counts. `edad` is the first day of that age, as `inicio.ver` gives it; without it, every age. */
  'inicio.sin_conciliar': z.strictObject({ cuenta, edad: z.number().int().min(0).optional() }),
  /** The months from one to another, both included; at most 24. */
  'inicio.calendario': z.strictObject({ cuenta, desde: month, hasta: month }),
  /** Notes that the person has seen *Inicio*: from tomorrow on, news are counted from this moment. */
  'inicio.visto': z.strictObject({ cuenta }),
  'controles.ver': z.strictObject({ cuenta, desde: date, hasta: date }),
  'papeles.exportar': z.strictObject({ cuenta, papel: z.enum(PAPERS), desde: date, hasta: date, salida: text }),
} as const;
