/** After "Reconciliation", "Coupon (uploaded)" and "Reconciliation result" in the API description. */
import * as z from 'zod';
import type { Conciliacion, CuponResultado } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, type Cupon, type CuponCampo } from '#domain/cupon.ts';
import {
  booleanoTexto,
  codigo,
  cuenta,
  cuentaOpcional,
  eco,
  fechaSueltaOpcional,
  identificador,
  texto,
  vinculo,
} from '../wire/fields.ts';
import { describeIssues, type RowParser } from '../wire/rows.ts';

const conciliacionWire = z.object({
  id: identificador,
  fecha: fechaSueltaOpcional,
  origen_desde: fechaSueltaOpcional,
  origen_hasta: fechaSueltaOpcional,
  total: cuenta,
  nuevos: cuenta,
  // The list says `existe`, everything else `existen`.
  existe: cuentaOpcional,
  existen: cuentaOpcional,
  error: cuenta,
  conciliados: cuenta,
  sin_conciliar: cuenta,
  estado: codigo,
});

export const parseConciliacion: RowParser<Conciliacion> = (raw) => {
  const parsed = conciliacionWire.safeParse(raw);
  if (!parsed.success) return { ok: false, motivo: describeIssues(parsed.error) };
  const { id, fecha, total, nuevos, error, conciliados, estado, ...rest } = parsed.data;
  const existentes = rest.existen ?? rest.existe;
  if (existentes === null) return { ok: false, motivo: 'existen: cuenta' };
  return {
    ok: true,
    row: {
      id,
      fecha: fecha?.fecha ?? null,
      origenDesde: rest.origen_desde?.fecha ?? null,
      origenHasta: rest.origen_hasta?.fecha ?? null,
      total,
      nuevos,
      existentes,
      error,
      conciliados,
      sinConciliar: rest.sin_conciliar,
      estado,
    },
  };
};

const ecoFields = Object.fromEntries(CAMPOS_EN_ORDEN.map((campo) => [campo, eco])) as Record<CuponCampo, typeof eco>;

const resultadoWire = z.object({
  ...ecoFields,
  conciliado: booleanoTexto,
  modo: texto,
  nro_liquidacion: vinculo,
  liquidaciones_id: vinculo,
  fecha_liq: fechaSueltaOpcional,
});

export const parseCuponResultado: RowParser<CuponResultado> = (raw) => {
  const parsed = resultadoWire.safeParse(raw);
  if (!parsed.success) return { ok: false, motivo: describeIssues(parsed.error) };
  const { data } = parsed;
  const cupon: { -readonly [Campo in keyof Cupon]: Cupon[Campo] } = {};
  for (const campo of CAMPOS_EN_ORDEN) {
    const value = data[campo];
    if (value !== null) cupon[campo] = value;
  }
  return {
    ok: true,
    row: {
      cupon,
      conciliado: data.conciliado,
      modo: data.modo,
      nroLiquidacion: data.nro_liquidacion,
      liquidacionesId: data.liquidaciones_id,
      fechaLiq: data.fecha_liq?.fecha ?? null,
    },
  };
};

/** The header and the coupons of a result's page, coupons not looked at yet. */
export const resultadoWrapper = z.object({ operaciones: z.array(z.unknown()) });

/** The answer to an upload. `estado` is a boolean here, a text in reads: two types, never compared. */
export const envioWire = z.object({
  estado: z.boolean(),
  id: identificador,
  recibidos: cuentaOpcional.catch(null),
  total: cuentaOpcional.catch(null),
  nuevos: cuentaOpcional.catch(null),
  existen: cuentaOpcional.catch(null),
  error: cuentaOpcional.catch(null),
});

/** The answer to a DELETE, and what says "there is no such reconciliation". */
export const estadoWire = z.object({ estado: z.boolean() });
