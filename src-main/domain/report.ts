import type { CivilDate } from './civil-date.ts';
import type { Disposition } from './conciliacion.ts';
import type { Cupon, CuponField } from './cupon.ts';
import type { RowErrorCode } from './finding.ts';

export interface ReportCupon {
  /** The name of the file; null for a coupon of an upload from another PC. */
  readonly archivo: string | null;
  /** The sheet; null for a text file, absent if unknown. */
  readonly hoja?: string | null;
  readonly fila: number | null;
  readonly cupon: Cupon;
  readonly disposicion: Disposition;
  readonly modo: string | null;
  readonly nroLiquidacion: string | null;
  readonly fechaLiq: CivilDate | null;
  /** The short name of the reason why the coupon did not match; absent if unknown. */
  readonly motivo?: string;
}

/** A key for the row of a coupon. It contains voucher and amount, because rows of two sheets may have the same number. */
export const placeKeyOf = ({
  archivo,
  fila,
  cupon: { comprobante, importe },
}: Pick<ReportCupon, 'archivo' | 'fila' | 'cupon'>): string =>
  [archivo ?? '', String(fila), comprobante ?? '', importe ?? ''].join('\u{1f}');

// How the coupons of a stored result are grouped, ordered and shown. Amounts are decimal text.

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

/** A coupon of a result, under the API's field names. `fila`: its row in the uploaded file; null if another PC uploaded it. */
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
  readonly n: number;
  readonly operacion: ResultOperacion;
  readonly disposicion: Disposition | 'error';
  /** Days since the sale; null for a matched coupon, and if the date is missing or in the future. */
  readonly dias: number | null;
  /** True if the coupon matched since an earlier reading (`novedades`). */
  readonly nuevo: boolean;
  readonly archivo: string | null;
  /** The sheet of the coupon's row; null for a text file, or if another PC uploaded the coupon. */
  readonly hoja?: string | null;
  /** Only for a row that was not sent: what was wrong with it. */
  readonly mensaje: string | null;
  readonly problema?: RowProblem;
  /** All problems of a row that has several; `problema` is the first of them. */
  readonly problemas?: readonly RowProblem[];
}

/** A problem of a row. `columna`: the header's text; null for a problem of the whole row. */
export interface RowProblem {
  readonly codigo: RowErrorCode;
  readonly campo: CuponField | null;
  readonly columna: string | null;
  readonly valor: string;
  readonly arreglo: string | null;
}

export interface CuponGroup extends CuponSum {
  readonly tipo: 'grupo';
  /** The value that the group's coupons share: card, establishment or day; empty for coupons that lack it. */
  readonly clave: string;
  readonly abierto: boolean;
}

export type ResultRow = ReadCupon | CuponGroup;

/** A coupon of this PC that the service does not report, in the form of a result's coupon. */
export const withoutResult = (cupon: Cupon, row: number | null): ResultOperacion => ({
  ...cupon,
  conciliado: false,
  modo: null,
  nro_liquidacion: null,
  liquidaciones_id: null,
  fecha_liq: null,
  fila: row,
});
