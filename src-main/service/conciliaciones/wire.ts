/** After "Reconciliation", "Coupon (uploaded)" and "Reconciliation result" in the API description. */
import * as z from 'zod';
import type { Conciliacion, CuponResultado } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, type Cupon } from '#domain/cupon.ts';
import {
  booleanoEscrito,
  codigo,
  cuenta,
  cuentaOpcional,
  eco,
  fechaSueltaOpcional,
  identificador,
  texto,
  vinculo,
} from '../wire/fields.ts';
import { describeIssues, isObject, type RowParser } from '../wire/rows.ts';

const conciliacionWire = z.object({
  id: identificador,
  fecha: fechaSueltaOpcional,
  origen_desde: fechaSueltaOpcional,
  origen_hasta: fechaSueltaOpcional,
  total: cuenta,
  nuevos: cuenta,
  // The list says `existe`, everything else `existen`.
  existe: cuenta.optional(),
  existen: cuenta.optional(),
  error: cuenta,
  conciliados: cuenta,
  sin_conciliar: cuenta,
  estado: codigo,
});

export const parseConciliacion: RowParser<Conciliacion> = (raw) => {
  if (!isObject(raw)) return { ok: false, motivo: 'la fila no es un objeto' };
  const parsed = conciliacionWire.safeParse(raw);
  if (!parsed.success) return { ok: false, motivo: describeIssues(parsed.error) };
  const { fecha, origen_desde, origen_hasta, existe, existen, sin_conciliar, ...rest } = parsed.data;
  const existentes = existen ?? existe;
  if (existentes === undefined) return notAs('existen', cuenta);
  return {
    ok: true,
    row: {
      ...rest,
      fecha: fecha?.fecha ?? null,
      origenDesde: origen_desde?.fecha ?? null,
      origenHasta: origen_hasta?.fecha ?? null,
      existentes,
      sinConciliar: sin_conciliar,
    },
  };
};

const notAs = (campo: string, { what }: { readonly what: string }) =>
  ({ ok: false, motivo: `${campo}: ${what}` }) as const;

/** By the fields' own readers, not by a schema: a row has twenty-nine fields, most of them empty, and a result has a hundred thousand rows. */
export const parseCuponResultado: RowParser<CuponResultado> = (raw) => {
  if (!isObject(raw)) return { ok: false, motivo: 'la fila no es un objeto' };
  const cupon: { -readonly [Campo in keyof Cupon]: Cupon[Campo] } = {};
  for (const campo of CAMPOS_EN_ORDEN) {
    const value = eco.read(raw[campo]);
    if (value === undefined) return notAs(campo, eco);
    if (value !== null) cupon[campo] = value;
  }
  const conciliado = booleanoEscrito.read(raw['conciliado']);
  if (conciliado === undefined) return notAs('conciliado', booleanoEscrito);
  const modo = texto.read(raw['modo']);
  if (modo === undefined) return notAs('modo', texto);
  const nroLiquidacion = vinculo.read(raw['nro_liquidacion']);
  if (nroLiquidacion === undefined) return notAs('nro_liquidacion', vinculo);
  const liquidacionesId = vinculo.read(raw['liquidaciones_id']);
  if (liquidacionesId === undefined) return notAs('liquidaciones_id', vinculo);
  const liquidada = fechaSueltaOpcional.read(raw['fecha_liq']);
  if (liquidada === undefined) return notAs('fecha_liq', fechaSueltaOpcional);
  return {
    ok: true,
    row: { cupon, conciliado, modo, nroLiquidacion, liquidacionesId, fechaLiq: liquidada?.fecha ?? null },
  };
};

/**
 * The answer to an upload. `estado` is a boolean here, a text in reads: two types, never compared. Its counters may be wrong in any way
 * (docs/gaps.md, `contadores`), and are never needed.
 */
export const envioWire = z.object({
  estado: z.boolean(),
  id: identificador,
  recibidos: cuentaOpcional.catch(null),
  total: cuentaOpcional.catch(null),
  nuevos: cuentaOpcional.catch(null),
  existen: cuentaOpcional.catch(null),
  error: cuentaOpcional.catch(null),
});

/** The answer to a DELETE. */
export const estadoWire = z.object({ estado: z.boolean() });

/** "There is no such reconciliation", or none at all, in a complete answer (docs/gaps.md, `ver_ausente`, `lista_vacia`). */
export const saysNotFound = (value: unknown): boolean => isObject(value) && value['estado'] === false;
