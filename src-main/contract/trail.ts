import { z } from 'zod';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { VISTAS, type Vista } from '#domain/views/index.ts';
import { cuenta, id, place, searchedUpTo, withInput } from './common-inputs.ts';
import type { KeyedRow } from './data.ts';

/** The trail of the money from one record, and the coupons of ours in a settlement. */

/**
 * `no_descargado`: the data that would have it was not read yet, or not for those days. `no_contratado`: the account has no such service.
 * `pendiente`: the service says that it has not happened yet. `no_encontrado`: it was read, and it is not there.
 */
export type TrailStatus = 'encontrado' | 'no_encontrado' | 'no_descargado' | 'no_contratado' | 'pendiente';

/**
 * How a stop was found; the screens have the words. `comprobante_fecha_otra`: the voucher agrees and the day does not.
 * `referencia_importe_otro`: the reference agrees and the amount does not.
 */
export type TrailBasis =
  /** The trail begins here. */
  | 'inicio'
  /** The service says it by an identifier: the settlement of an operation, or what it reconciled a movement with (`servicio_concilio`). */
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
  /** Several records fit and nothing tells them apart: all of them are here, and a person has to choose. */
  readonly ambiguo: boolean;
  /** How it was found; null when it was not. */
  readonly por: TrailBasis | null;
  /** The fields that link it, as the screens call them. */
  readonly campos: readonly string[];
  /** How many sales the settlement has, where the stop is one settlement; absent while not all of them are known. */
  readonly ventas?: number;
}

export interface DataTrail {
  /** Null when the trail did not begin in a coupon and no coupon of ours is known for it. */
  readonly cupon: TrailStep | null;
  readonly operacion: TrailStep;
  readonly liquidacion: TrailStep;
  readonly movimientos: TrailStep;
  readonly impuestos: TrailStep;
  readonly rechazos: TrailStep;
}

/** The coupon of ours that matched a sale, as a kept result has it. */
export interface SaleCupon {
  /** The key of the sale among the operations. */
  readonly venta: string;
  readonly conciliacion: string;
  /** Where it stood in our workbooks; null in a reconciliation that another PC uploaded. */
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
        /** The file of the upload that has `fila`; any file when absent. */
        archivo: place.optional(),
        cupon: cupon.optional(),
      }),
    ]),
  }).answers<DataTrail>(),
  /** The coupons of ours that matched the sales of a settlement, as far as kept results know. `clave` is that of the settlement. */
  'datos.cupones_de_liquidacion': withInput({ cuenta, clave: id }).answers<readonly SaleCupon[]>(),
} as const;
