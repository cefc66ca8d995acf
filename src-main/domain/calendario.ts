import type { CivilDate } from './civil-date.ts';
import type { Extra, Texto } from './fila.ts';
import type { Money } from './money.ts';

/** One day of the payment calendar (API description, "Calendar day"). */
export interface DiaCalendario {
  readonly dia: Texto;
  readonly fecha: CivilDate;
  readonly vendido: Money;
  readonly acreditado: Money;
  readonly extra: Extra;
}
