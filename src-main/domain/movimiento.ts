import type { FechaHora } from './fecha-hora.ts';
import type { Extra, Texto, Vinculo } from './fila.ts';
import type { Money } from './money.ts';

/** A movement of a bank account (API description, "Bank movement"). */
export interface Movimiento {
  readonly id: string;
  readonly fecha: FechaHora;
  readonly banco: Texto;
  readonly cuenta: Texto;
  readonly cbu: Texto;
  readonly cuit_cuenta: Texto;
  readonly razon_social: Texto;
  readonly categoria: Texto;
  readonly informacion: Texto;
  readonly codigo_banco: Texto;
  readonly cuit: Texto;
  /** `D` debit, `C` credit; another value is kept as it came. */
  readonly debito_credito: Texto;
  /** As reported: the sign that a debit carries is not stated. */
  readonly importe: Money;
  readonly referencia: Texto;
  readonly tipo: Texto;
  readonly marca: Texto;
  readonly comercio: Texto;
  readonly voucher_asociado: Texto;
  readonly liquidaciones_id: Vinculo;
  readonly transacciones_id: Vinculo;
  readonly conciliado: boolean;
  readonly extra: Extra;
}
