import type { ShapeProblem } from '#domain/row.ts';
import type { Vista } from '#domain/views/index.ts';
import type { ClosedName } from './cierre.ts';
import type { CoverageDocument, RowDocument, SyncDocument } from './documents.ts';

/** What the methods over the local data answer (`datos.*`, `vistas.*`). They never use the network: they answer what this PC has. */

/**
 * Several `igual` on one field are *or*; everything else is *and*. `contiene` ignores case and accents. `mayor` and `menor` are strict; in a
 * text field they compare only the texts that are numbers. `vacio` and `no_vacio` take no value.
 */
export const OPERATORS = ['igual', 'distinto', 'contiene', 'mayor', 'menor', 'vacio', 'no_vacio'] as const;

/** How many days a synchronisation without a first day reads, with the last one (docs/cli.md, `sincronizar`). */
export const DEFAULT_DAYS = 90;

/** A row with its key, which stays the same while the data lasts. The key is opaque; `datos.detalle` and `datos.rastro` take it. */
export type KeyedRow = RowDocument & { readonly clave: string };

export interface DataPage {
  readonly vista: Vista;
  readonly filas: readonly KeyedRow[];
  /** The place of the first of them, from 0. */
  readonly desdeFila: number;
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
  /** True when the service itself says so by an identifier; false when the values agree. */
  readonly porIdentificador: boolean;
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
  readonly desdeFila: number;
  readonly filas: readonly QuarantinedRow[];
}

export interface ViewStatus {
  readonly vista: Vista;
  readonly cobertura: CoverageDocument;
  /** Rows set aside because they could not be understood. */
  readonly cuarentena: number;
}

export interface DataStatus {
  readonly cuenta: string;
  /** The oldest and the newest reading among what was downloaded, `YYYY-MM-DD HH:MM:SS`; null when nothing was. */
  readonly sincronizado: { readonly desde: string; readonly hasta: string } | null;
  /** The oldest reading of the last `DEFAULT_DAYS` days among the contracted lists that were downloaded; null when no list with dates was. */
  readonly datosAl: string | null;
  readonly vistas: readonly ViewStatus[];
  readonly cuarentena: number;
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

export interface SavedView {
  readonly nombre: string;
  readonly vista: Vista;
  readonly desde?: string | undefined;
  readonly hasta?: string | undefined;
  /** True: all dates. Without it and without days, the saved filter follows the period of the screens. */
  readonly siempre?: boolean | undefined;
  readonly campoFecha?: string | undefined;
  readonly filtros?:
    | readonly { readonly campo: string; readonly op?: string | undefined; readonly valor: string }[]
    | undefined;
  readonly texto?: string | undefined;
  readonly retiradas?: boolean | undefined;
  readonly orden?: { readonly campo: string; readonly desc: boolean } | undefined;
  readonly columnas?: readonly { readonly campo: string; readonly ancho?: number | undefined }[] | undefined;
  readonly agrupar?: string | undefined;
}

export interface DataOutputs {
  'datos.pagina': DataPage;
  'datos.totales': DataTotals;
  'datos.valores': DataValues;
  'datos.detalle': DataDetail;
  'datos.rastro': DataTrail;
  'datos.cuarentena': DataQuarantine;
  'datos.estado': DataStatus;
  'datos.buscar': DataSearch;
  'datos.cupones_de_liquidacion': readonly SaleCupon[];
  'vistas.listar': readonly SavedView[];
  'vistas.guardar': readonly SavedView[];
  'vistas.borrar': readonly SavedView[];
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

export interface SyncOutputs {
  'sincronizacion.refrescar': RefreshDocument;
}
