import { z } from 'zod';
import { cuenta, fecha, sinPreguntar, texto } from './common-inputs.ts';
import { GROUPINGS, RESULT_GROUPS, RESULT_ORDERS } from './conciliaciones.ts';

/** What the methods over a result that was read and is kept here take. */

const one = { cuenta, id: texto };

const which = {
  grupo: z.enum(RESULT_GROUPS),
  /** Words that the coupon has to have, all of them, in any field. */
  texto: z.string().max(200).optional(),
  tarjeta: z.string().max(4096).optional(),
  comercio: z.string().max(4096).optional(),
  /** Days of sale, both included. */
  ventaDesde: fecha.optional(),
  ventaHasta: fecha.optional(),
  /** Only what matched since the reading before. */
  nuevos: z.boolean().optional(),
  /** One coupon of ours: its row, and which workbook of the upload the row is of. */
  fila: z.number().int().min(1).optional(),
  archivo: texto.optional(),
  /** Only these coupons of the reading, by their number in it: those of a cause. */
  ns: z.array(z.number().int().min(1)).max(10_000).optional(),
};

export const CONCILIACIONES_INPUTS = {
  /** Reads the whole result from the service, keeps it here and compares it with the reading before. */
  'conciliaciones.leer': z.strictObject({ ...one, sinPreguntar }),
  /** What was read last, without asking the service; null when nothing was. */
  'conciliaciones.guardada': z.strictObject(one),
  /** What this PC knows of all of them, without asking the service: the results that it keeps and what it sent. */
  'conciliaciones.conocidas': z.strictObject({ cuenta }),
  /** A page of the coupons of a kept result, by position; with `agrupar`, the headings of the groups are rows too. */
  'conciliaciones.cupones': z.strictObject({
    ...one,
    ...which,
    orden: z.strictObject({ campo: z.enum(RESULT_ORDERS), desc: z.boolean() }).optional(),
    agrupar: z.enum(GROUPINGS).optional(),
    /** Keys of the groups whose coupons are not shown. */
    cerrados: z.array(z.string().max(4096)).max(10_000).optional(),
    desde: z.number().int().min(0),
    limite: z.number().int().min(1).max(500),
  }),
  /** Writes the workbook of a kept result. */
  'conciliaciones.informe': z.strictObject({ ...one, exportar: texto }),
  /** The name under which a person finds it again, on this PC; null takes it away. The service has none. */
  'conciliaciones.nombrar': z.strictObject({ ...one, nombre: z.string().trim().min(1, 'falta').max(80).nullable() }),
  /** What ties a kept result to the till: every row of its files, and what the service counts. */
  'conciliaciones.puente': z.strictObject(one),
} as const;
