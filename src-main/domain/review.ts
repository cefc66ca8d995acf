import type { CuponField } from './cupon.ts';
import type { CuponAnterior, RowErrorCode, RowNoticeCode } from './finding.ts';

/** What is wrong with a row of a review, or worth a look. */
interface Problem {
  readonly campo: CuponField | null;
  readonly valor: string;
  readonly mensaje: string;
  /** The value that would cure it. */
  readonly arreglo: string | null;
  /** Of `YA_ENVIADO`: the coupon of an earlier upload that it equals. */
  readonly anterior?: CuponAnterior;
}

export type ReviewProblem =
  | (Problem & { readonly clase: 'error'; readonly codigo: RowErrorCode })
  | (Problem & { readonly clase: 'aviso'; readonly codigo: RowNoticeCode });

interface RevisionTotal {
  readonly clave: string;
  readonly cupones: number;
  /** Decimal text with a dot. */
  readonly importe: string;
}

/** Of the coupons that will be sent, to be compared with the till. */
export interface ReviewTotals {
  readonly cupones: number;
  readonly importe: string;
  readonly porDia: readonly RevisionTotal[];
  readonly porTarjeta: readonly RevisionTotal[];
  /** `AAAA-MM-DD · terminal · lote`, the first ten thousand. */
  readonly porCierre: readonly RevisionTotal[];
}
