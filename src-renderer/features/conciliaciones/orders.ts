import { RESULT_ORDERS } from '#contract/conciliaciones.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Order } from '../../ui/grid/types.ts';

export const isOrder = (field: string): boolean => RESULT_ORDERS.some((item) => item === field);

/** The order of a grid as the core takes it; undefined for a column by which results are not ordered. */
export function toResultOrder(order: Order | undefined): MethodInput<'conciliaciones.cupones'>['orden'] {
  const field = RESULT_ORDERS.find((item) => item === order?.campo);
  return field === undefined || order === undefined ? undefined : { campo: field, desc: order.desc };
}
