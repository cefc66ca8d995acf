import type { CivilDate } from './civil-date.ts';
import type { FechaHora } from './fecha-hora.ts';
import type { Extra, Texto, Vinculo } from './fila.ts';
import type { Money } from './money.ts';

/** A sale coupon as the processors report it (API description, "Operation"). Codes and rates stay text. */
export interface Operacion {
  readonly id: string;
  readonly fecha_venta: FechaHora;
  readonly fecha_presentacion: CivilDate | null;
  readonly tarjeta: Texto;
  readonly marca: Texto;
  readonly establecimiento: Texto;
  readonly terminal: Texto;
  readonly lote: Texto;
  readonly comprobante: Texto;
  readonly tarjeta_nro: Texto;
  readonly cuotas: Texto;
  readonly importe: Money;
  readonly comercio: Texto;
  readonly fecha_pago: CivilDate | null;
  readonly autorizacion: Texto;
  readonly nro_liquidacion: Vinculo;
  readonly liquidaciones_id: Vinculo;
  readonly bin: Texto;
  readonly plan: Texto;
  readonly arancel: Money | null;
  readonly tna: Texto;
  readonly costo_fin: Money | null;
  readonly billetera: Texto;
  readonly referencia: Texto;
  /** null: the account has no bank-account feed. A third state, never "no". */
  readonly acreditada: boolean | null;
  readonly extra: Extra;
}

/** The date fields that `/v1/operaciones` filters by. */
export type CampoFecha = 'fecha_venta' | 'fecha_presentacion' | 'fecha_pago';
