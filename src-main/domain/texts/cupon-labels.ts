/** Apart from the words of the views: the threads that read workbooks say no others, and need not load them. */
import { CUPON_FIELDS, type CuponField } from '../cupones/fields.ts';
import { wordIn, type Language } from './language.ts';

/** A coupon's field in a sentence: "la fecha de venta". */
export const labelOf = (field: CuponField, language: Language = 'es'): string =>
  wordIn(CUPON_FIELDS[field].label, language);
