import type { CheckMotivo } from '#domain/texts/checks.ts';
import { z } from 'zod';
import type { NamedBy } from '#domain/checks.ts';
import type { ResultGroup } from '#domain/report.ts';
import type { ClosedMonth } from './cierre.ts';
import { cuenta, date, id, pantalla, place, withInput } from './common-inputs.ts';
import type { FigureTarget } from './home.ts';
import type { CoverageDocument } from './documents.ts';

export type { NamedBy };

/**
 * What each check compares. `liquidaciones_totales`: settlements with the service's totals, by month and card.
 * `impuestos_totales`: taxes with the service's totals, by month.
 * `calendario_vendido`: operations with the calendar.
 * `calendario_acreditado`: settlements, by the day on which they are paid, with the calendar.
 * `liquidacion_operaciones`: the billed amount of a settlement with its operations.
 * `liquidacion_neto`: the billed minus the deducted amount with the credited amount, and each total of a settlement with its parts.
 * `impuestos_partes`: each total of taxes with its parts.
 * `liquidacion_banco`: settlements that were due or paid, with the bank's movements.
 * `liquidacion_impuestos`: the taxes that a settlement deducts with its tax record, and the record with its detail.
 */
export const CHECKS = [
  'liquidaciones_totales',
  'impuestos_totales',
  'calendario_vendido',
  'calendario_acreditado',
  'liquidacion_operaciones',
  'liquidacion_neto',
  'impuestos_partes',
  'liquidacion_banco',
  'liquidacion_impuestos',
] as const;
export type Control = (typeof CHECKS)[number];

export type { CheckMotivo };

export type CheckStatus = 'coincide' | 'difiere' | 'sin_datos';

/** A row, or the rows of one day, for which the check finds a difference. Amounts are decimal text with a dot. */
export interface CheckRow {
  readonly nombre: string;
  readonly esperado: string | null;
  readonly calculado: string | null;
  readonly diferencia: string | null;
  readonly retirada?: true;
  /** The last complete reading did not have the row. */
  readonly enDuda?: true;
  /** The kind of difference of a row of `liquidacion_banco` or `liquidacion_impuestos` (docs/cierre.md). */
  readonly clase?: string;
  /** How many records refer to this record, if it was not read itself. */
  readonly nombradaPor?: readonly NamedBy[];
  readonly abrir: FigureTarget;
}

export interface CheckDocument {
  readonly control: Control;
  /** The API name of the compared field. */
  readonly campo: string;
  /** `YYYY-MM`. */
  readonly periodo: string;
  /** The compared days; the whole month if the service gives only totals of months. */
  readonly desde: string;
  readonly hasta: string;
  readonly tarjeta: string | null;
  readonly estado: CheckStatus;
  readonly motivo: CheckMotivo | null;
  /** The days that `parcial` is about; absent for any other reason. */
  readonly diasSinLeer?: readonly { readonly desde: string; readonly hasta: string }[];
  /** Null unless both sides are known. */
  readonly esperado: string | null;
  readonly calculado: string | null;
  readonly diferencia: string | null;
  /** Up to fifty rows that cause the difference. */
  readonly filas: readonly CheckRow[];
  readonly filasTotal: number;
  /** How many settlements were left out because the service has no operations of them. Absent if none. */
  readonly sinOperaciones?: number;
  /** The sum of the rows of `abrir` minus `calculado`: settlements that are not due, or payments without a link. Absent if zero. */
  readonly listaDeMas?: string;
  readonly abrir: FigureTarget;
}

export interface ChecksDocument {
  readonly desde: string;
  readonly hasta: string;
  readonly controles: readonly CheckDocument[];
  readonly coinciden: number;
  readonly difieren: number;
  readonly sinDatos: number;
}

export const PAPERS = ['liquidaciones', 'impuestos'] as const;
export type Paper = (typeof PAPERS)[number];

