import type { CivilDate } from './civil-date.ts';
import type { Disposition } from './conciliacion.ts';
import type { Cupon, CuponField } from './cupon.ts';
import type { RowErrorCode } from './finding.ts';

export interface ReportCupon {
  /** null for a coupon of an upload made elsewhere. */
  readonly archivo: string | null;
  /** null for a text file; absent where unknown. */
  readonly hoja?: string | null;
  readonly fila: number | null;
  readonly cupon: Cupon;
  readonly disposicion: Disposition;
  readonly modo: string | null;
  readonly nroLiquidacion: string | null;
  readonly fechaLiq: CivilDate | null;
  /** Why it did not match, by its short name; absent where unknown. */
  readonly motivo?: string;
}

/** Two sheets of a file have the same row numbers: the coupon's text tells the rows apart. */
export const placeKeyOf = ({
  archivo,
  fila,
  cupon: { comprobante, importe },
}: Pick<ReportCupon, 'archivo' | 'fila' | 'cupon'>): string =>
  [archivo ?? '', String(fila), comprobante ?? '', importe ?? ''].join('\u{1f}');

// How the coupons of a kept result are grouped, ordered and shown. Amounts are decimal strings.

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

export interface CuponSum {
  readonly cupones: number;
  readonly importe: string;
}

export interface RowPlace {
  readonly archivo: string;
  readonly fila: number;
}

/** A coupon of a result with the API's field names. `fila`: its row in our file; null if the upload was not ours. */
export type ResultOperacion = Cupon & {
  readonly conciliado: boolean;
  readonly modo: string | null;
  readonly nro_liquidacion: string | null;
  readonly liquidaciones_id: string | null;
  readonly fecha_liq: string | null;
  readonly fila: number | null;
};

export interface ReadCupon {
  readonly tipo: 'cupon';
  /** Names the coupon within this reading. */
  readonly n: number;
  readonly operacion: ResultOperacion;
  readonly disposicion: Disposition | 'error';
  /** Days since the sale; null for a matched coupon, and for a sale without a date or after today. */
  readonly dias: number | null;
  /** It matched since the reading before. */
  readonly nuevo: boolean;
  readonly archivo: string | null;
  /** The sheet of its row; null for a text file, and where the upload is not ours. */
  readonly hoja?: string | null;
  /** Only for a row that was not sent: what was wrong with it. */
  readonly mensaje: string | null;
  /** The problem by its code, for a screen in another language. */
  readonly problema?: RowProblem;
  /** All problems of the row if it has several; `problema` is the first. */
  readonly problemas?: readonly RowProblem[];
}

/** `columna`: the header's text; null for a problem of the whole row. */
export interface RowProblem {
  readonly codigo: RowErrorCode;
  readonly campo: CuponField | null;
  readonly columna: string | null;
  readonly valor: string;
  readonly arreglo: string | null;
}

export interface CuponGroup extends CuponSum {
  readonly tipo: 'grupo';
  /** The card, the establishment or the day; empty for coupons without one. */
  readonly clave: string;
  readonly abierto: boolean;
}

export type ResultRow = ReadCupon | CuponGroup;

/** A row of ours that the service does not report. */
export const withoutResult = (cupon: Cupon, row: number | null): ResultOperacion => ({
  ...cupon,
  conciliado: false,
  modo: null,
  nro_liquidacion: null,
  liquidaciones_id: null,
  fecha_liq: null,
  fila: row,
});
