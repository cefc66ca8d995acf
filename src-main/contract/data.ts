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

/** The local data, its synchronisation, and saved filters: `datos.*`, `vistas.*`, `sincronizacion.*`. */

/** A row with a key that stays the same as long as the data is not deleted. `datos.detalle` and `datos.rastro` take the key. */
export type KeyedRow = RowDocument & { readonly clave: string };

export interface DataPage {
  readonly filas: readonly KeyedRow[];
  readonly cobertura: CoverageDocument;
  readonly hayMas: boolean;
  /** The number of filtered rows; null unless this page has the last of them. */
  readonly total: number | null;
  /** Changes whenever the local data changes; a position may then belong to another row. */
  readonly version: string;
}

export interface DataTotals {
  readonly vista: Vista;
  readonly total: number;
  /** How many withdrawn rows match the filter and were left out, because they were not requested. */
  readonly retiradas: number;
  /** How many requested withdrawn rows match the filter. `total` includes them, the sums do not. Absent if none. */
  readonly sinSumar?: number;
  /** The sum of each amount (`summandsOf`), decimal text with a dot. */
  readonly totales: Readonly<Record<string, string>>;
  /** The number and sums of the rows that the last complete reading lacked; `totales` of the document includes them. Absent if none. */
  readonly enDuda?: { readonly filas: number; readonly totales: Readonly<Record<string, string>> };
  /** For each amount, how many rows lack it; its sum leaves these rows out. Absent if no row lacks an amount. */
  readonly sinInformar?: Readonly<Record<string, number>>;
}

export interface DataValues {
  /** `valor`: as a filter takes it; null for rows without a value. */
  readonly valores: readonly { readonly valor: string | null; readonly filas: number }[];
  readonly hayMas: boolean;
}

export interface DataDetail {
  /** The record with `detalle` and `extra` (further fields of the service, or null); null if no record has the key. */
  readonly fila: KeyedRow | null;
  readonly cobertura: CoverageDocument;
}

export interface QuarantinedRow {
  /** The row as it came, with card numbers masked. */
  readonly crudo: string;
  /** Why the row was set aside, by field. */
  readonly problemas: readonly ShapeProblem[];
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: the first and the last time that the row came. */
  readonly primera: string;
  readonly ultima: string;
}

export interface DataQuarantine {
  readonly total: number;
  readonly filas: readonly QuarantinedRow[];
}

export interface DataStatus {
  /** The time of the oldest reading of the last `DEFAULT_DAYS` days, over the lists with dates that the account has; null if no such list was downloaded. */
  readonly datosAl: string | null;
  readonly vistas: readonly { readonly vista: Vista; readonly cobertura: CoverageDocument }[];
  /** The closed months in order. A screen that shows days of a closed month says that the month is closed. */
  readonly cerrados: readonly ClosedName[];
}

export interface Found {
  readonly vista: Vista;
  readonly clave: string;
  /** The field that has the typed text, and its value. */
  readonly campo: string;
  readonly valor: string;
  /** Decimal text; null for a record without an amount. */
  readonly importe: string | null;
  /** Names and dates, as people write them, that tell the record from similar records. */
  readonly subtitulo: string;
  /** Only for our coupons: the row of the coupon, and the reconciliation whose result has the coupon (null if none). */
  readonly cupon?: { readonly conciliacion: string | null; readonly archivo: string; readonly fila: number };
}

export interface DataSearch {
  /** Up to 20, best first. */
  readonly hallados: readonly Found[];
  /** True if there may be more records: the search index is not filled yet, or too many of our coupons have the text. */
  readonly incompleto: boolean;
}

/** An earlier upload with coupons that were unmatched and have matched since. */
export interface LaterReconciled {
  readonly carga: string;
  readonly archivos: readonly string[];
  readonly cupones: number;
}

export interface RefreshDocument {
  /** What was read; null if nothing was due, if the account was never read, or if its secret is missing. */
  readonly sincronizacion: SyncDocument | null;
  readonly aparecidos: readonly LaterReconciled[];
}

const vista = z.enum(VISTAS);

const filtersOf = <V extends z.ZodType>(valor: V) =>
  z
    .array(
      z.strictObject({
        campo: id,
        /** By default `igual`. */
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
  /** The date field to which `desde` and `hasta` apply. */
  campoFecha: id.optional(),
  filtros: filtersOf(searchedUpTo().default('')),
  /** Typed words. Each has to be in a searched field, whatever its case and accents; an amount such as `1,50` has to equal an amount of the row. */
  texto: searchedUpTo(200).optional(),
  retiradas: z.boolean().optional(),
};

const query = {
  ...filter,
  orden: order,
  detalle: z.boolean().optional(),
  /** The fields to return, in this order; by default all. */
  columnas: z.array(id).min(1).max(200).optional(),
};

export const savedView = z.strictObject({
  nombre: typedUpTo(80),
  vista,
  /** The fixed days of the filter. Without days the period of the screens applies; with `siempre`, no period. */
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
});
export type SavedView = Readonly<z.output<typeof savedView>>;

export const DATA_INPUTS = {
  'datos.sincronizar': withInput({
    cuenta,
    desde: date.optional(),
    hasta: date.optional(),
    metodos: z.array(z.enum(METHODS)).min(1).optional(),
  }).answers<SyncDocument>(),
  /** Reads the data that is due. Never asks the person for a secret. */
  'sincronizacion.refrescar': withInput({ cuenta }).answers<RefreshDocument>(),
  'datos.consultar': withInput({
    ...query,
    /** By default 100; 0 means all. */
    limite: z.number().int().min(0).optional(),
  }).answers<QueryDocument>(),
  'datos.exportar': withInput({
    ...query,
    salida: place,
    limite: z.number().int().min(0).optional(),
    /** The language of the exporting screen: writes its columns with short titles, values in words and deductions with a minus. */
    idioma,
  }).answers<ExportDocument>(),
  /** The filtered rows from position `desdeFila` on, counted from 0. The last page is as fast as the first. */
  'datos.pagina': withInput({
    ...filter,
    orden: order,
    desdeFila: z.number().int().min(0),
    filas: z.number().int().min(1).max(1000),
  }).answers<DataPage>(),
  'datos.totales': withInput(filter).answers<DataTotals>(),
  /** The values of a field within a filter, most frequent first. Ignores filters on the same field. */
  'datos.valores': withInput({ ...filter, campo: id }).answers<DataValues>(),
  'datos.detalle': withInput({ cuenta, vista, clave: id }).answers<DataDetail>(),
  'datos.cuarentena': withInput({ cuenta, vista }).answers<DataQuarantine>(),
  'datos.estado': withInput({ cuenta }).answers<DataStatus>(),
  'datos.buscar': withInput({ cuenta, texto: searchedUpTo(200) }).answers<DataSearch>(),
  'vistas.listar': withInput({ cuenta, vista }).answers<readonly SavedView[]>(),
  /** Saves a filter under a name; replaces a filter of the same view and name. */
  'vistas.guardar': withInput({ cuenta, ...savedView.shape }).answers<readonly SavedView[]>(),
  'vistas.borrar': withInput({ cuenta, nombre: typedUpTo(), vista }).answers<readonly SavedView[]>(),
} as const;
