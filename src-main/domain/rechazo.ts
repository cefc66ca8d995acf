import type { DateTime } from './date-time.ts';
import type { Extra, OptionalText } from './row.ts';
import type { Money } from './money.ts';

/** A chargeback, rejection or refund (API description, "Rejection / chargeback / refund"). */
export interface Rechazo {
  readonly id: string;
  readonly fecha: DateTime;
  readonly marca: OptionalText;
  readonly tarjeta: OptionalText;
  readonly establecimiento: OptionalText;
  /** A value seen: `CONTRACARGO`. Others are kept as they came. */
  readonly motivo: OptionalText;
  readonly descripcion: OptionalText;
  readonly importe: Money;
  readonly comercio: OptionalText;
  readonly estado: OptionalText;
  readonly lote: OptionalText;
  readonly comprobante: OptionalText;
  readonly tarjeta_nro: OptionalText;
  readonly rechazo: OptionalText;
  readonly autorizacion: OptionalText;
  readonly fecha_transferencia: DateTime | null;
  readonly fecha_presentacion: DateTime | null;
  readonly extra: Extra;
}
