import { z } from 'zod';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { VISTAS, type Vista } from '#domain/views/index.ts';
import { cuenta, id, place, searchedUpTo, withInput } from './common-inputs.ts';
import type { KeyedRow } from './data.ts';

/** `no_descargado`: these days were not read. `no_contratado`: the account lacks the list. `pendiente`: not yet happened. `no_encontrado`: read, but absent. */
export type TrailStatus = 'encontrado' | 'no_encontrado' | 'no_descargado' | 'no_contratado' | 'pendiente';

/**
 * How a record was found. `comprobante_fecha_otra`: same voucher and amount, another day. `importe_otro`: same settlement, voucher and card (or wallet
 * reference), another amount. `referencia_importe_otro`: same reference, another amount.
 */
export type TrailBasis =
  /** The record at which the trail begins. */
  | 'inicio'
  /** The service links the records by an identifier: an operation with its settlement, or a movement with the record that it pays (`servicio_concilio`). */
  | 'servicio'
  | 'servicio_concilio'
  | 'numero'
  | 'numero_y_marca'
  | 'numero_marca_establecimiento_fecha'
  | 'referencia_e_importe'
  | 'referencia_importe_otro'
  | 'comprobante_y_tarjeta'
  | 'billetera'
  | 'venta_y_comprobante'
  | 'venta_y_autorizacion'
  | 'comprobante_fecha_otra'
  | 'importe_otro'
  | 'resultado';

/** A step of the trail, such as the settlement of an operation, with its records. */
export interface TrailStep {
  readonly vista: Vista;
  readonly estado: TrailStatus;
  /** The first hundred records. */
  readonly filas: readonly KeyedRow[];
  readonly total: number;
  /** True if a person has to judge: several records match equally, or `por` is `comprobante_fecha_otra` or `referencia_importe_otro`. */
  readonly ambiguo: boolean;
  readonly por: TrailBasis | null;
  /** The number of sales of the settlement, for a step with one settlement; absent while not all are known. */
  readonly ventas?: number;
}

export interface DataTrail {
  /** Null if the trail did not begin at a coupon and no coupon of ours is known for the record. */
  readonly cupon: TrailStep | null;
  readonly operacion: TrailStep;
  readonly liquidacion: TrailStep;
  readonly movimientos: TrailStep;
  readonly impuestos: TrailStep;
  readonly rechazos: TrailStep;
}

/** One of our coupons that matched a sale of a settlement, from a stored result. */
export interface SaleCupon {
  /** The key of the sale among the operations. */
  readonly venta: string;
  readonly conciliacion: string;
  /** The file in our upload; null for a coupon of another PC. */
  readonly archivo: string | null;
  readonly fila: number | null;
  readonly comprobante: string | null;
}

const cupon = z.partialRecord(
  z.enum([...FIELDS_IN_ORDER, 'nro_liquidacion', 'liquidaciones_id', 'fecha_liq']),
  searchedUpTo().nullable(),
);

export const TRAIL_INPUTS = {
  /** The money trail of a record, or of a coupon of a reconciliation, given by its row in our file or by its fields. */
  'datos.rastro': withInput({
    cuenta,
    de: z.union([
      z.strictObject({ vista: z.enum(VISTAS), clave: id }),
      z.strictObject({
        conciliacion: id,
        fila: z.number().int().min(1).optional(),
        /** The file with the row `fila`; by default any file of the upload. */
        archivo: place.optional(),
        cupon: cupon.optional(),
      }),
    ]),
  }).answers<DataTrail>(),
  /** Our coupons that matched the sales of a settlement, from stored results. `clave`: the settlement's key. */
  'datos.cupones_de_liquidacion': withInput({ cuenta, clave: id }).answers<readonly SaleCupon[]>(),
} as const;
