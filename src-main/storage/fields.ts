/**
 * Parses what our databases keep as text; nothing is cast. Unknown fields are left out, except in events, which are folded and have to be known whole
 * (`ledger/event-forms.ts`), and in the header of a reconciliation.
 */
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import {
  CORRECTION_WAYS,
  ROW_NOTICE_CODES,
  ROW_ERROR_CODES,
  type RowNotice,
  type RowError,
  type SaleOfRow,
} from '#domain/finding.ts';
import { z } from 'zod';

/** The value of a stored text; undefined where it is no JSON, or does not fit the schema. */
export function readText<T>(schema: z.ZodType<T>, text: string): T | undefined {
  return readSafely(schema, text).data;
}

/** As `readText`, but throws the error that `unreadable` makes. */
export function parseText<T>(schema: z.ZodType<T>, text: string, unreadable: (cause: unknown) => Error): T {
  const read = readSafely(schema, text);
  if (!read.success) throw unreadable(read.error);
  return read.data;
}

type Read<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly data?: never; readonly error: unknown };

function readSafely<T>(schema: z.ZodType<T>, text: string): Read<T> {
  try {
    return schema.safeParse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return { success: false, error };
    throw error;
  }
}

const civilDateOf = (text: string, context: z.RefinementCtx): CivilDate => {
  const date = parseIsoDate(text);
  if (date !== undefined) return date;
  context.addIssue({ code: 'custom', message: 'not a date' });
  return z.NEVER;
};
export const civilDate = z.string().transform(civilDateOf);

/** The header of a reconciliation. */
export const conciliacionField = z.strictObject({
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
  estado: z.string(),
}) satisfies z.ZodType<Conciliacion>;

const cuponField = z.enum(FIELDS_IN_ORDER);

const text = z.string().exactOptional();
/** The fields of a coupon, to be combined with others. */
export const cuponShape = {
  referencia: text,
  referencia_extra: text,
  fecha_venta: text,
  fecha_pres: text,
  tarjeta_id: text,
  tarjeta_desc: text,
  establecimiento: text,
  terminal: text,
  lote: text,
  comprobante: text,
  tarjeta_nro: text,
  cuotas: text,
  bin: text,
  bco_emisor: text,
  autorizacion: text,
  importe: text,
  fecha_pago: text,
  wallet_referencia: text,
  wallet_tipo_operacion: text,
  auxiliar_1: text,
  auxiliar_2: text,
  auxiliar_3: text,
  auxiliar_4: text,
  auxiliar_5: text,
} satisfies Record<CuponField, typeof text>;

const rowErrorCode = z.enum(ROW_ERROR_CODES);
const rowNoticeCode = z.enum(ROW_NOTICE_CODES);

const saleOfRowField = z.object({
  fecha: z.string().nullable(),
  tarjeta: z.string().nullable(),
  tarjeta_nro: z.string().nullable(),
  comprobante: z.string().nullable(),
  importe: z.string().nullable(),
  importeEscrito: z.string().exactOptional(),
}) satisfies z.ZodType<SaleOfRow>;

export const rowErrorField = z.object({
  fila: z.number(),
  columna: z.string().nullable(),
  campo: cuponField.nullable(),
  codigo: rowErrorCode,
  valor: z.string(),
  mensaje: z.string(),
  arreglo: z.string().exactOptional(),
  venta: saleOfRowField.exactOptional(),
}) satisfies z.ZodType<RowError>;

export const rowNoticeField = z.object({
  fila: z.number().nullable(),
  columna: z.string().nullable().exactOptional(),
  campo: cuponField.nullable().exactOptional(),
  codigo: rowNoticeCode,
  valor: z.string().exactOptional(),
  mensaje: z.string(),
  arreglo: z.string().exactOptional(),
  filas: z.number().exactOptional(),
  modo: z.enum(CORRECTION_WAYS).exactOptional(),
  anterior: z
    .object({ carga: z.string(), archivo: z.string(), hoja: z.string().nullable(), fila: z.number(), dia: z.string() })
    .exactOptional(),
  venta: saleOfRowField.exactOptional(),
}) satisfies z.ZodType<RowNotice>;
