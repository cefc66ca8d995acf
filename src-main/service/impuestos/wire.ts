import * as z from 'zod';
import { fechaDmy, identificador, montoConMiles, montoSinMiles, texto } from '../wire/fields.ts';
import { nested, orNothing } from '../wire/rows.ts';

const detalleWire = z.object({
  tipo: texto,
  motivo: texto,
  descripcion: texto,
  porcentaje: texto,
  importe: montoSinMiles,
});

/** After "Tax record" in the API description. */
export const impuestoWire = z.object({
  id: identificador,
  marca: texto,
  tarjeta: texto,
  comercio: texto,
  provincia: texto,
  establecimiento: texto,
  tipo: texto,
  numero: texto,
  fecha: fechaDmy,
  impuesto_iva_105: montoSinMiles,
  impuesto_iva_21: montoSinMiles,
  imp_iva: montoSinMiles,
  impuesto_otros: montoSinMiles,
  total_impuestos: montoSinMiles,
  retencion_iva: montoSinMiles,
  retencion_iibb: montoSinMiles,
  retencion_ganancias: montoSinMiles,
  retencion_otros: montoSinMiles,
  total_retenciones: montoSinMiles,
  percepcion_iva: montoSinMiles,
  percepcion_iibb: montoSinMiles,
  percepcion_ganancias: montoSinMiles,
  percepcion_otros: montoSinMiles,
  total_percepciones: montoSinMiles,
  detalle: orNothing(z.array(nested(detalleWire))),
});

/** After "Tax totals": thousands commas here. */
export const impuestosTotalesWire = z.object({
  imp_iva_105: montoConMiles,
  imp_iva_21: montoConMiles,
  imp_iva: montoConMiles,
  imp_otros: montoConMiles,
  tot_impuestos: montoConMiles,
  ret_iva: montoConMiles,
  ret_iibb: montoConMiles,
  ret_ganancias: montoConMiles,
  ret_otros: montoConMiles,
  tot_retenciones: montoConMiles,
  per_iva: montoConMiles,
  per_iibb: montoConMiles,
  per_ganancias: montoConMiles,
  per_otros: montoConMiles,
  tot_percepciones: montoConMiles,
});
