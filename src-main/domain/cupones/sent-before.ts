/**
 * Decides whether a coupon is a sale that was sent before, from what names a sale (docs/coupons.md, "Sent before"). Pure: `storage/ledger` finds the
 * candidates by `candidateKeysOf`, and `compareWithSent` judges each.
 */
import type { Cupon, CuponField } from '../cupon.ts';
import { withoutZeros } from '../fold-text.ts';
import { CUPON_FIELDS } from './fields.ts';
import { valueOfIdentity } from './identity.ts';

/** `enviado`: the same sale. `corrige`: the sale with another value in `campo`. `parece`: too little is known; `iguales` are the fields that agree. */
export type SentAnswer =
  | { readonly como: 'enviado' }
  | { readonly como: 'corrige'; readonly campo: CuponField }
  | { readonly como: 'parece'; readonly iguales: readonly CuponField[] };

/** Together they name a sale that has no wallet reference. */
const NAMING = ['fecha_venta', 'importe', 'comprobante', 'tarjeta_nro'] as const satisfies readonly CuponField[];
/** Fields that belong to the sale without naming it. The card's name and free texts are none: each till writes them in its own way. */
const BESIDE = [
  'establecimiento', 'terminal', 'lote', 'autorizacion', 'cuotas', 'bin', 'bco_emisor', 'fecha_pres', 'fecha_pago',
] as const satisfies readonly CuponField[]; // prettier-ignore
/** Where the name is not complete, at least one of these has to agree beside day and amount. */
const TELLING: ReadonlySet<CuponField> = new Set(['comprobante', 'tarjeta_nro', 'autorizacion', 'wallet_referencia']);

/** A value in the form in which two spellings of it are equal; empty where the coupon does not say. */
function valueOf(cupon: Cupon, field: CuponField): string {
  const text = (cupon[field] ?? '').trim();
  const { tipo } = CUPON_FIELDS[field];
  if (tipo === 'numero' || tipo === 'decimal') return valueOfIdentity(tipo, text);
  return field === 'autorizacion' || field === 'wallet_referencia'
    ? withoutZeros(text.toLowerCase())
    : text.toLowerCase();
}

const isSaidByBoth = (field: CuponField, a: Cupon, b: Cupon): boolean =>
  valueOf(a, field) !== '' && valueOf(b, field) !== '';
const isEqual = (field: CuponField, a: Cupon, b: Cupon): boolean =>
  isSaidByBoth(field, a, b) && valueOf(a, field) === valueOf(b, field);
const isDifferent = (field: CuponField, a: Cupon, b: Cupon): boolean =>
  isSaidByBoth(field, a, b) && valueOf(a, field) !== valueOf(b, field);
const namesFully = (cupon: Cupon): boolean => NAMING.every((field) => valueOf(cupon, field) !== '');

/**
 * A text that the coupons of one sale share: its wallet reference and type of operation, else day, amount, voucher and last four. Undefined where the
 * coupon has neither complete.
 */
export function nameOfSale(cupon: Cupon): string | undefined {
  const [reference, operation] = [valueOf(cupon, 'wallet_referencia'), valueOf(cupon, 'wallet_tipo_operacion')];
  if (reference !== '' && operation !== '') return JSON.stringify([reference, operation]);
  return namesFully(cupon) ? JSON.stringify(NAMING.map((field) => valueOf(cupon, field))) : undefined;
}

/** Keys of which a coupon shares at least one with any coupon that `compareWithSent` recognises it as; null where the coupon lacks what a key needs. */
export interface CandidateKeys {
  readonly dia: string | null;
  readonly numero: string | null;
  readonly referencia: string | null;
}

export function candidateKeysOf(cupon: Cupon): CandidateKeys {
  const keyOf = (...fields: readonly CuponField[]): string | null => {
    const values = fields.map((field) => valueOf(cupon, field));
    return values.includes('') ? null : JSON.stringify([fields[0], ...values]);
  };
  return {
    dia: keyOf('fecha_venta', 'importe'),
    numero: keyOf('comprobante', 'tarjeta_nro'),
    referencia: keyOf('wallet_referencia'),
  };
}

/** Two coupons of which both have a wallet reference. */
function compareWallets(cupon: Cupon, sent: Cupon): SentAnswer | null {
  if (isDifferent('wallet_referencia', cupon, sent) || isDifferent('wallet_tipo_operacion', cupon, sent)) return null;
  if (!isSaidByBoth('wallet_tipo_operacion', cupon, sent)) return { como: 'parece', iguales: ['wallet_referencia'] };
  const campo = (['importe', 'fecha_venta'] as const).find((field) => isDifferent(field, cupon, sent));
  return campo === undefined ? { como: 'enviado' } : { como: 'corrige', campo };
}

/** Null: another sale, as far as the two coupons say. */
export function compareWithSent(cupon: Cupon, sent: Cupon): SentAnswer | null {
  const hasOperation = isSaidByBoth('wallet_tipo_operacion', cupon, sent);
  const areNamed = namesFully(cupon) && namesFully(sent);
  // Without the type of operation, a card's name that both have complete decides.
  if (isSaidByBoth('wallet_referencia', cupon, sent) && (hasOperation || !areNamed)) return compareWallets(cupon, sent);
  if (isDifferent('wallet_referencia', cupon, sent)) return null;
  const [changed, ...more] = NAMING.filter((field) => isDifferent(field, cupon, sent));
  if (areNamed) {
    if (changed === undefined) return { como: 'enviado' };
    const isSameSale = more.length === 0 && !BESIDE.some((field) => isDifferent(field, cupon, sent));
    return isSameSale && BESIDE.some((field) => isEqual(field, cupon, sent))
      ? { como: 'corrige', campo: changed }
      : null;
  }
  const isSameDayAndAmount = isEqual('fecha_venta', cupon, sent) && isEqual('importe', cupon, sent);
  if (!isSameDayAndAmount || changed !== undefined || BESIDE.some((field) => isDifferent(field, cupon, sent)))
    return null;
  const equal = [...NAMING, ...BESIDE].filter((field) => isEqual(field, cupon, sent));
  return equal.some((field) => TELLING.has(field)) ? { como: 'parece', iguales: equal } : null;
}
