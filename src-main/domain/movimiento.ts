import type { DateTime } from './date-time.ts';
import type { Extra, OptionalText, Vinculo } from './row.ts';
import type { Money } from './money.ts';

/** A movement of a bank account (API description, "Bank movement"). */
export interface Movimiento {
  readonly id: string;
  readonly fecha: DateTime;
  readonly banco: OptionalText;
  readonly cuenta: OptionalText;
  readonly cbu: OptionalText;
  readonly cuit_cuenta: OptionalText;
  readonly razon_social: OptionalText;
  readonly categoria: OptionalText;
  readonly informacion: OptionalText;
  readonly codigo_banco: OptionalText;
  readonly cuit: OptionalText;
  /** `D` debit, `C` credit; another value is kept as it came. */
  readonly debito_credito: OptionalText;
  /** As reported: the sign that a debit carries is not stated. */
  readonly importe: Money;
  readonly referencia: OptionalText;
  readonly tipo: OptionalText;
  readonly marca: OptionalText;
  readonly comercio: OptionalText;
  readonly voucher_asociado: OptionalText;
  readonly liquidaciones_id: Vinculo;
  readonly transacciones_id: Vinculo;
  readonly conciliado: boolean;
  readonly extra: Extra;
}
