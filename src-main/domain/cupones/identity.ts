import { FIELDS_IN_ORDER, CUPON_FIELDS } from '../cupon.ts';

const NUMBERS = FIELDS_IN_ORDER.filter((field) => ['numero', 'decimal'].includes(CUPON_FIELDS[field].tipo));
/** A quote inside a value is escaped in a canonical text, so these patterns never take a value for a field's name. */
const LEADING_ZEROS = new RegExp(`("(?:${NUMBERS.join('|')})":")0+(?=\\d)`, 'g');
const DECIMALS = /("comprobante":"\d+)(?:\.0*|(\.\d*?[1-9])0+)"/;

/**
 * The identity of a sale, made from its canonical text: numbers lose leading zeros and needless decimals, texts lose their case. Dates and amounts have
 * only one form. Equal sales of one file are told apart by their occurrence number, which is not part of this text.
 * Source: docs/coupons.md, "Duplicates".
 */
export function textOfIdentity(canonical: string): string {
  const text = canonical.toLowerCase().replace(LEADING_ZEROS, '$1');
  return text.includes('"comprobante":"') && text.includes('.') ? text.replace(DECIMALS, '$1$2"') : text;
}

/** The identity of one value, which `cupon-writer.ts` hashes while it writes. */
export function valueOfIdentity(type: 'numero' | 'decimal', value: string): string {
  const whole = value.replace(/^0+(?=\d)/, '');
  return type === 'decimal' && whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole;
}
