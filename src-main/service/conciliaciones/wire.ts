/** After "Reconciliation", "Coupon (uploaded)" and "Reconciliation result" in the API description. */
import * as z from 'zod';
import type { Conciliacion, ResultCupon } from '#domain/conciliacion.ts';
import { CUPON_FIELDS, FIELDS_IN_ORDER, type Cupon } from '#domain/cupon.ts';
import { isObject } from '#domain/json.ts';
import {
  booleanoEscrito,
  codigo,
  cuenta,
  optionalCount,
  echoedNumber,
  echoedText,
  optionalDateTime,
  optionalIsoDate,
  identifier,
  texto,
  optionalLink,
  problemsOf,
} from '../wire/fields.ts';
import { notAs, type RowParser } from '../wire/rows.ts';

const conciliacionWire = z.object({
  id: identifier,
  fecha: optionalDateTime,
  origen_desde: optionalIsoDate,
  origen_hasta: optionalIsoDate,
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
  if (!isObject(raw)) return notAs('', 'objeto');
  const parsed = conciliacionWire.safeParse(raw);
  if (!parsed.success) return { ok: false, problemas: problemsOf(parsed.error) };
  const { fecha, origen_desde, origen_hasta, existe, existen, sin_conciliar, ...rest } = parsed.data;
  const existing = existen ?? existe;
  if (existing === undefined) return notAs('existen', cuenta.shape);
  return {
    ok: true,
    row: {
      ...rest,
      fecha: fecha?.fecha ?? null,
      origenDesde: origen_desde,
      origenHasta: origen_hasta,
      existentes: existing,
      sinConciliar: sin_conciliar,
    },
  };
};

const NUMBER_FIELDS = new Set(
  FIELDS_IN_ORDER.filter((field) => ['numero', 'decimal', 'importe'].includes(CUPON_FIELDS[field].tipo)),
);

/** Reads a row with the fields' own readers instead of a schema: a result has a hundred thousand rows of twenty-nine mostly empty fields. */
export const parseResultCupon: RowParser<ResultCupon> = (raw) => {
  if (!isObject(raw)) return notAs('', 'objeto');
  const cupon: { -readonly [Name in keyof Cupon]: Cupon[Name] } = {};
  for (const field of FIELDS_IN_ORDER) {
    const { read, shape } = NUMBER_FIELDS.has(field) ? echoedNumber : echoedText;
    const value = read(raw[field]);
    if (value === undefined) return notAs(field, shape);
    if (value !== null) cupon[field] = value;
  }
  const matched = booleanoEscrito.read(raw['conciliado']);
  if (matched === undefined) return notAs('conciliado', booleanoEscrito.shape);
  const mode = texto.read(raw['modo']);
  if (mode === undefined) return notAs('modo', texto.shape);
  const liquidacionNumber = optionalLink.read(raw['nro_liquidacion']);
  if (liquidacionNumber === undefined) return notAs('nro_liquidacion', optionalLink.shape);
  const liquidacionesId = optionalLink.read(raw['liquidaciones_id']);
  if (liquidacionesId === undefined) return notAs('liquidaciones_id', optionalLink.shape);
  const settledDate = optionalIsoDate.read(raw['fecha_liq']);
  if (settledDate === undefined) return notAs('fecha_liq', optionalIsoDate.shape);
  return {
    ok: true,
    row: {
      cupon,
      conciliado: matched,
      modo: mode,
      nroLiquidacion: liquidacionNumber,
      liquidacionesId,
      fechaLiq: settledDate,
    },
  };
};

/**
 * The answer to an upload. Its `estado` is a boolean, unlike the text of reads. Its counters are of the batch or of all batches (docs/gaps.md,
 * `contadores`), so the upload compares the header instead.
 */
export const sendingWire = z.object({
  estado: z.boolean(),
  id: identifier,
  recibidos: optionalCount,
  total: optionalCount,
  nuevos: optionalCount,
  existen: optionalCount,
  error: optionalCount,
});

export const statusWire = z.object({ estado: z.boolean() });

/** A complete answer without such a reconciliation, or without any (docs/gaps.md, `ver_ausente`, `lista_vacia`). */
export const saysNotFound = (value: unknown): boolean => isObject(value) && value['estado'] === false;
