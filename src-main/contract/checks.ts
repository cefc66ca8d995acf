import { z } from 'zod';
import type { NamedBy } from '#domain/checks.ts';
import type { ResultGroup } from '#domain/report.ts';
import type { ClosedMonth } from './cierre.ts';
import { cuenta, date, id, pantalla, place, withInput } from './common-inputs.ts';
import type { FigureTarget } from './home.ts';
import type { CoverageDocument } from './documents.ts';

/** `controles.*` and `papeles.*`. */

export type { NamedBy };

/**
 * `liquidaciones_totales`: settlements against the service's totals, by month and card.
 * `impuestos_totales`: taxes against the service's totals, by month.
 * `calendario_vendido`: operations against the calendar.
 * `calendario_acreditado`: settlements, by the day on which they are paid, against the calendar.
 * `liquidacion_operaciones`: what a settlement bills against its operations.
 * `liquidacion_neto`: billed − deducted = credited, and each total of a settlement against its parts.
 * `impuestos_partes`: each total of taxes against its parts.
 * `liquidacion_banco`: settlements that were due against the bank's movements.
 * `liquidacion_impuestos`: the taxes that a settlement deducts against its tax record, and the record against its detail.
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

export type CheckStatus = 'coincide' | 'difiere' | 'sin_datos';

/**
 * Why there is no answer.
 * `sin_leer`: one side was never read. `parcial`: it was not read for all the days. `inestable`: it changed while it was read.
 * `otro_dia`: the two sides were read too far apart. `no_contratado`: the account has no such service.
 * `rechazado`: the service was asked and did not give one side. `apartadas`: rows of one side could not be understood.
 * `sin_informar`: some rows do not say the amount. `sin_fecha_de_pago`: some rows do not say the day on which they are paid.
 * `sin_operaciones`: the service says that there are no operations to compare with.
 */
export type CheckMotivo =
  | 'sin_leer'
  | 'parcial'
  | 'inestable'
  | 'otro_dia'
  | 'no_contratado'
  | 'rechazado'
  | 'apartadas'
  | 'sin_informar'
  | 'sin_fecha_de_pago'
  | 'sin_operaciones';

/** A row, or a day of rows, that does not agree. Amounts are decimal text with a dot. */
export interface CheckRow {
  readonly nombre: string;
  readonly esperado: string | null;
  readonly calculado: string | null;
  readonly diferencia: string | null;
  /** The service withdrew the row. */
  readonly retirada?: true;
  /** The last complete reading lacked the row. */
  readonly enDuda?: true;
  /** How a row of `liquidacion_banco` or `liquidacion_impuestos` does not tie (docs/cierre.md). */
  readonly clase?: string;
  /** The record is not among the rows that were read; these other records name it. */
  readonly nombradaPor?: readonly NamedBy[];
  readonly abrir: FigureTarget;
}

export interface CheckDocument {
  readonly control: Control;
  /** The field that is compared, by the name of the API. */
  readonly campo: string;
  /** `YYYY-MM`. */
  readonly periodo: string;
  /** The days that are compared. Where the service only adds up months, the whole month, whatever days were asked for. */
  readonly desde: string;
  readonly hasta: string;
  readonly tarjeta: string | null;
  readonly estado: CheckStatus;
  readonly motivo: CheckMotivo | null;
  /** Null unless both sides are known. */
  readonly esperado: string | null;
  readonly calculado: string | null;
  readonly diferencia: string | null;
  /** Up to fifty of the rows that cause it. */
  readonly filas: readonly CheckRow[];
  readonly filasTotal: number;
  /** Settlements left out because the service says that they have no operations. Absent without any. */
  readonly sinOperaciones?: number;
  readonly abrir: FigureTarget;
}

export interface ChecksDocument {
  readonly desde: string;
  readonly hasta: string;
  readonly controles: readonly CheckDocument[];
  readonly coinciden: number;
  readonly difieren: number;
  readonly sinDatos: number;
  readonly cobertura: CoverageDocument;
}

export const PAPERS = ['liquidaciones', 'impuestos'] as const;
export type Paper = (typeof PAPERS)[number];

