/** Schemas for what the databases keep as JSON. The types of the domain are derived from them, so both always agree. */
import { z } from 'zod';
import { parseIsoDate, type CivilDate } from './civil-date.ts';
import { FIELDS_IN_ORDER, type CuponField } from './cupon.ts';

export const civilDate = z.string().transform((text, context): CivilDate => {
  const date = parseIsoDate(text);
  if (date !== undefined) return date;
  context.addIssue({ code: 'custom', message: 'not a date' });
  return z.NEVER;
});

const text = z.string().exactOptional();
export const cuponForm = z.strictObject(
  Object.fromEntries(FIELDS_IN_ORDER.map((field) => [field, text])) as Record<CuponField, typeof text>, // the cast restores the names of the fields
);

export const conciliacionForm = z.strictObject({
  id: z.string(),
  fecha: civilDate.nullable(),
  origenDesde: civilDate.nullable(),
  origenHasta: civilDate.nullable(),
  total: z.number(),
  nuevos: z.number(),
  existentes: z.number(),
  error: z.number(),
  conciliados: z.number(),
  sinConciliar: z.number(),
  /** `PENDIENTE` or `IMPORTADO`; another value is kept as it came. */
  estado: z.string(),
});

const count = z.number().nullable();
export const countersForm = z.strictObject({
  recibidos: count,
  total: count,
  nuevos: count,
  existentes: count,
  error: count,
});
