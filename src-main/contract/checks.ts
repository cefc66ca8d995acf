import type { CheckMotivo } from '#domain/texts/checks.ts';
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

export type { CheckMotivo };

export type CheckStatus = 'coincide' | 'difiere' | 'sin_datos';

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
  /** The kind of difference of a row of `liquidacion_banco` or `liquidacion_impuestos` (docs/cierre.md). */
  readonly clase?: string;
  /** The records that name this one, which was not read. */
  readonly nombradaPor?: readonly NamedBy[];
  readonly abrir: FigureTarget;
}

export interface CheckDocument {
  readonly control: Control;
  /** The compared field, by its API name. */
  readonly campo: string;
  /** `YYYY-MM`. */
  readonly periodo: string;
  /** The compared days. If the service only adds up months, the whole month, whatever days were requested. */
  readonly desde: string;
  readonly hasta: string;
  readonly tarjeta: string | null;
  readonly estado: CheckStatus;
  readonly motivo: CheckMotivo | null;
  /** Null unless both sides are known. */
  readonly esperado: string | null;
  readonly calculado: string | null;
  readonly diferencia: string | null;
  /** Up to fifty rows that cause the difference. */
  readonly filas: readonly CheckRow[];
  readonly filasTotal: number;
  /** Settlements left out because the service has no operations of them. Absent without any. */
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
}

export const PAPERS = ['liquidaciones', 'impuestos'] as const;
export type Paper = (typeof PAPERS)[number];

export interface PaperDocument {
  readonly papel: Paper;
  /** The taxpayer of the paper; absent if the stores were never read. */
  readonly cuit?: string;
  /** The closed months of the period; absent without any. */
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

/** The coupons of one result; `filtro` shows them there. `conciliacion` is null until the upload has a number. */
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

/** A card in a store. Null if neither side names it; the store is also null if coupons of that card and day do not name theirs. */
export interface MatrixCell extends MatrixSides {
  readonly tarjeta: string | null;
  readonly comercio: string | null;
  readonly establecimiento: string | null;
  /** Coupons of a wallet with unknown operations. */
  readonly billetera?: true;
}

export interface MatrixDay extends MatrixSides {
  /** Null: coupons without a date. */
  readonly dia: string | null;
  readonly estado: MatrixState;
  /** Why the operations of the day cannot be compared. */
  readonly motivo: CheckMotivo | null;
  /** Differing cells come first. */
  readonly celdas: readonly MatrixCell[];
}

/** The till against the processors. Differing days come first, the largest difference at the top. */
export interface MatrixDocument {
  /** Null: no coupon of the result has a date. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
  /** Whether this PC has the result of any reconciliation. */
  readonly hayConciliaciones: boolean;
  readonly filas: readonly MatrixDay[];
  /** Of the days that are neither `sin_subir` nor `en_curso`. */
  readonly total: Omit<MatrixSides, 'partes' | 'abrir'>;
  /** The coverage of the operations. */
  readonly cobertura: CoverageDocument;
}

export const CHECKS_INPUTS = {
  /** Coupons against operations by day, store and card: of a kept result, or of a period over all results. */
  'controles.caja': withInput(
    z.union([z.strictObject({ cuenta, conciliacion: id }), z.strictObject({ cuenta, desde: date, hasta: date })]),
  ).answers<MatrixDocument>(),
  /** Writes the matrix as on screen. */
  'controles.caja_exportar': withInput({ cuenta, exportar: place, pantalla: pantalla.unwrap() }).answers<{
    readonly exportado: string;
  }>(),
  'controles.ver': withInput({ cuenta, desde: date, hasta: date }).answers<ChecksDocument>(),
  /** `cuit`: required if the account has several. */
  'papeles.exportar': withInput({
    cuenta,
    papel: z.enum(PAPERS),
    desde: date,
    hasta: date,
    salida: place,
    cuit: id.optional(),
  }).answers<PaperDocument>(),
} as const;
