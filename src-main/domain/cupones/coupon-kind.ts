import type { CuponField } from '../cupon.ts';

/** Which of the four deciding fields a row fills in, rightly or not: a wrong value is told once, not also as missing. */
export interface KindFields {
  readonly comprobante: boolean;
  readonly tarjetaNro: boolean;
  readonly walletReferencia: boolean;
  readonly walletTipo: boolean;
}

export type KindFinding =
  | { readonly kind: 'completo' }
  /** A wallet sale that also carries a complete traditional set: valid, with a notice. */
  | { readonly kind: 'mezclado' }
  | { readonly kind: 'indefinido' }
  | { readonly kind: 'faltan'; readonly campos: readonly CuponField[] };

/** What the kind of a coupon, traditional or wallet, still needs. Source: docs/coupons.md, "Traditional or wallet". */
export function judgeKind({ comprobante, tarjetaNro, walletReferencia, walletTipo }: KindFields): KindFinding {
  if (walletReferencia || walletTipo) {
    if (!walletReferencia) return { kind: 'faltan', campos: ['wallet_referencia'] };
    if (!walletTipo) return { kind: 'faltan', campos: ['wallet_tipo_operacion'] };
    return comprobante && tarjetaNro ? { kind: 'mezclado' } : { kind: 'completo' };
  }
  if (comprobante && tarjetaNro) return { kind: 'completo' };
  if (!comprobante && !tarjetaNro) return { kind: 'indefinido' };
  return { kind: 'faltan', campos: [comprobante ? 'tarjeta_nro' : 'comprobante'] };
}

/**
 * The columns without which no row of a table could be a coupon, given the fields that have one: the date, the amount, and of the two pairs that
 * tell a sale the one that is begun, the card's where none is.
 */
export function missingOfCoupon(campos: readonly CuponField[]): readonly CuponField[] {
  const missing = (...some: readonly CuponField[]): readonly CuponField[] =>
    some.filter((campo) => !campos.includes(campo));
  const card = missing('comprobante', 'tarjeta_nro');
  const wallet = missing('wallet_referencia', 'wallet_tipo_operacion');
  const pair = card.length === 0 || wallet.length === 0 ? [] : wallet.length === 1 ? wallet : card;
  return [...missing('fecha_venta', 'importe'), ...pair];
}
