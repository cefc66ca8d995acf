import type { CivilDate } from './civil-date.ts';
import type { Extra, Importe, OptionalText } from './row.ts';

/** One day of the payment calendar (API description, "Calendar day"). */
export interface CalendarioDay {
  readonly dia: OptionalText;
  readonly fecha: CivilDate;
  readonly vendido: Importe;
  readonly acreditado: Importe;
  readonly extra: Extra;
}
