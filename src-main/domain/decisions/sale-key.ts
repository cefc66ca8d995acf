import type { Cupon, CuponField } from '../cupon.ts';
import { getComparableKey } from '../upload/index.ts';

/** Fields that identify a sale and that come back from the service without losing letters. */
const OF_THE_SALE = [
  'fecha_venta', 'importe', 'comprobante', 'tarjeta_nro', 'establecimiento', 'terminal', 'lote', 'cuotas', 'bin', 'autorizacion',
] as const satisfies readonly CuponField[]; // prettier-ignore

/** A key that equal sales share, whatever leading zeros and capitals they come back with. */
export function saleKeyOf(cupon: Cupon): string {
  const sale: { -readonly [K in keyof Cupon]: Cupon[K] } = {};
  for (const field of OF_THE_SALE) if (cupon[field] !== undefined) sale[field] = cupon[field];
  return getComparableKey(sale, null);
}

/** Names one sale among equal ones: the `vez`-th of its upload, from 1. */
export const saleIdOf = ({ vez, cupon }: { readonly vez: number; readonly cupon: Cupon }): string =>
  `${String(vez)} ${saleKeyOf(cupon)}`;
