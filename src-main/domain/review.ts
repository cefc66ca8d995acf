import type { CuponField } from './cupon.ts';
import type { PreviousCupon, RowErrorCode, RowNoticeCode } from './finding.ts';

interface Problem {
  readonly campo: CuponField | null;
  readonly valor: string;
  readonly mensaje: string;
  /** The value that would fix it. */
  readonly arreglo: string | null;
  /** Only for `YA_ENVIADO`, `CORRIGE_ENVIADO` and `PARECE_ENVIADO`: the coupon of an earlier upload. */
  readonly anterior?: PreviousCupon;
}

export type ReviewProblem =
  | (Problem & { readonly clase: 'error'; readonly codigo: RowErrorCode })
  | (Problem & { readonly clase: 'aviso'; readonly codigo: RowNoticeCode });

export interface ReviewCounts {
  readonly filas: number;
  /** Rows that will be sent. */
  readonly listas: number;
  /** The sum of those rows, decimal text. */
  readonly importe: string;
  /** Rows with errors that are not left out; any of them blocks sending. */
  readonly conError: number;
  readonly conAviso: number;
  /** Coupons that the person left out. */
  readonly omitidas: number;
  /** Lines that are no coupons (totals, repeated headers, footnotes). */
  readonly ignoradas: number;
  /** The lines of totals among those. */
  readonly lineasDeTotal: number;
}

export interface ReviewTotal {
  readonly clave: string;
  readonly cupones: number;
  /** Decimal text with a dot. */
  readonly importe: string;
}

/** Totals of the coupons that will be sent, to compare them with the till. */
export interface ReviewTotals {
  readonly cupones: number;
  readonly importe: string;
  readonly porDia: readonly ReviewTotal[];
  readonly porTarjeta: readonly ReviewTotal[];
  /** By closing of a terminal (`AAAA-MM-DD · terminal · lote`), for coupons with a lote. The first ten thousand of the file. */
  readonly porCierre: readonly ReviewTotal[];
}

/** Coupons that went in one file of one earlier upload, without those that were left out for another reason. */
export interface SentIn {
  readonly carga: string;
  readonly archivo: string;
  /** `YYYY-MM-DD`. */
  readonly dia: string;
  readonly cupones: number;
  /** How many of those are left out. */
  readonly omitidos: number;
  /** How many have errors and are not left out. */
  readonly conError: number;
  /** The sum of all of them, decimal text. */
  readonly importe: string;
}
