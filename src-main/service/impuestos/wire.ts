import * as z from 'zod';
import { fechaDmy, identificador, montoConMilesONulo, montoOpcional, texto } from '../wire/fields.ts';
import { nestedList, orNothing } from '../wire/rows.ts';

const detalleWire = z.object({
  tipo: texto,
  motivo: texto,
  descripcion: texto,
  porcentaje: texto,
  importe: montoOpcional,
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
  impuesto_iva_105: montoOpcional,
  impuesto_iva_21: montoOpcional,
  imp_iva: montoOpcional,
  impuesto_otros: montoOpcional,
  total_impuestos: montoOpcional,
  retencion_iva: montoOpcional,
  retencion_iibb: montoOpcional,
  retencion_ganancias: montoOpcional,
  retencion_otros: montoOpcional,
  total_retenciones: montoOpcional,
  percepcion_iva: montoOpcional,
  percepcion_iibb: montoOpcional,
  percepcion_ganancias: montoOpcional,
  percepcion_otros: montoOpcional,
  total_percepciones: montoOpcional,
  detalle: orNothing(nestedList(detalleWire)),
});

/** After "Tax totals": thousands commas here. */
export const impuestosTotalesWire = z.object({
  imp_iva_105: montoConMilesONulo,
  imp_iva_21: montoConMilesONulo,
  imp_iva: montoConMilesONulo,
  imp_otros: montoConMilesONulo,
  tot_impuestos: montoConMilesONulo,
  ret_iva: montoConMilesONulo,
  ret_iibb: montoConMilesONulo,
  ret_ganancias: montoConMilesONulo,
  ret_otros: montoConMilesONulo,
  tot_retenciones: montoConMilesONulo,
  per_iva: montoConMilesONulo,
  per_iibb: montoConMilesONulo,
  per_ganancias: montoConMilesONulo,
  per_otros: montoConMilesONulo,
  tot_percepciones: montoConMilesONulo,
});
