import * as z from 'zod';
import {
  booleanoONulo,
  cuenta,
  fechaDmy,
  fechaSueltaOpcional,
  identificador,
  montoConMiles,
  montoSinMiles,
  texto,
} from '../wire/fields.ts';
import { nested, orNothing } from '../wire/rows.ts';

const ventaWire = z.object({
  descripcion: texto,
  terminal: texto,
  lote: texto,
  comprobante: texto,
  transacciones: texto,
  tarjeta: texto,
  importe: montoSinMiles,
  motivo: texto,
});

const descuentoWire = z.object({
  descripcion: texto,
  porcentaje: texto,
  cuotas: texto,
  importe: montoSinMiles,
  tipo: texto,
  motivo: texto,
});

const detalleWire = z.object({
  ventas: z.array(nested(ventaWire)),
  descuentos: z.array(nested(descuentoWire)),
});

const comun = {
  id: identificador,
  marca: texto,
  tarjeta: texto,
  comercio: texto,
  provincia: texto,
  banco: texto,
  establecimiento: texto,
  tipo: texto,
  numero: texto,
  fecha: fechaDmy,
  fecha_recupero_adelanto: fechaSueltaOpcional,
  facturado_debito: montoSinMiles,
  facturado_credito: montoSinMiles,
  facturado_credito_cuotas: montoSinMiles,
  facturado_descontado: montoSinMiles,
  facturado_otro: montoSinMiles,
  total_facturado: montoSinMiles,
  descontado_arancel: montoSinMiles,
  descontado_promocion: montoSinMiles,
  descontado_impuesto: montoSinMiles,
  descontado_cuota: montoSinMiles,
  descontado_adelanto: montoSinMiles,
  descontado_otro: montoSinMiles,
  total_descontado: montoSinMiles,
  total_acreditado: montoSinMiles,
  acreditada: booleanoONulo,
};

/** After "Settlement (liquidación)" in the API description. */
export const liquidacionWire = z.object({ ...comun, detalle: orNothing(nested(detalleWire)) });

/** After "Reconciled settlement". */
export const liquidacionConciliadaWire = z.object({ ...comun, operaciones: cuenta, cashback: montoSinMiles });

/** After "Settlement totals": thousands commas here. */
export const liquidacionTotalesWire = z.object({
  tarjeta: texto,
  fac_debito: montoConMiles,
  fac_credito: montoConMiles,
  fac_credito_cuotas: montoConMiles,
  fac_descontado: montoConMiles,
  fac_otro: montoConMiles,
  total_facturado: montoConMiles,
  des_arancel: montoConMiles,
  des_promocion: montoConMiles,
  des_impuesto: montoConMiles,
  des_cuota: montoConMiles,
  des_adelanto: montoConMiles,
  des_otro: montoConMiles,
  total_descontado: montoConMiles,
  total_acreditado: montoConMiles,
});
