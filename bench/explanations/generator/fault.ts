import type { Cupon, CuponField } from '#domain/cupon.ts';
import type { Random } from './random.ts';
import type { Sale } from './sales.ts';

/** Fields that one mistake changes together: two faults of a coupon are never in the same group. */
export const GROUPS = {
  importe: ['importe'],
  fecha: ['fecha_venta'],
  comprobante: ['comprobante', 'wallet_referencia'],
  tarjeta: ['tarjeta_nro'],
  establecimiento: ['establecimiento'],
  terminal: ['terminal', 'lote'],
  cuotas: ['cuotas'],
  autorizacion: ['autorizacion'],
} as const satisfies Record<string, readonly CuponField[]>;
export type Group = keyof typeof GROUPS;

/** The data of the shop that a fault uses besides the sale. */
export interface Shop {
  price(random: Random): number;
  /** The probability that a sale has this amount, as estimated without knowing the sale. */
  priceShare(amount: number): number;
  readonly establishments: readonly string[];
  readonly terminals: readonly string[];
}

/**
 * A kind of mistake that a till makes. `density` is the likelihood that this kind made exactly the coupon that is seen: only the oracle uses it, and
 * it is the exact inverse of `apply`.
 */
export interface FaultKind {
  readonly name: string;
  readonly motivo: string;
  readonly groups: readonly Group[];
  /** How often it happens, relative to the other kinds of its reason. */
  readonly weight: number;
  /** The coupon with the mistake; undefined when the mistake is not possible. */
  apply(cupon: Cupon, sale: Sale, random: Random, shop: Shop): Cupon | undefined;
  density(seen: Cupon, clean: Cupon, sale: Sale, shop: Shop): number;
}

/**
 * Whether the processor reports the fields that a fault changes. When it does not, the fault cannot be seen, and the service would match the coupon
 * anyway.
 */
export function isVisible({ groups, name }: FaultKind, { card }: Sale): boolean {
  const { reports } = card.processor;
  if (groups.includes('autorizacion') && !reports.authorisation) return false;
  if (!groups.includes('terminal')) return true;
  if (name === 'lote y terminal') return reports.lote && reports.terminal;
  return name === 'otra terminal' ? reports.terminal : reports.lote;
}

export const centavosOf = (cupon: Cupon): number => Math.round(Number(cupon.importe) * 100);
export const formatAmount = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${String(Math.floor(Math.abs(amount) / 100))}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
