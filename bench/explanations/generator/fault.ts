import type { Cupon, CuponField } from '#domain/cupon.ts';
import type { Random } from './random.ts';
import type { Sale } from './sales.ts';

/** Groups of fields that one mistake changes together. Two faults of a coupon are always in different groups. */
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

/** What a fault knows of the shop besides the sale. */
export interface Shop {
  price(random: Random): number;
  /** The estimated probability that a sale of this shop has this amount. */
  priceShare(amount: number): number;
  readonly establishments: readonly string[];
  readonly terminals: readonly string[];
}

/**
 * A kind of mistake of a till. `density`: how likely this kind would make exactly the given coupon from the sale. Only the oracle uses it; it must fit
 * `apply` exactly.
 */
export interface FaultKind {
  readonly name: string;
  readonly motivo: string;
  readonly groups: readonly Group[];
  /** How often it happens, relative to the other kinds with the same reason. */
  readonly weight: number;
  /** The coupon with the mistake; undefined if the mistake is not possible. */
  apply(cupon: Cupon, sale: Sale, random: Random, shop: Shop): Cupon | undefined;
  density(seen: Cupon, clean: Cupon, sale: Sale, shop: Shop): number;
}

/** True if the processor reports the fields that a fault changes. If not, the service would match the coupon all the same. */
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
