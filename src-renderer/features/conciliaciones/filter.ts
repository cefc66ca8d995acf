import type { StatedCause } from '#contract/explanations.ts';
import type { CuponPlace } from '../../shared/result-filter.ts';

/** What narrows the coupons that are shown. */
export interface CuponFilter {
  readonly texto: string;
  readonly tarjeta: string | undefined;
  readonly comercio: string | undefined;
  readonly nuevos: boolean;
  /** Days of sale, both ends included. */
  readonly venta: { readonly desde?: string | undefined; readonly hasta?: string | undefined } | undefined;
  /** One coupon, by its row. */
  readonly cupon: CuponPlace | undefined;
  /** The coupons of a systematic cause, by their number in the reading. */
  readonly causa: { readonly causa: StatedCause; readonly ns: readonly number[] } | undefined;
}

export const NO_FILTER: CuponFilter = {
  texto: '',
  tarjeta: undefined,
  comercio: undefined,
  nuevos: false,
  venta: undefined,
  cupon: undefined,
  causa: undefined,
};

/** True when the filter narrows anything. */
export const isFiltering = ({ texto, tarjeta, comercio, nuevos, venta, cupon, causa: cause }: CuponFilter): boolean =>
  texto.trim() !== '' ||
  tarjeta !== undefined ||
  comercio !== undefined ||
  nuevos ||
  venta !== undefined ||
  cupon !== undefined ||
  cause !== undefined;
