/** Decides whether a coupon was sent before (docs/coupons.md, "Sent before"). `storage/ledger` finds the candidates by `candidateKeysOf`. */
import type { Cupon, CuponField } from '../cupon.ts';
import { withoutZeros } from '../fold-text.ts';
import { CUPON_FIELDS } from './fields.ts';
import { valueOfIdentity } from './duplicates.ts';

/** `enviado`: the same sale. `corrige`: the sale with another value in `campo`. `parece`: too little is known; `iguales` are the fields that agree. */
export type SentAnswer =
  | { readonly como: 'enviado' }
  | { readonly como: 'corrige'; readonly campo: CuponField }
  | { readonly como: 'parece'; readonly iguales: readonly CuponField[] };

/** Together they name a sale without a wallet reference. */
const NAMING = ['fecha_venta', 'importe', 'comprobante', 'tarjeta_nro'] as const satisfies readonly CuponField[];
/** Fields that belong to the sale without naming it. Not the card's name and free texts, which each till writes in its own way. */
const BESIDE = [
  'establecimiento', 'terminal', 'lote', 'autorizacion', 'cuotas', 'bin', 'bco_emisor', 'fecha_pres', 'fecha_pago',
] as const satisfies readonly CuponField[]; // prettier-ignore
/** Where the name is incomplete, at least one of these has to agree beside day and amount. */
const TELLING: ReadonlySet<CuponField> = new Set(['comprobante', 'tarjeta_nro', 'autorizacion', 'wallet_referencia']);

/** A value in one spelling; empty where the coupon has none. */
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

/** What the coupons of one sale share: wallet reference and type of operation, else day, amount, voucher and last four; undefined if incomplete. */
export function nameOfSale(cupon: Cupon): string | undefined {
  const [reference, operation] = [valueOf(cupon, 'wallet_referencia'), valueOf(cupon, 'wallet_tipo_operacion')];
  if (reference !== '' && operation !== '') return JSON.stringify([reference, operation]);
  return namesFully(cupon) ? JSON.stringify(NAMING.map((field) => valueOf(cupon, field))) : undefined;
}

/** A coupon shares at least one key with any coupon that `compareWithSent` recognises it as; null where it lacks what a key needs. */
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

/** Both coupons have a wallet reference. */
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
  // Without an operation type, card data that are complete in both decide.
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
