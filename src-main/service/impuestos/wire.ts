import * as z from 'zod';
import { dmyDate, identifier, nullableGroupedAmount, optionalAmount, texto } from '../wire/fields.ts';
import { nestedList, orNothing } from '../wire/rows.ts';

const detailWire = z.object({
  tipo: texto,
  motivo: texto,
  descripcion: texto,
  porcentaje: texto,
  importe: optionalAmount,
});

/** After "Tax record" in the API description. */
export const impuestoWire = z.object({
  id: identifier,
  marca: texto,
  tarjeta: texto,
  comercio: texto,
  provincia: texto,
  establecimiento: texto,
  tipo: texto,
  numero: texto,
  fecha: dmyDate,
  impuesto_iva_105: optionalAmount,
  impuesto_iva_21: optionalAmount,
  imp_iva: optionalAmount,
  impuesto_otros: optionalAmount,
  total_impuestos: optionalAmount,
  retencion_iva: optionalAmount,
  retencion_iibb: optionalAmount,
  retencion_ganancias: optionalAmount,
  retencion_otros: optionalAmount,
  total_retenciones: optionalAmount,
  percepcion_iva: optionalAmount,
  percepcion_iibb: optionalAmount,
  percepcion_ganancias: optionalAmount,
  percepcion_otros: optionalAmount,
  total_percepciones: optionalAmount,
  detalle: orNothing(nestedList(detailWire)),
});

/** After "Tax totals": thousands commas here. */
export const impuestosTotalsWire = z.object({
  imp_iva_105: nullableGroupedAmount,
  imp_iva_21: nullableGroupedAmount,
  imp_iva: nullableGroupedAmount,
  imp_otros: nullableGroupedAmount,
  tot_impuestos: nullableGroupedAmount,
  ret_iva: nullableGroupedAmount,
  ret_iibb: nullableGroupedAmount,
  ret_ganancias: nullableGroupedAmount,
  ret_otros: nullableGroupedAmount,
  tot_retenciones: nullableGroupedAmount,
  per_iva: nullableGroupedAmount,
  per_iibb: nullableGroupedAmount,
  per_ganancias: nullableGroupedAmount,
  per_otros: nullableGroupedAmount,
  tot_percepciones: nullableGroupedAmount,
});
