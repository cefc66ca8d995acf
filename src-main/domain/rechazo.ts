import type { FechaHora } from './fecha-hora.ts';
import type { Extra, Texto } from './fila.ts';
import type { Money } from './money.ts';

/** A chargeback, rejection or refund (API description, "Rejection / chargeback / refund"). */
export interface Rechazo {
  readonly id: string;
  readonly fecha: FechaHora;
  readonly marca: Texto;
  readonly tarjeta: Texto;
  readonly establecimiento: Texto;
  /** A value seen: `CONTRACARGO`. Others are kept as they came. */
  readonly motivo: Texto;
  readonly descripcion: Texto;
  readonly importe: Money;
  readonly comercio: Texto;
  readonly estado: Texto;
  readonly lote: Texto;
  readonly comprobante: Texto;
  readonly tarjeta_nro: Texto;
  readonly rechazo: Texto;
  readonly autorizacion: Texto;
  readonly fecha_transferencia: FechaHora | null;
  readonly fecha_presentacion: FechaHora | null;
  readonly extra: Extra;
}
