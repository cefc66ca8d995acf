import type { CivilDate } from './civil-date.ts';
import type { Extra, Texto } from './fila.ts';
import type { Money } from './money.ts';

interface ImpuestoDetalle {
  /** Values seen: `IMPUESTO`, `PERCEPCION`, `RETENCIÓN` (NFC). Others are kept as they came. */
  readonly tipo: Texto;
  readonly motivo: Texto;
  readonly descripcion: Texto;
  readonly porcentaje: Texto;
  readonly importe: Money;
  readonly extra: Extra;
}

/** The taxes of one settlement (API description, "Tax record"). */
export interface Impuesto {
  readonly id: string;
  readonly marca: Texto;
  readonly tarjeta: Texto;
  readonly comercio: Texto;
  readonly provincia: Texto;
  readonly establecimiento: Texto;
  readonly tipo: Texto;
  readonly numero: Texto;
  readonly fecha: CivilDate;
  readonly impuesto_iva_105: Money;
  readonly impuesto_iva_21: Money;
  readonly imp_iva: Money;
  readonly impuesto_otros: Money;
  readonly total_impuestos: Money;
  readonly retencion_iva: Money;
  readonly retencion_iibb: Money;
  readonly retencion_ganancias: Money;
  readonly retencion_otros: Money;
  readonly total_retenciones: Money;
  readonly percepcion_iva: Money;
  readonly percepcion_iibb: Money;
  readonly percepcion_ganancias: Money;
  readonly percepcion_otros: Money;
  readonly total_percepciones: Money;
  /** null when the list did not come: absent is not empty. */
  readonly detalle: readonly ImpuestoDetalle[] | null;
  readonly extra: Extra;
}

/** Tax totals over a period (API description, "Tax totals"). */
export interface ImpuestosTotales {
  readonly imp_iva_105: Money;
  readonly imp_iva_21: Money;
  readonly imp_iva: Money;
  readonly imp_otros: Money;
  readonly tot_impuestos: Money;
  readonly ret_iva: Money;
  readonly ret_iibb: Money;
  readonly ret_ganancias: Money;
  readonly ret_otros: Money;
  readonly tot_retenciones: Money;
  readonly per_iva: Money;
  readonly per_iibb: Money;
  readonly per_ganancias: Money;
  readonly per_otros: Money;
  readonly tot_percepciones: Money;
  readonly extra: Extra;
}
