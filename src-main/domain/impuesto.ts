import type { CivilDate } from './civil-date.ts';
import type { Extra, Importe, OptionalText } from './row.ts';

interface ImpuestoDetail {
  /** Values seen: `IMPUESTO`, `PERCEPCION`, `RETENCIÓN` (NFC). Others are kept as they came. */
  readonly tipo: OptionalText;
  readonly motivo: OptionalText;
  readonly descripcion: OptionalText;
  readonly porcentaje: OptionalText;
  readonly importe: Importe;
  readonly extra: Extra;
}

/** The taxes of one settlement (API description, "Tax record"). */
export interface Impuesto {
  readonly id: string;
  readonly marca: OptionalText;
  readonly tarjeta: OptionalText;
  readonly comercio: OptionalText;
  readonly provincia: OptionalText;
  readonly establecimiento: OptionalText;
  readonly tipo: OptionalText;
  readonly numero: OptionalText;
  readonly fecha: CivilDate;
  readonly impuesto_iva_105: Importe;
  readonly impuesto_iva_21: Importe;
  readonly imp_iva: Importe;
  readonly impuesto_otros: Importe;
  readonly total_impuestos: Importe;
  readonly retencion_iva: Importe;
  readonly retencion_iibb: Importe;
  readonly retencion_ganancias: Importe;
  readonly retencion_otros: Importe;
  readonly total_retenciones: Importe;
  readonly percepcion_iva: Importe;
  readonly percepcion_iibb: Importe;
  readonly percepcion_ganancias: Importe;
  readonly percepcion_otros: Importe;
  readonly total_percepciones: Importe;
  /** null when the list did not come: absent is not empty. */
  readonly detalle: readonly ImpuestoDetail[] | null;
  readonly extra: Extra;
}

/** Tax totals over a period (API description, "Tax totals"). */
export interface ImpuestosTotals {
  readonly imp_iva_105: Importe;
  readonly imp_iva_21: Importe;
  readonly imp_iva: Importe;
  readonly imp_otros: Importe;
  readonly tot_impuestos: Importe;
  readonly ret_iva: Importe;
  readonly ret_iibb: Importe;
  readonly ret_ganancias: Importe;
  readonly ret_otros: Importe;
  readonly tot_retenciones: Importe;
  readonly per_iva: Importe;
  readonly per_iibb: Importe;
  readonly per_ganancias: Importe;
  readonly per_otros: Importe;
  readonly tot_percepciones: Importe;
  readonly extra: Extra;
}