export interface PaperDocument {
  readonly papel: Paper;
  /** The taxpayer of the workbook; absent if no taxpayer is known. */
  readonly cuit?: string;
  /** The closed months within the period; absent if none. */
  readonly cerrados?: readonly ClosedMonth[];
  readonly archivo: string;
  /** The number of rows of the sheet *Detalle*. */
  readonly filas: number;
  readonly desde: string;
  readonly hasta: string;
  readonly cobertura: CoverageDocument;
  readonly controles: { readonly coinciden: number; readonly difieren: number; readonly sinDatos: number };
}

/**
 * The state of a day. `faltan_cupones`: all coupons matched, and the cells that differ have fewer coupons than operations. `se_compensa`: cells differ, but the
 * day's sums are equal. `sin_cupones`: this PC has no coupon of the day; `sin_subir`: nor of any earlier or any later day. `en_curso`: today, whose operations are incomplete.
 */
export const MATRIX_STATES = [
  'difiere',
  'faltan_cupones',
  'se_compensa',
  'sin_cupones',
  'sin_subir',
  'en_curso',
  'sin_datos',
  'coincide',
] as const;
export type MatrixState = (typeof MATRIX_STATES)[number];

/** The coupons of a cell in one result. `filtro` selects these coupons in the result. `conciliacion` is null until the service numbers the upload. */
export interface MatrixPart {
  readonly conciliacion: string | null;
  readonly grupo: ResultGroup;
  readonly cupones: number;
  /** How many of the unmatched coupons a person linked, explained or wrote off. Absent if none, and always in the matrix of a single result. */
  readonly decididos?: number;
  readonly filtro: { readonly tarjeta?: string; readonly comercio?: string };
}

/** Our coupons and the processors' operations. `diferencia`: coupons minus operations. */
export interface MatrixSides {
  readonly cupones: number;
  readonly importe: string;
  readonly partes: readonly MatrixPart[];
  readonly operaciones: number;
  readonly importeOperaciones: string;
  readonly diferencia: { readonly cantidad: number; readonly importe: string };
  /** The operations to open; null if there are none. */
  readonly abrir: FigureTarget | null;
}

/** The sales of one card in one store; null if neither side states it. If the coupons name no store, `comercio` lists the stores of the result. */
export interface MatrixCell extends MatrixSides {
  readonly tarjeta: string | null;
  readonly comercio: string | null;
  readonly establecimiento: string | null;
  /** Present for wallet coupons whose operations are unknown. */
  readonly billetera?: true;
}

export interface MatrixDay extends MatrixSides {
  /** Null for coupons without a date. */
  readonly dia: string | null;
  readonly estado: MatrixState;
  readonly motivo: CheckMotivo | null;
  readonly celdas: readonly MatrixCell[];
}

/** Our coupons and the processors' operations by day. Days that differ come first, the largest difference at the top. */
export interface MatrixDocument {
  /** Null if no coupon of the result has a date. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
  readonly hayConciliaciones: boolean;
  readonly filas: readonly MatrixDay[];
  readonly cobertura: CoverageDocument;
}

export const CHECKS_INPUTS = {
  /** Compares coupons with operations by day, store and card, for one stored result, or for a period over all results. */
  'controles.caja': withInput(
    z.union([z.strictObject({ cuenta, conciliacion: id }), z.strictObject({ cuenta, desde: date, hasta: date })]),
  ).answers<MatrixDocument>(),
  'controles.caja_exportar': withInput({ cuenta, exportar: place, pantalla: pantalla.unwrap() }).answers<{
    readonly exportado: string;
  }>(),
  'controles.ver': withInput({ cuenta, desde: date, hasta: date }).answers<ChecksDocument>(),
  /** `cuit`: the taxpayer; required if the account has several taxpayers. */
  'papeles.exportar': withInput({
    cuenta,
    papel: z.enum(PAPERS),
    desde: date,
    hasta: date,
    salida: place,
    cuit: id.optional(),
  }).answers<PaperDocument>(),
} as const;
