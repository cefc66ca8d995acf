import { FIELDS_IN_ORDER, CUPON_CAMPOS } from '../cupon.ts';

const NUMBERS = FIELDS_IN_ORDER.filter((campo) => ['numero', 'decimal'].includes(CUPON_CAMPOS[campo].tipo));
/** A quote inside a value is escaped in a canonical text: no value can be taken for a field's name. */
const LEADING_ZEROS = new RegExp(`("(?:${NUMBERS.join('|')})":")0+(?=\\d)`, 'g');
const DECIMALS = /("comprobante":"\d+)(?:\.0*|(\.\d*?[1-9])0+)"/;

/**
 * What tells one sale from another, as a text made of a canonical one: numbers without leading zeros (nor needless decimals) and texts without
 * case. Dates and amounts have one form already. Equal sales of one file are told apart by their occurrence number, which is not here.
 * Source: docs/coupons.md, "Duplicates".
 */
export function identityText(canonical: string): string {
  const text = canonical.toLowerCase().replace(LEADING_ZEROS, '$1');
  return text.includes('"comprobante":"') && text.includes('.') ? text.replace(DECIMALS, '$1$2"') : text;
}

/** The same of one value: what `cupon-writer.ts` hashes as it writes. */
export function identityValue(tipo: 'numero' | 'decimal', value: string): string {
  const whole = value.replace(/^0+(?=\d)/, '');
  return tipo === 'decimal' && whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole;
}
