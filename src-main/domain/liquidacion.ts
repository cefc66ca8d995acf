import type { CivilDate } from './civil-date.ts';
import type { FechaHora } from './fecha-hora.ts';
import type { Extra, Importe, Texto } from './fila.ts';

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

interface LiquidacionVenta {
  readonly descripcion: Texto;
  readonly terminal: Texto;
  readonly lote: Texto;
  readonly comprobante: Texto;
  readonly transacciones: Texto;
  readonly tarjeta: Texto;
  readonly importe: Importe;
  readonly motivo: Texto;
  readonly extra: Extra;
}

interface LiquidacionDescuento {
  readonly descripcion: Texto;
  readonly porcentaje: Texto;
  readonly cuotas: Texto;
  readonly importe: Importe;
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
  /** How many operations are associated; null when it is not said. */
  readonly operaciones: number | null;
  readonly cashback: Importe;
}

/** Settlement totals of one card over a period (API description, "Settlement totals"). */
export interface LiquidacionTotales {
  readonly tarjeta: Texto;
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
