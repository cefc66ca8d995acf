import type { CivilDate } from './civil-date.ts';
import type { Extra, Importe, Texto } from './fila.ts';

/** One day of the payment calendar (API description, "Calendar day"). */
export interface DiaCalendario {
  readonly dia: Texto;
  readonly fecha: CivilDate;
  readonly vendido: Importe;
  readonly acreditado: Importe;
  readonly extra: Extra;
}
