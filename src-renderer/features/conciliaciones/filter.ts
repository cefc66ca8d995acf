import type { StatedCause } from '#contract/explanations.ts';
import { RESULT_GROUPS, RESULT_ORDERS } from '#contract/data-fields.ts';
import type { CuponPlace } from '../../shared/route-filter.ts';
import type { ResultGroup } from '#contract/conciliaciones.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Order } from '../../ui/grid/types.ts';

export interface CuponFilter {
  readonly texto?: string | undefined;
  readonly tarjeta?: string | undefined;
  readonly comercio?: string | undefined;
  readonly nuevos?: boolean | undefined;
  /** True: only matched coupons whose operation has another amount. */
  readonly otherAmount?: boolean;
  readonly venta?: { readonly desde?: string | undefined; readonly hasta?: string | undefined } | undefined;
  readonly cupon?: CuponPlace | undefined;
  /** A systematic cause, and the numbers of its coupons in the kept result. */
  readonly causa?: { readonly causa: StatedCause; readonly ns: readonly number[] } | undefined;
}

export const isFiltering = ({ texto = '', ...others }: CuponFilter): boolean =>
  texto.trim() !== '' || Object.values(others).some((value) => value !== undefined && value !== false);

export type ResultTab = ResultGroup | 'caja';
export const TABS: readonly ResultTab[] = [...RESULT_GROUPS, 'caja'];

export const isOrder = (field: string): boolean => RESULT_ORDERS.some((item) => item === field);

/** The order of a grid as the core takes it; undefined for a column by which the core cannot order. */
export function toResultOrder(order: Order | undefined): MethodInput<'conciliaciones.cupones'>['orden'] {
  const field = RESULT_ORDERS.find((item) => item === order?.campo);
  return field === undefined || order === undefined ? undefined : { campo: field, desc: order.desc };
}
