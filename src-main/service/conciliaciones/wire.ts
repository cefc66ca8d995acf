/** After "Reconciliation", "Coupon (uploaded)" and "Reconciliation result" in the API description. */
import * as z from 'zod';
import type { Conciliacion, ResultCupon } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, type Cupon } from '#domain/cupon.ts';
import {
  booleanoEscrito,
  codigo,
  cuenta,
  optionalCount,
  eco,
  optionalLooseDate,
  identifier,
  texto,
  vinculo,
} from '../wire/fields.ts';
import { describeIssues, isObject, type RowParser } from '../wire/rows.ts';

const conciliacionWire = z.object({
  id: identifier,
  fecha: optionalLooseDate,
  origen_desde: optionalLooseDate,
  origen_hasta: optionalLooseDate,
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

/**
 * Reads a row with the fields' own readers and no schema: a row has twenty-nine fields, most of them empty, and a result has a hundred thousand rows.
 */
export const parseResultCupon: RowParser<ResultCupon> = (raw) => {
  if (!isObject(raw)) return { ok: false, motivo: 'la fila no es un objeto' };
  const cupon: { -readonly [Name in keyof Cupon]: Cupon[Name] } = {};
  for (const campo of FIELDS_IN_ORDER) {
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
  const settledDate = optionalLooseDate.read(raw['fecha_liq']);
  if (settledDate === undefined) return notAs('fecha_liq', optionalLooseDate);
  return {
    ok: true,
    row: { cupon, conciliado, modo, nroLiquidacion, liquidacionesId, fechaLiq: settledDate?.fecha ?? null },
  };
};

/**
 * The answer to an upload. `estado` is a boolean here and a text in reads: the two are never compared. Its counters may be wrong in any way
 * (docs/gaps.md, `contadores`), and are never needed.
 */
export const sendingWire = z.object({
  estado: z.boolean(),
  id: identifier,
  recibidos: optionalCount.catch(null),
  total: optionalCount.catch(null),
  nuevos: optionalCount.catch(null),
  existen: optionalCount.catch(null),
  error: optionalCount.catch(null),
});

/** The answer to a DELETE. */
export const statusWire = z.object({ estado: z.boolean() });

/** A complete answer that says "there is no such reconciliation", or that there are none at all (docs/gaps.md, `ver_ausente`, `lista_vacia`). */
export const saysNotFound = (value: unknown): boolean => isObject(value) && value['estado'] === false;
