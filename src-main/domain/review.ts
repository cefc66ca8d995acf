import type { CuponField } from './cupon.ts';
import type { PreviousCupon, RowErrorCode, RowNoticeCode } from './finding.ts';

interface Problem {
  readonly campo: CuponField | null;
  readonly valor: string;
  readonly mensaje: string;
  readonly arreglo: string | null;
  readonly anterior?: PreviousCupon;
}

export type ReviewProblem =
  | (Problem & { readonly clase: 'error'; readonly codigo: RowErrorCode })
  | (Problem & { readonly clase: 'aviso'; readonly codigo: RowNoticeCode });

export interface ReviewCounts {
  readonly filas: number;
  readonly listas: number;
  /** The sum of the rows to send, as decimal text. */
  readonly importe: string;
  /** How many rows have errors and are not left out; while there are any, nothing can be sent. */
  readonly conError: number;
  readonly conAviso: number;
  readonly omitidas: number;
  /** How many lines are no coupons (totals, repeated headers, footnotes). */
  readonly ignoradas: number;
  readonly lineasDeTotal: number;
}

export interface ReviewTotal {
  readonly clave: string;
  readonly cupones: number;
  /** Decimal text with a dot. */
  readonly importe: string;
}

/** The totals of the coupons that will be sent, to compare them with the till. */
export interface ReviewTotals {
  readonly cupones: number;
  readonly importe: string;
  readonly porDia: readonly ReviewTotal[];
  readonly porTarjeta: readonly ReviewTotal[];
  /** By closing of a terminal (`AAAA-MM-DD · terminal · lote`), for coupons with a lote; at most ten thousand. */
  readonly porCierre: readonly ReviewTotal[];
}

/** Coupons under review that one file of an earlier upload already had. Leaves out coupons that are omitted for another reason. */
export interface SentIn {
  readonly carga: string;
  readonly archivo: string;
  /** `YYYY-MM-DD`. */
  readonly dia: string;
  readonly cupones: number;
  readonly omitidos: number;
  /** How many of the coupons have errors and are not left out. */
  readonly conError: number;
  /** The sum of the coupons without errors, as decimal text. */
  readonly importe: string;
}
