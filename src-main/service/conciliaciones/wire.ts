/** After "Reconciliation", "Coupon (uploaded)" and "Reconciliation result" in the API description. */
import * as z from 'zod';
import type { Conciliacion, CuponResultado } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, type Cupon } from '#domain/cupon.ts';
import {
  booleano,
  codigo,
  cuentaOpcional,
  eco,
  fechaSueltaOpcional,
  identificador,
  texto,
  vinculo,
} from '../wire/fields.ts';
import { describeIssues, isObject, type RowParser } from '../wire/rows.ts';

/** Nothing is judged by the dates of a reconciliation: one in a form of its own is as good as none, and keeps no upload from going on. */
const fechaAparte = fechaSueltaOpcional.catch(null);

const conciliacionWire = z.object({
  id: identificador,
  fecha: fechaAparte,
  origen_desde: fechaAparte,
  origen_hasta: fechaAparte,
  total: cuentaOpcional,
  nuevos: cuentaOpcional,
  // The list says `existe`, everything else `existen`.
  existe: cuentaOpcional,
  existen: cuentaOpcional,
  error: cuentaOpcional,
  conciliados: cuentaOpcional,
  sin_conciliar: cuentaOpcional,
  estado: codigo,
});

/** What nobody has counted yet may be empty: none so far. The counts are judged together. */
const HASTA_AHORA = 0;

/**
 * A closed one has been counted, but not yet matched: those two may be empty there too, and the matching is waited for. A count that is not there
 * is none where the others make up the total.
 */
const sinContar = ({
  estado,
  total,
  nuevos,
  error,
  existen,
  existe,
}: z.infer<typeof conciliacionWire>): string | undefined => {
  if (estado.trim().toUpperCase() !== 'IMPORTADO') return undefined;
  if (total === null) return 'total: cuenta';
  const contados = (nuevos ?? 0) + (error ?? 0) + (existen ?? existe ?? 0);
  if (contados > 0 && contados === total) return undefined;
  if (nuevos === null) return 'nuevos: cuenta';
  if (error === null) return 'error: cuenta';
  return existen === null && existe === null ? 'existen: cuenta' : undefined;
};

export const parseConciliacion: RowParser<Conciliacion> = (raw) => {
  const parsed = conciliacionWire.safeParse(raw);
  if (!parsed.success) return { ok: false, motivo: describeIssues(parsed.error) };
  const motivo = sinContar(parsed.data);
  if (motivo !== undefined) return { ok: false, motivo };
  const { id, fecha, total, nuevos, error, conciliados, estado, ...rest } = parsed.data;
  return {
    ok: true,
    row: {
      id,
      fecha: fecha?.fecha ?? null,
      origenDesde: rest.origen_desde?.fecha ?? null,
      origenHasta: rest.origen_hasta?.fecha ?? null,
      total: total ?? HASTA_AHORA,
      nuevos: nuevos ?? HASTA_AHORA,
      existentes: rest.existen ?? rest.existe ?? HASTA_AHORA,
      error: error ?? HASTA_AHORA,
      conciliados: conciliados ?? HASTA_AHORA,
      sinConciliar: rest.sin_conciliar ?? HASTA_AHORA,
      estado,
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
  const conciliado = booleano.read(raw['conciliado']);
  if (conciliado === undefined) return notAs('conciliado', booleano);
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

/** The header and the coupons of a result's page, coupons not looked at yet. */
/** Some services write a list without rows as null. */
export const resultadoWrapper = z.object({
  operaciones: z
    .array(z.unknown())
    .nullable()
    .transform((rows) => rows ?? []),
});

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
