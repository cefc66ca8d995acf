import * as z from 'zod';
import {
  booleanoONulo,
  cuentaOpcional,
  fechaDmy,
  fechaSueltaOpcional,
  identificador,
  montoConMilesONulo,
  montoOpcional,
  texto,
} from '../wire/fields.ts';
import { nested, nestedList, orNothing } from '../wire/rows.ts';

const ventaWire = z.object({
  descripcion: texto,
  terminal: texto,
  lote: texto,
  comprobante: texto,
  transacciones: texto,
  tarjeta: texto,
  importe: montoOpcional,
  motivo: texto,
});

const descuentoWire = z.object({
  descripcion: texto,
  porcentaje: texto,
  cuotas: texto,
  importe: montoOpcional,
  tipo: texto,
  motivo: texto,
});

const detalleWire = z.object({
  ventas: nestedList(ventaWire),
  descuentos: nestedList(descuentoWire),
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
  facturado_debito: montoOpcional,
  facturado_credito: montoOpcional,
  facturado_credito_cuotas: montoOpcional,
  facturado_descontado: montoOpcional,
  facturado_otro: montoOpcional,
  total_facturado: montoOpcional,
  descontado_arancel: montoOpcional,
  descontado_promocion: montoOpcional,
  descontado_impuesto: montoOpcional,
  descontado_cuota: montoOpcional,
  descontado_adelanto: montoOpcional,
  descontado_otro: montoOpcional,
  total_descontado: montoOpcional,
  total_acreditado: montoOpcional,
  acreditada: booleanoONulo,
};

/** After "Settlement (liquidación)" in the API description. */
export const liquidacionWire = z.object({
  ...comun,
  detalle: orNothing(nested(detalleWire)),
});

/** After "Reconciled settlement". */
export const liquidacionConciliadaWire = z.object({ ...comun, operaciones: cuentaOpcional, cashback: montoOpcional });

/** After "Settlement totals": thousands commas here. */
export const liquidacionTotalesWire = z.object({
  tarjeta: texto,
  fac_debito: montoConMilesONulo,
  fac_credito: montoConMilesONulo,
  fac_credito_cuotas: montoConMilesONulo,
  fac_descontado: montoConMilesONulo,
  fac_otro: montoConMilesONulo,
  total_facturado: montoConMilesONulo,
  des_arancel: montoConMilesONulo,
  des_promocion: montoConMilesONulo,
  des_impuesto: montoConMilesONulo,
  des_cuota: montoConMilesONulo,
  des_adelanto: montoConMilesONulo,
  des_otro: montoConMilesONulo,
  total_descontado: montoConMilesONulo,
  total_acreditado: montoConMilesONulo,
});
