import type { Cupon, CuponField } from '../cupon.ts';
import { withoutZeros } from '../fold-text.ts';
import { getComparableKey } from '../upload/key.ts';

/** Fields that identify a sale and that come back from the service without losing letters. */
const OF_THE_SALE = [
  'fecha_venta', 'importe', 'comprobante', 'tarjeta_nro', 'establecimiento', 'terminal', 'lote', 'cuotas', 'bin', 'autorizacion',
] as const satisfies readonly CuponField[]; // prettier-ignore

/** Equal for equal sales, whatever their zeros and capitals. Without the wallet reference, which other PCs' uploads lack (docs/gaps.md). */
export function saleKeyOf(cupon: Cupon): string {
  const sale: { -readonly [K in keyof Cupon]: Cupon[K] } = {};
  for (const field of OF_THE_SALE) if (cupon[field] !== undefined) sale[field] = cupon[field];
  return getComparableKey(sale, null);
}

/** Tells a wallet sale from others of its day and amount; undefined where it is unknown. */
export function referenceOf({ wallet_referencia: text = '' }: Cupon): string | undefined {
  const reference = withoutZeros(text.trim().toLowerCase());
  return reference === '' ? undefined : reference;
}

/** Whether a number names the sale: without one, two of one day and amount may be different sales. */
export const isNumbered = (cupon: Cupon): boolean =>
  [cupon.comprobante, cupon.autorizacion, referenceOf(cupon)].some((number = '') => /[^0\s]/.test(number));

/** What names one sale. `vez`: its turn among equal ones of its upload, from 1. */
export interface SaleName {
  readonly vez: number;
  /** Its `saleKeyOf`. */
  readonly key: string;
  readonly reference: string | undefined;
}

/** The name as one text, unchanged for sales without a reference. */
export const textOfSale = ({ vez, key, reference }: SaleName): string =>
  `${String(vez)} ${key}${reference === undefined ? '' : `wallet_referencia=${JSON.stringify(reference)}\n`}`;

export const saleNameOf = ({ vez, cupon }: { readonly vez: number; readonly cupon: Cupon }): SaleName => ({
  vez,
  key: saleKeyOf(cupon),
  reference: referenceOf(cupon),
});

export const saleIdOf = (decided: { readonly vez: number; readonly cupon: Cupon }): string =>
  textOfSale(saleNameOf(decided));

/** A coupon with the reference of its sale's name, or without one. */
export function withReference(cupon: Cupon, reference: string | undefined): Cupon {
  if (referenceOf(cupon) === reference) return cupon;
  const { wallet_referencia: _, ...rest } = cupon;
  return reference === undefined ? rest : { ...rest, wallet_referencia: reference };
}
