import { z } from 'zod';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { PAPELES } from './controles.ts';

/** What `inicio.*`, `controles.ver` and `papeles.exportar` take. */

const texto = z.string().min(1).max(4096);
const cuenta = texto.optional();
const fecha = z.string().transform((value, context): CivilDate => {
  const date = parseIsoDate(value);
  if (date !== undefined) return date;
  context.addIssue({ code: 'custom', message: 'se espera una fecha AAAA-MM-DD' });
  return z.NEVER;
});
const mes = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'se espera un mes AAAA-MM');

export const INICIO_INPUTS = {
  /** `hoy`: another day than today, for looking back. */
  'inicio.ver': z.strictObject({ cuenta, hoy: fecha.optional() }),
  /** The months from one to another, both included; at most 24. */
  'inicio.calendario': z.strictObject({ cuenta, desde: mes, hasta: mes }),
  /** The person has seen it: news are counted from here as of tomorrow. */
  'inicio.visto': z.strictObject({ cuenta }),
  'controles.ver': z.strictObject({ cuenta, desde: fecha, hasta: fecha }),
  'papeles.exportar': z.strictObject({ cuenta, papel: z.enum(PAPELES), desde: fecha, hasta: fecha, salida: texto }),
} as const;