export interface PaperDocument {
  readonly papel: Paper;
  /** The taxpayer that the paper is of; absent where the stores were never read. */
  readonly cuit?: string;
  /** Months of the period that are closed; absent without any. */
  readonly cerrados?: readonly ClosedMonth[];
  readonly archivo: string;
  /** Rows of the detail. */
  readonly filas: number;
  readonly desde: string;
  readonly hasta: string;
  readonly cobertura: CoverageDocument;
  readonly controles: { readonly coinciden: number; readonly difieren: number; readonly sinDatos: number };
}

/**
 * `coincide`: each cell agrees. `se_compensa`: only the sums of the day agree. `sin_cupones`: no coupon of that day is known here. `sin_subir`: nor of
 * any day after it, so that it may not have been uploaded yet. `en_curso`: the day is today and its operations are still to come.
 */
export const MATRIX_STATES = [
  'difiere',
  'se_compensa',
  'sin_cupones',
  'sin_subir',
  'en_curso',
  'sin_datos',
  'coincide',
] as const;
export type MatrixState = (typeof MATRIX_STATES)[number];

/** Coupons of one result: `filtro` shows them there. `conciliacion` is null while the upload has no number. */
export interface MatrixPart {
  readonly conciliacion: string | null;
  readonly grupo: ResultGroup;
  readonly cupones: number;
  readonly filtro: { readonly tarjeta?: string; readonly comercio?: string };
}

/** Our coupons beside the operations of the processors. The difference is coupons less operations. */
export interface MatrixSides {
  readonly cupones: number;
  readonly importe: string;
  readonly partes: readonly MatrixPart[];
  readonly operaciones: number;
  readonly importeOperaciones: string;
  readonly diferencia: { readonly cantidad: number; readonly importe: string };
  /** The operations; null without any. */
  readonly abrir: FigureTarget | null;
}

/** A card in a store. Null where neither side says it; the store too where coupons of that card and day do not say theirs. */
export interface MatrixCell extends MatrixSides {
  readonly tarjeta: string | null;
  readonly comercio: string | null;
  readonly establecimiento: string | null;
  /** Coupons of a wallet whose operation is not known. */
  readonly billetera?: true;
}

export interface MatrixDay extends MatrixSides {
  /** Null: coupons without a date. */
  readonly dia: string | null;
  readonly estado: MatrixState;
  /** Why the operations of the day cannot be compared. */
  readonly motivo: CheckMotivo | null;
  /** The cells that differ come first. */
  readonly celdas: readonly MatrixCell[];
}

/** The till against the processors. Days that differ come first, the largest difference before. */
export interface MatrixDocument {
  /** Null: the result has no coupon with a date. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
  /** Whether the result of any reconciliation is known here. */
  readonly hayConciliaciones: boolean;
  readonly filas: readonly MatrixDay[];
  /** Of the days that are neither `sin_subir` nor `en_curso`. */
  readonly total: Omit<MatrixSides, 'partes' | 'abrir'>;
  /** Of the operations. */
  readonly cobertura: CoverageDocument;
}

export const CHECKS_INPUTS = {
  /** Coupons against operations by day, store and card: those of a kept result, or of a period over all results. */
  'controles.caja': withInput(
    z.union([z.strictObject({ cuenta, conciliacion: id }), z.strictObject({ cuenta, desde: date, hasta: date })]),
  ).answers<MatrixDocument>(),
  /** Writes the matrix as the screen shows it. */
  'controles.caja_exportar': withInput({ cuenta, exportar: place, pantalla: pantalla.unwrap() }).answers<{
    readonly exportado: string;
  }>(),
  'controles.ver': withInput({ cuenta, desde: date, hasta: date }).answers<ChecksDocument>(),
  /** `cuit`: required where the account has several. */
  'papeles.exportar': withInput({
    cuenta,
    papel: z.enum(PAPERS),
    desde: date,
    hasta: date,
    salida: place,
    cuit: id.optional(),
  }).answers<PaperDocument>(),
} as const;
