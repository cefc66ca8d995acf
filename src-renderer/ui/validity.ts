import { m } from '../paraglide/messages.js';
import { formatDate } from './format.ts';
import { parseWrittenDate } from './typed-date.ts';

/** The days that a typed date may be, `YYYY-MM-DD`: `max` is the last one, `after` the one before the first. */
interface DateLimits {
  readonly max?: string | undefined;
  readonly after?: string | undefined;
}

/** What is wrong with a date as it is typed; empty while there is nothing, or nothing is wrong. */
export function describeTypedDate(text: string, { max, after }: DateLimits): string {
  if (text.trim() === '') return '';
  const written = parseWrittenDate(text);
  if (written === undefined) return m.validez_fecha();
  if (after !== undefined && written <= after) return m.validez_ya_llego({ fecha: formatDate(after) });
  return max !== undefined && written > max ? m.validez_posterior({ fecha: formatDate(max) }) : '';
}

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
