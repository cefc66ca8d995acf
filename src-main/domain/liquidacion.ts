import type { CivilDate } from './civil-date.ts';
import type { DateTime } from './date-time.ts';
import type { Extra, Importe, OptionalText } from './row.ts';

/** What settlements and reconciled settlements have in common (API description, "Settlement"). */
interface CommonLiquidacion {
  readonly id: string;
  readonly marca: OptionalText;
  readonly tarjeta: OptionalText;
  readonly comercio: OptionalText;
  readonly provincia: OptionalText;
  readonly banco: OptionalText;
  readonly establecimiento: OptionalText;
  readonly tipo: OptionalText;
  readonly numero: OptionalText;
  readonly fecha: CivilDate;
  readonly facturado_debito: Importe;
  readonly facturado_credito: Importe;
  readonly facturado_credito_cuotas: Importe;
  readonly facturado_descontado: Importe;
  readonly facturado_otro: Importe;
  readonly total_facturado: Importe;
  readonly descontado_arancel: Importe;
  readonly descontado_promocion: Importe;
  readonly descontado_impuesto: Importe;
  readonly descontado_cuota: Importe;
  readonly descontado_adelanto: Importe;
  readonly descontado_otro: Importe;
  readonly total_descontado: Importe;
  readonly total_acreditado: Importe;
  readonly extra: Extra;
}

interface LiquidacionSale {
  readonly descripcion: OptionalText;
  readonly terminal: OptionalText;
  readonly lote: OptionalText;
  readonly comprobante: OptionalText;
  readonly transacciones: OptionalText;
  readonly tarjeta: OptionalText;
  readonly importe: Importe;
  readonly motivo: OptionalText;
  readonly extra: Extra;
}

interface LiquidacionDiscount {
  readonly descripcion: OptionalText;
  readonly porcentaje: OptionalText;
  readonly cuotas: OptionalText;
  readonly importe: Importe;
  readonly tipo: OptionalText;
  readonly motivo: OptionalText;
  readonly extra: Extra;
}

interface LiquidacionDetail {
  readonly ventas: readonly LiquidacionSale[];
  readonly descuentos: readonly LiquidacionDiscount[];
  readonly extra: Extra;
}

/** A settlement of a processor. */
export interface Liquidacion extends CommonLiquidacion {
  readonly fecha_recupero_adelanto: DateTime | null;
  /** null: the account has no bank-account feed. A third state, never "no". */
  readonly acreditada: boolean | null;
  /** null when the detail was not asked for: absent is not empty. */
  readonly detalle: LiquidacionDetail | null;
}

/** A settlement with associated operations (API description, "Reconciled settlement"). */
export interface ReconciledLiquidacion extends CommonLiquidacion {
  readonly fecha_recupero_adelanto: DateTime | null;
  readonly acreditada: boolean | null;
  /** How many operations are associated; null when it is not said. */
  readonly operaciones: number | null;
  readonly cashback: Importe;
}

/** Settlement totals of one card over a period (API description, "Settlement totals"). */
export interface LiquidacionTotals {
  readonly tarjeta: OptionalText;
  readonly fac_debito: Importe;
  readonly fac_credito: Importe;
  readonly fac_credito_cuotas: Importe;
  readonly fac_descontado: Importe;
  readonly fac_otro: Importe;
  readonly total_facturado: Importe;
  readonly des_arancel: Importe;
  readonly des_promocion: Importe;
  readonly des_impuesto: Importe;
  readonly des_cuota: Importe;
  readonly des_adelanto: Importe;
  readonly des_otro: Importe;
  readonly total_descontado: Importe;
  readonly total_acreditado: Importe;
  readonly extra: Extra;
}
