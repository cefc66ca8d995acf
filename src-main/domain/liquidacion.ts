import type { CivilDate } from './civil-date.ts';
import type { FechaHora } from './fecha-hora.ts';
import type { Extra, Texto } from './fila.ts';
import type { Money } from './money.ts';

/** What settlements and reconciled settlements have in common (API description, "Settlement"). */
interface LiquidacionComun {
  readonly id: string;
  readonly marca: Texto;
  readonly tarjeta: Texto;
  readonly comercio: Texto;
  readonly provincia: Texto;
  readonly banco: Texto;
  readonly establecimiento: Texto;
  readonly tipo: Texto;
  readonly numero: Texto;
  readonly fecha: CivilDate;
  readonly facturado_debito: Money;
  readonly facturado_credito: Money;
  readonly facturado_credito_cuotas: Money;
  readonly facturado_descontado: Money;
  readonly facturado_otro: Money;
  readonly total_facturado: Money;
  readonly descontado_arancel: Money;
  readonly descontado_promocion: Money;
  readonly descontado_impuesto: Money;
  readonly descontado_cuota: Money;
  readonly descontado_adelanto: Money;
  readonly descontado_otro: Money;
  readonly total_descontado: Money;
  readonly total_acreditado: Money;
  readonly extra: Extra;
}

interface LiquidacionVenta {
  readonly descripcion: Texto;
  readonly terminal: Texto;
  readonly lote: Texto;
  readonly comprobante: Texto;
  readonly transacciones: Texto;
  readonly tarjeta: Texto;
  readonly importe: Money;
  readonly motivo: Texto;
  readonly extra: Extra;
}

interface LiquidacionDescuento {
  readonly descripcion: Texto;
  readonly porcentaje: Texto;
  readonly cuotas: Texto;
  readonly importe: Money;
  readonly tipo: Texto;
  readonly motivo: Texto;
  readonly extra: Extra;
}

interface LiquidacionDetalle {
  readonly ventas: readonly LiquidacionVenta[];
  readonly descuentos: readonly LiquidacionDescuento[];
  readonly extra: Extra;
}

/** A settlement of a processor. */
export interface Liquidacion extends LiquidacionComun {
  readonly fecha_recupero_adelanto: FechaHora | null;
  /** null: the account has no bank-account feed. A third state, never "no". */
  readonly acreditada: boolean | null;
  /** null when the detail was not asked for: absent is not empty. */
  readonly detalle: LiquidacionDetalle | null;
}

/** A settlement with associated operations (API description, "Reconciled settlement"). */
export interface LiquidacionConciliada extends LiquidacionComun {
  readonly fecha_recupero_adelanto: FechaHora | null;
  readonly acreditada: boolean | null;
  /** How many operations are associated. */
  readonly operaciones: number;
  readonly cashback: Money;
}

/** Settlement totals of one card over a period (API description, "Settlement totals"). */
export interface LiquidacionTotales {
  readonly tarjeta: Texto;
  readonly fac_debito: Money;
  readonly fac_credito: Money;
  readonly fac_credito_cuotas: Money;
  readonly fac_descontado: Money;
  readonly fac_otro: Money;
  readonly total_facturado: Money;
  readonly des_arancel: Money;
  readonly des_promocion: Money;
  readonly des_impuesto: Money;
  readonly des_cuota: Money;
  readonly des_adelanto: Money;
  readonly des_otro: Money;
  readonly total_descontado: Money;
  readonly total_acreditado: Money;
  readonly extra: Extra;
}
