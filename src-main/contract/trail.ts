import { z } from 'zod';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { VISTAS, type Vista } from '#domain/views/index.ts';
import { cuenta, id, place, searchedUpTo, withInput } from './common-inputs.ts';
import type { KeyedRow } from './data.ts';

/** The trail of the money from one record, and our coupons in a settlement. */

/**
 * `no_descargado`: the data was not read yet, or not for those days. `no_contratado`: the account lacks the service. `pendiente`: according to the
 * service it has not happened yet. `no_encontrado`: the data was read and lacks it.
 */
export type TrailStatus = 'encontrado' | 'no_encontrado' | 'no_descargado' | 'no_contratado' | 'pendiente';

/**
 * How a stop was found; the screens have the words. `comprobante_fecha_otra`: the voucher agrees and the day differs. `referencia_importe_otro`: the
 * reference agrees and the amount differs.
 */
export type TrailBasis =
  /** The start of the trail. */
  | 'inicio'
  /** The service links it by an identifier: the settlement of an operation, or the record that it reconciled a movement with (`servicio_concilio`). */
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
  | 'resultado';

/** One stop of the money. */
export interface TrailStep {
  readonly vista: Vista;
  readonly estado: TrailStatus;
  /** The first hundred. */
  readonly filas: readonly KeyedRow[];
  readonly total: number;
  /** Several records match and nothing tells them apart: all are listed, and a person has to choose. */
  readonly ambiguo: boolean;
  /** How it was found; null if it was not. */
  readonly por: TrailBasis | null;
  /** How many sales the settlement has, where the stop is one settlement; absent while not all of them are known. */
  readonly ventas?: number;
}

export interface DataTrail {
  /** Null if the trail did not start at a coupon and no coupon of ours is known for it. */
  readonly cupon: TrailStep | null;
  readonly operacion: TrailStep;
  readonly liquidacion: TrailStep;
  readonly movimientos: TrailStep;
  readonly impuestos: TrailStep;
  readonly rechazos: TrailStep;
}

/** Our coupon that matched a sale, from a kept result. */
export interface SaleCupon {
  /** The key of the sale among the operations. */
  readonly venta: string;
  readonly conciliacion: string;
  /** Its file in our upload; null in a reconciliation that another PC uploaded. */
  readonly archivo: string | null;
  readonly fila: number | null;
  readonly comprobante: string | null;
}

const cupon = z.partialRecord(
  z.enum([...FIELDS_IN_ORDER, 'nro_liquidacion', 'liquidaciones_id', 'fecha_liq']),
  searchedUpTo().nullable(),
);

export const TRAIL_INPUTS = {
  /** The trail of the money from one record, or from a coupon of a reconciliation, which is named by its row in our file or by its own fields. */
  'datos.rastro': withInput({
    cuenta,
    de: z.union([
      z.strictObject({ vista: z.enum(VISTAS), clave: id }),
      z.strictObject({
        conciliacion: id,
        fila: z.number().int().min(1).optional(),
        /** The file of the upload that has `fila`; by default any file. */
        archivo: place.optional(),
        cupon: cupon.optional(),
      }),
    ]),
  }).answers<DataTrail>(),
  /** Our coupons that matched the sales of a settlement, from kept results. `clave`: the key of the settlement. */
  'datos.cupones_de_liquidacion': withInput({ cuenta, clave: id }).answers<readonly SaleCupon[]>(),
} as const;
