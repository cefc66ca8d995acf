import { z } from 'zod';
import type { ShapeProblem } from '#domain/row.ts';
import { METHODS, VISTAS, type Vista } from '#domain/views/index.ts';
import type { ClosedName } from './cierre.ts';
import {
  cuenta,
  date,
  id,
  idioma,
  place,
  searchedUpTo,
  withInput,
  typedOrEmptyUpTo,
  typedUpTo,
} from './common-inputs.ts';
import { OPERATORS } from './data-fields.ts';
import type { CoverageDocument, ExportDocument, QueryDocument, RowDocument, SyncDocument } from './documents.ts';

/** The local data, its reading from the service, and saved filters: `datos.*`, `vistas.*`, `sincronizacion.*`. */

/** A row with its key, which stays the same while the data lasts. The key is opaque; `datos.detalle` and `datos.rastro` take it. */
export type KeyedRow = RowDocument & { readonly clave: string };

export interface DataPage {
  readonly vista: Vista;
  readonly filas: readonly KeyedRow[];
  readonly cobertura: CoverageDocument;
  /** True when there are rows after these. */
  readonly hayMas: boolean;
  /** Rows of the filter, once they were counted; null until then. */
  readonly total: number | null;
  /** Changes when the local data changes: a place may then be that of another row. */
  readonly version: string;
}

export interface DataTotals {
  readonly vista: Vista;
  readonly total: number;
  /** Withdrawn rows of the filter that were left out, because they were not asked for. */
  readonly retiradas: number;
  /** Withdrawn rows of the filter that were asked for: they are in `total`, and in no sum. Absent without any. */
  readonly sinSumar?: number;
  /** The sum of each amount (`summandsOf`), decimal text with a dot. */
  readonly totales: Readonly<Record<string, string>>;
  /** Rows that the service stopped showing and are still added up: how many, and their sums. Absent without any. */
  readonly enDuda?: { readonly filas: number; readonly totales: Readonly<Record<string, string>> };
  /** Rows that do not say an amount, by field: they are not in its sum. Absent where all of them say all. */
  readonly sinInformar?: Readonly<Record<string, number>>;
  readonly version: string;
}

export interface DataValues {
  readonly vista: Vista;
  readonly campo: string;
  /** As a filter takes them; null: no value. */
  readonly valores: readonly { readonly valor: string | null; readonly filas: number }[];
  /** True when there are other values, less frequent. */
  readonly hayMas: boolean;
}

export interface DataDetail {
  readonly vista: Vista;
  /** With `detalle` and `extra` (what the service sent besides, null when nothing); null when there is no such record. */
  readonly fila: KeyedRow | null;
  readonly cobertura: CoverageDocument;
}

export interface QuarantinedRow {
  readonly vista: Vista;
  /** The days that were being read when the row came, where that was noted. */
  readonly ventana: { readonly desde: string; readonly hasta: string } | null;
  /** The row as it came, card numbers covered. */
  readonly crudo: string;
  /** Why, in the words of the command line. */
  readonly motivo: string;
  /** Why, by field, for the screens. */
  readonly problemas: readonly ShapeProblem[];
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: the first and the last time that it came. */
  readonly primera: string;
  readonly ultima: string;
}

export interface DataQuarantine {
  readonly total: number;
  readonly filas: readonly QuarantinedRow[];
}

export interface DataStatus {
  readonly cuenta: string;
  /** The oldest and the newest reading among what was downloaded, `YYYY-MM-DD HH:MM:SS`; null when nothing was. */
  readonly sincronizado: { readonly desde: string; readonly hasta: string } | null;
  /** The oldest reading of the last `DEFAULT_DAYS` days among the contracted lists that were downloaded; null when no list with dates was. */
  readonly datosAl: string | null;
  readonly vistas: readonly { readonly vista: Vista; readonly cobertura: CoverageDocument }[];
  /** In order of month: whatever shows days of these says that they are closed. */
  readonly cerrados: readonly ClosedName[];
}

