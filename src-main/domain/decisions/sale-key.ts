import type { Cupon, CuponField } from '../cupon.ts';
import { withoutZeros } from '../fold-text.ts';
import { getComparableKey } from '../upload/key.ts';

/** Fields that identify a sale and that come back from the service without losing letters. */
const OF_THE_SALE = [
  'fecha_venta', 'importe', 'comprobante', 'tarjeta_nro', 'establecimiento', 'terminal', 'lote', 'cuotas', 'bin', 'autorizacion',
] as const satisfies readonly CuponField[]; // prettier-ignore

/**
 * A key that equal sales share, whatever leading zeros and capitals they come back with. The reference of a wallet is not of it: a reading of another
 * PC's upload lacks it (docs/gaps.md).
 */
export function saleKeyOf(cupon: Cupon): string {
  const sale: { -readonly [K in keyof Cupon]: Cupon[K] } = {};
  for (const field of OF_THE_SALE) if (cupon[field] !== undefined) sale[field] = cupon[field];
  return getComparableKey(sale, null);
}

/** The reference of a wallet's sale, which tells it from others of its day and amount; undefined where it is not known. */
export function referenceOf({ wallet_referencia: text = '' }: Cupon): string | undefined {
  const reference = withoutZeros(text.trim().toLowerCase());
  return reference === '' ? undefined : reference;
}

/** Whether a number names the sale: two without one, of one day and amount, may be different sales. */
export const isNumbered = (cupon: Cupon): boolean =>
  [cupon.comprobante, cupon.autorizacion, referenceOf(cupon)].some((number = '') => /[^0\s]/.test(number));

/** What names one sale. `vez`: its turn among equal ones of its upload, from 1. */
export interface SaleName {
  readonly vez: number;
  /** Its `saleKeyOf`. */
  readonly key: string;
  readonly reference: string | undefined;
}

/** The name as one text. Of sales without a reference it is the same as it always was. */
export const textOfSale = ({ vez, key, reference }: SaleName): string =>
  `${String(vez)} ${key}${reference === undefined ? '' : `wallet_referencia=${JSON.stringify(reference)}\n`}`;

/** The name of a sale as a decision keeps it. */
export const saleNameOf = ({ vez, cupon }: { readonly vez: number; readonly cupon: Cupon }): SaleName => ({
  vez,
  key: saleKeyOf(cupon),
  reference: referenceOf(cupon),
});

/** The text that names the sale of a decision. */
export const saleIdOf = (decided: { readonly vez: number; readonly cupon: Cupon }): string =>
  textOfSale(saleNameOf(decided));

/** A coupon with the reference of its sale's name, or without one. */
export function withReference(cupon: Cupon, reference: string | undefined): Cupon {
  if (referenceOf(cupon) === reference) return cupon;
  const { wallet_referencia: _, ...rest } = cupon;
  return reference === undefined ? rest : { ...rest, wallet_referencia: reference };
}
