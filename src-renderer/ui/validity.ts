import { m } from '../paraglide/messages.js';
import { formatDate } from './format.ts';

interface Field {
  readonly validity: Pick<
    ValidityState,
    'badInput' | 'customError' | 'rangeOverflow' | 'typeMismatch' | 'valueMissing'
  >;
  readonly max: string;
  /** Our own message, when there is one (`customError`). */
  readonly validationMessage: string;
}

/** Why the browser refuses the value of a field, in our words: the browser's own message may be in another language. */
export function describeInvalid({ validity, max, validationMessage }: Field): string {
  if (validity.customError) return validationMessage;
  if (validity.badInput) return m.validez_incompleto();
  if (validity.valueMissing) return m.validez_falta();
  if (validity.typeMismatch) return m.validez_direccion();
  return validity.rangeOverflow ? m.validez_posterior({ fecha: formatDate(max) }) : m.validez_no_sirve();
}
