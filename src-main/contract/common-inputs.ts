import { z } from 'zod';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { LIMITS } from '#domain/upload/settings.js';

/** Pieces that the inputs of many methods share: a text that is not empty, an account by its name, a civil date, a number of seconds. */

export const text = z.string().min(1, 'falta').max(4096, LABELS.tooLong.es);
export const cuenta = text.optional();
export const date = z.string().transform((value, context): CivilDate => {
  const date = parseIsoDate(value);
  if (date !== undefined) return date;
  context.addIssue({ code: 'custom', message: 'se espera una fecha AAAA-MM-DD' });
  return z.NEVER;
});
const seconds = z.number().min(0).max(LIMITS.tardanza[1]);
const [minBatch, maxBatch] = LIMITS.porTanda;
/** The coupons that one request sends. */
export const porTanda = z.number().int().min(minBatch).max(maxBatch);
/** For calls that a screen makes by itself: the person is not asked for a secret, and the answer says that it is missing. */
export const sinPreguntar = z.boolean().optional();

/** How long an upload waits, in seconds (docs/upload.md; docs/cli.md, `conciliar`). */
export const wait = {
  tardanza: seconds.optional(),
  espera: seconds.optional(),
  estable: seconds.optional(),
  /** Where the report is written; never over another file. */
  informe: text.optional(),
  /** The folder for a report without a name of its own, written as `conciliacion-ID.xlsx`. Without a folder that report is not written. */
  carpeta: text.optional(),
};

/** How a workbook is read (docs/cli.md, `validar`). */
export const lectura = {
  archivos: z.array(text).min(1).max(1000),
  /** A sheet, some of them, or `todas`: every one with coupons. */
  hoja: z.union([text, z.array(text).min(1).max(100)]).optional(),
  plantilla: text.optional(),
  /** The header's text, else the column's letter, for each field; an empty text leaves the field without a column. */
  mapear: z.partialRecord(z.enum(FIELDS_IN_ORDER), z.string().max(4096, LABELS.tooLong.es)).optional(),
  /** How the dates of a column are read where all of them could be day/month or month/day. */
  ordenFecha: z.enum(['dia', 'mes']).optional(),
};