export interface Found {
  readonly vista: Vista;
  readonly clave: string;
  /** The field that has what was typed, and what it says. */
  readonly campo: string;
  readonly valor: string;
  /** Decimal text; null for a record without one. */
  readonly importe: string | null;
  /** What tells the record from others: dates as people write them, names. */
  readonly subtitulo: string;
  /** Only of a coupon of ours: its place, and the reconciliation whose result shows it (null while there is none). */
  readonly cupon?: { readonly conciliacion: string | null; readonly archivo: string; readonly fila: number };
}

export interface DataSearch {
  readonly texto: string;
  /** The best first; up to 20. */
  readonly hallados: readonly Found[];
  /** True when part of the data could not be searched in time: the records here are right, and there may be more. */
  readonly incompleto: boolean;
}

/** Coupons of an earlier upload that had no match and now have one. */
export interface LaterReconciled {
  readonly carga: string;
  readonly archivos: readonly string[];
  readonly cupones: number;
}

export interface RefreshDocument {
  /** What was read; null when nothing was due, when nothing was ever read with this account, or when its secret is missing. */
  readonly sincronizacion: SyncDocument | null;
  readonly aparecidos: readonly LaterReconciled[];
}

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

/** A filter, an order and columns under a name. */
export const savedView = z.strictObject({
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
    .readonly()
    .optional(),
  agrupar: id.optional(),
});
export type SavedView = Readonly<z.output<typeof savedView>>;

export const DATA_INPUTS = {
  'datos.sincronizar': withInput({
    cuenta,
    desde: date.optional(),
    hasta: date.optional(),
    metodos: z.array(z.enum(METHODS)).min(1).optional(),
  }).answers<SyncDocument>(),
  /** Reads again only what is due. Never asks for a secret. */
  'sincronizacion.refrescar': withInput({ cuenta }).answers<RefreshDocument>(),
  'datos.consultar': withInput({
    ...query,
    /** 100 when absent; 0 is all. */
    limite: z.number().int().min(0).optional(),
    /** Also the sum of each amount over the whole filter. */
    totales: z.boolean().optional(),
  }).answers<QueryDocument>(),
  'datos.exportar': withInput({
    ...query,
    salida: place,
    limite: z.number().int().min(0).optional(),
    /** Writes the columns as the screens show them, in this language: short titles, values in words, deductions with a minus. */
    idioma,
  }).answers<ExportDocument>(),
  /** The rows of the filter from place `desdeFila` on (the first is 0). As fast at the end as at the beginning. */
  'datos.pagina': withInput({
    ...filter,
    orden: order,
    desdeFila: z.number().int().min(0),
    filas: z.number().int().min(1).max(1000),
  }).answers<DataPage>(),
  'datos.totales': withInput(filter).answers<DataTotals>(),
  /** The values that a field has within a filter, the most frequent first. Filters on that same field are ignored. */
  'datos.valores': withInput({
    ...filter,
    campo: id,
    limite: z.number().int().min(1).max(500).optional(),
  }).answers<DataValues>(),
  'datos.detalle': withInput({ cuenta, vista, clave: id }).answers<DataDetail>(),
  /** Rows that came and could not be understood. */
  'datos.cuarentena': withInput({
    cuenta,
    vista: vista.optional(),
    desdeFila: z.number().int().min(0).optional(),
    /** 200 when absent. */
    filas: z.number().int().min(1).max(1000).optional(),
  }).answers<DataQuarantine>(),
  'datos.estado': withInput({ cuenta }).answers<DataStatus>(),
  'datos.buscar': withInput({ cuenta, texto: searchedUpTo(200) }).answers<DataSearch>(),
  'vistas.listar': withInput({ cuenta, vista: vista.optional() }).answers<readonly SavedView[]>(),
  /** Saves a filter under a name; replaces the one of that name in that view. */
  'vistas.guardar': withInput({ cuenta, ...savedView.shape }).answers<readonly SavedView[]>(),
  'vistas.borrar': withInput({ cuenta, nombre: typedUpTo(), vista }).answers<readonly SavedView[]>(),
} as const;
