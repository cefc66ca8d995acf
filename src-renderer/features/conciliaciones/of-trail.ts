import type { ReadCupon } from '#contract/conciliaciones.ts';
import type { MethodInput } from '#contract/inputs.ts';

/** The input for the money trail of a coupon of a result: its place in our upload, and what the result says of it. */
export function createTrailSource(
  conciliacion: string,
  { operacion, archivo }: ReadCupon,
): MethodInput<'datos.rastro'>['de'] {
  const { conciliado: _matched, modo: _mode, fila, ...cupon } = operacion;
  return { conciliacion, ...(fila === null ? {} : { fila }), ...(archivo === null ? {} : { archivo }), cupon };
}
