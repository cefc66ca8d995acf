import { z } from 'zod';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { VISTAS } from '#domain/views/index.ts';
import { cuenta, date, id, place, searchedUpTo, typedOrEmptyUpTo, typedUpTo } from './common-inputs.ts';
import { OPERATORS } from './data.ts';
import { EXPLANATION_LANGUAGES } from './explanations.ts';

/** What the methods over the local data take: `datos.*` but for the synchronisation, and `vistas.*`. */

const vista = z.enum(VISTAS);

const filtersOf = <V extends z.ZodType>(valor: V) =>
  z
    .array(
      z.strictObject({
        campo: id,
        /** `igual` when absent. */
        op: z.enum(OPERATORS).optional(),
        valor,
      }),
    )
    .max(1000)
    .optional();
const order = z.strictObject({ campo: id, desc: z.boolean() }).optional();

/** Which rows of a view. */
const filter = {
  cuenta,
  vista,
  desde: date.optional(),
  hasta: date.optional(),
  /** The date field that `desde` and `hasta` filter by. */
  campoFecha: id.optional(),
  filtros: filtersOf(searchedUpTo().default('')),
  /** As typed: every word has to be in one of the fields that the view searches (`searched`), whatever its case and accents. */
  texto: searchedUpTo(200).optional(),
  /** Also the rows that the service no longer gives. */
  retiradas: z.boolean().optional(),
};

/** Which rows and which fields of a view are asked for (docs/cli.md, `consultar`). */
const query = {
  ...filter,
  orden: order,
  detalle: z.boolean().optional(),
  /** The fields to give, in this order; all when absent. */
  columnas: z.array(id).min(1).max(200).optional(),
};

const cupon = z.partialRecord(
  z.enum([...FIELDS_IN_ORDER, 'nro_liquidacion', 'liquidaciones_id', 'fecha_liq']),
  searchedUpTo().nullable(),
);

export const DATA_INPUTS = {
  'datos.consultar': z.strictObject({
    ...query,
    /** 100 when absent; 0 is all. */
    limite: z.number().int().min(0).optional(),
    /** Also the sum of each amount over the whole filter. */
    totales: z.boolean().optional(),
  }),
  'datos.exportar': z.strictObject({
    ...query,
    salida: place,
    limite: z.number().int().min(0).optional(),
    /** Writes the columns as the screens show them, in this language: short titles, values in words, deductions with a minus. */
    idioma: z.enum(EXPLANATION_LANGUAGES).optional(),
  }),
  /** The rows of the filter from place `desdeFila` on (the first is 0). As fast at the end as at the beginning. */
  'datos.pagina': z.strictObject({
    ...filter,
    orden: order,
    desdeFila: z.number().int().min(0),
    filas: z.number().int().min(1).max(1000),
  }),
  'datos.totales': z.strictObject(filter),
  /** The values that a field has within a filter, the most frequent first. Filters on that same field are ignored. */
  'datos.valores': z.strictObject({ ...filter, campo: id, limite: z.number().int().min(1).max(500).optional() }),
  'datos.detalle': z.strictObject({ cuenta, vista, clave: id }),
  /** The trail of the money from one record, or from a coupon of a reconciliation, which is named by its row in our file or by its own fields. */
  'datos.rastro': z.strictObject({
    cuenta,
    de: z.union([
      z.strictObject({ vista, clave: id }),
      z.strictObject({
        conciliacion: id,
        fila: z.number().int().min(1).optional(),
        /** The file of the upload that has `fila`; any file when absent. */
        archivo: place.optional(),
        cupon: cupon.optional(),
      }),
    ]),
  }),
  /** Rows that came and could not be understood. */
  'datos.cuarentena': z.strictObject({
    cuenta,
    vista: vista.optional(),
    desdeFila: z.number().int().min(0).optional(),
    /** 200 when absent. */
    filas: z.number().int().min(1).max(1000).optional(),
  }),
  'datos.estado': z.strictObject({ cuenta }),
  'datos.buscar': z.strictObject({ cuenta, texto: searchedUpTo(200) }),
  /** The coupons of ours that matched the sales of a settlement, as far as kept results know. `clave` is that of the settlement. */
  'datos.cupones_de_liquidacion': z.strictObject({ cuenta, clave: id }),
  'vistas.listar': z.strictObject({ cuenta, vista: vista.optional() }),
  /** Saves a filter under a name; replaces the one of that name in that view. */
  'vistas.guardar': z.strictObject({
    cuenta,
    nombre: typedUpTo(80),
    vista,
    /** The days that the saved filter fixes. Without them it follows the period of the screens; with `siempre` it has no period. */
    desde: z.string().max(10).meta({ kind: 'date' }).optional(),
    hasta: z.string().max(10).meta({ kind: 'date' }).optional(),
    siempre: z.boolean().optional(),
    campoFecha: id.optional(),
    filtros: filtersOf(typedOrEmptyUpTo().default('')),
    texto: typedOrEmptyUpTo(200).optional(),
    retiradas: z.boolean().optional(),
    orden: order,
    columnas: z
      .array(z.strictObject({ campo: id, ancho: z.number().min(0).max(4000).optional() }))
      .max(200)
      .optional(),
    agrupar: id.optional(),
  }),
  'vistas.borrar': z.strictObject({ cuenta, nombre: typedUpTo(), vista }),
} as const;
