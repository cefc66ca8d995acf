import { z } from 'zod';
import { cuenta, date, id, pantalla, place, searchedUpTo, sinPreguntar, typedUpTo } from './common-inputs.ts';
import { GROUPINGS, RESULT_GROUPS, RESULT_ORDERS } from './conciliaciones.ts';

/** The inputs of the methods over a kept result (one that was read and is stored on this PC). */

const one = { cuenta, id };

const which = {
  grupo: z.enum(RESULT_GROUPS),
  /** Words that the coupon has to have, all of them, in any field. */
  texto: searchedUpTo(200).optional(),
  tarjeta: searchedUpTo().optional(),
  comercio: searchedUpTo().optional(),
  /** Days of sale, both included. */
  ventaDesde: date.optional(),
  ventaHasta: date.optional(),
  /** Only coupons that matched since the reading before. */
  nuevos: z.boolean().optional(),
  /** One coupon of ours: its row, and the workbook of the upload that has the row. */
  fila: z.number().int().min(1).optional(),
  archivo: place.optional(),
  /** Only these coupons of the reading, by their number in it: those of a cause. */
  ns: z.array(z.number().int().min(1)).max(10_000).optional(),
};

export const CONCILIACIONES_INPUTS = {
  /** Reads the whole result from the service, keeps it here and compares it with the reading before. */
  'conciliaciones.leer': z.strictObject({ ...one, sinPreguntar }),
  /**
   * Every coupon of a result. What its upload read today is given as it is kept while the header at the service says the same; otherwise, and with
   * `releer`, the result is read from the service and kept. `exportar`: also writes its workbook.
   */
  'conciliaciones.resultado': z.strictObject({ ...one, exportar: place.optional(), releer: z.boolean().optional() }),
  /** The last reading that is kept, without asking the service; null without one. */
  'conciliaciones.guardada': z.strictObject(one),
  /** All reconciliations that this PC knows, without asking the service: those whose results it keeps and those that it sent. */
  'conciliaciones.conocidas': z.strictObject({ cuenta }),
  /** A page of the coupons of a kept result, by position; with `agrupar`, the headings of the groups are rows too. */
  'conciliaciones.cupones': z.strictObject({
    ...one,
    ...which,
    orden: z.strictObject({ campo: z.enum(RESULT_ORDERS), desc: z.boolean() }).optional(),
    agrupar: z.enum(GROUPINGS).optional(),
    /** Keys of the groups whose coupons are not shown. */
    cerrados: z.array(searchedUpTo()).max(10_000).optional(),
    desde: z.number().int().min(0),
    limite: z.number().int().min(1).max(500),
  }),
  /** Writes the workbook of a kept result. */
  /** `pantalla`: the list of the screen, which is written as the last sheet. */
  'conciliaciones.informe': z.strictObject({ ...one, exportar: place, pantalla }),
  /** Gives the reconciliation a name on this PC; null takes the name away. The service has no names. */
  'conciliaciones.nombrar': z.strictObject({
    ...one,
    nombre: typedUpTo(80).nullable(),
  }),
  /** Ties a kept result to the till: every row of its files, beside what the service counts. */
  'conciliaciones.puente': z.strictObject(one),
} as const;
