import type { Disposition } from '#domain/conciliacion.ts';
import type { CuponField } from '#domain/cupon.ts';
import type { RowErrorCode } from '#domain/finding.ts';
import type { ContadorDelServicio, Bridge } from './till-bridge.ts';
import type { ConciliacionDocument, ListedConciliaciones, RowPlace, ResultOperacion } from './documents.ts';

/** What the methods over a kept result answer: `conciliaciones.leer`, `.guardada`, `.cupones`, `.informe`. Amounts are decimal strings. */

export const RESULT_GROUPS = ['conciliados', 'sin_conciliar', 'no_informados', 'errores'] as const;
export const GROUPINGS = ['tarjeta', 'comercio', 'dia'] as const;
export const RESULT_ORDERS = [
  'fila',
  'fecha_venta',
  'tarjeta_desc',
  'tarjeta_nro',
  'comprobante',
  'autorizacion',
  'cuotas',
  'terminal',
  'lote',
  'establecimiento',
  'importe',
  'nro_liquidacion',
  'fecha_liq',
  'dias',
] as const;

export type ResultGroup = (typeof RESULT_GROUPS)[number];
export type ResultGrouping = (typeof GROUPINGS)[number];
export type ResultOrder = (typeof RESULT_ORDERS)[number];

interface Sum {
  readonly cupones: number;
  readonly importe: string;
}

/** One value that coupons of a result can be filtered by; `clave` is empty for those that say none. */
interface FilterOption {
  readonly clave: string;
  readonly cupones: number;
}

export interface ResultReading {
  /** The header as the service gave it. */
  readonly conciliacion: ConciliacionDocument;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: when it was read last. Grows with every reading. */
  readonly leido: string;
  /** The upload read it today, while it verified what it had sent: it need not be read again to be shown. */
  readonly delEnvio?: true;
  /** The service said afterwards that it has it no more. */
  readonly ausente?: true;
  readonly grupos: Readonly<Record<ResultGroup, Sum>>;
  /** What matched since an earlier reading; null after the first one, and until something changes. */
  readonly novedades: (Sum & { readonly desde: string }) | null;
  /** Coupons of ours that the service did not take, among those of `errores`, and where the first of them stand; absent when there are none. */
  readonly noAceptados?: Sum & { readonly filas: readonly RowPlace[] };
  readonly tarjetas: readonly FilterOption[];
  readonly comercios: readonly FilterOption[];
  readonly archivos: readonly string[];
  /** The first and the last day of sale of its coupons; null where none has one. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
}

export interface ReadCupon {
  readonly tipo: 'cupon';
  /** Names the coupon within this reading. */
  readonly n: number;
  readonly operacion: ResultOperacion;
  readonly disposicion: Disposition | 'error';
  /** Days since the sale; null where it has no date or a later one than today, and in a matched one. */
  readonly dias: number | null;
  /** It matched since the reading before. */
  readonly nuevo: boolean;
  readonly archivo: string | null;
  /** Of a row that was not sent: what was wrong with it. */
  readonly mensaje: string | null;
  /** The same by its code, for who says it in another language; absent in what was kept before it was. */
  readonly problema?: RowProblem;
  /** All that was wrong with it, where that was several things; `problema` is the first. */
  readonly problemas?: readonly RowProblem[];
}

/** What was wrong with a row, as it was found. `columna`: the header's text; null when it is of the whole row. */
export interface RowProblem {
  readonly codigo: RowErrorCode;
  readonly campo: CuponField | null;
  readonly columna: string | null;
  readonly valor: string;
  readonly arreglo: string | null;
}

/** The heading of a group, with what its coupons add up to. */
export interface CuponGroup extends Sum {
  readonly tipo: 'grupo';
  /** The card, the establishment or the day; empty for those that say none. */
  readonly clave: string;
  readonly abierto: boolean;
}

export type ResultRow = ReadCupon | CuponGroup;

export interface ResultPage extends Sum {
  readonly leido: string;
  /** Rows to show, headings included; `cupones` and `importe` are of the whole filter. */
  readonly total: number;
  readonly desde: number;
  readonly filas: readonly ResultRow[];
}

/** What ties a kept result to the files that it was made from, and to what the service counts. */
export interface PuenteDeConciliacion {
  /** Null when somebody else made the reconciliation: its files are not here. */
  readonly puente: Bridge | null;
  readonly contadores: readonly ContadorDelServicio[];
}

/** The name that it has from now on; null: none. */
interface ConciliacionNombrada {
  readonly id: string;
  readonly nombre: string | null;
}

/** The answer of each method. */
export interface ConciliacionesOutputs {
  'conciliaciones.leer': ResultReading;
  'conciliaciones.guardada': ResultReading | null;
  'conciliaciones.conocidas': ListedConciliaciones;
  'conciliaciones.cupones': ResultPage;
  'conciliaciones.informe': { readonly exportado: string };
  'conciliaciones.nombrar': ConciliacionNombrada;
  'conciliaciones.puente': PuenteDeConciliacion;
}
