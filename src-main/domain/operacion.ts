import type { CivilDate } from './civil-date.ts';
import type { DateTime } from './date-time.ts';
import type { Extra, OptionalText, Vinculo } from './row.ts';
import type { Money } from './money.ts';

/** A sale coupon as the processors report it (API description, "Operation"). Codes and rates stay text. */
export interface Operacion {
  readonly id: string;
  readonly fecha_venta: DateTime;
  readonly fecha_presentacion: CivilDate | null;
  readonly tarjeta: OptionalText;
  readonly marca: OptionalText;
  readonly establecimiento: OptionalText;
  readonly terminal: OptionalText;
  readonly lote: OptionalText;
  readonly comprobante: OptionalText;
  readonly tarjeta_nro: OptionalText;
  readonly cuotas: OptionalText;
  readonly importe: Money;
  readonly comercio: OptionalText;
  readonly fecha_pago: CivilDate | null;
  readonly autorizacion: OptionalText;
  readonly nro_liquidacion: Vinculo;
  readonly liquidaciones_id: Vinculo;
  readonly bin: OptionalText;
  readonly plan: OptionalText;
  readonly arancel: Money | null;
  readonly tna: OptionalText;
  readonly costo_fin: Money | null;
  readonly billetera: OptionalText;
  readonly referencia: OptionalText;
  /** null: the account has no bank-account feed. A third state, never "no". */
  readonly acreditada: boolean | null;
  readonly extra: Extra;
}

/** The date fields that `/v1/operaciones` filters by. */
export type DateField = 'fecha_venta' | 'fecha_presentacion' | 'fecha_pago';
