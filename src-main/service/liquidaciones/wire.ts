import * as z from 'zod';
import {
  nullableBoolean,
  optionalCount,
  dmyDate,
  optionalLooseDate,
  identifier,
  nullableGroupedAmount,
  optionalAmount,
  texto,
} from '../wire/fields.ts';
import { nested, nestedList, orNothing } from '../wire/rows.ts';

const saleWire = z.object({
  descripcion: texto,
  terminal: texto,
  lote: texto,
  comprobante: texto,
  transacciones: texto,
  tarjeta: texto,
  importe: optionalAmount,
  motivo: texto,
});

const discountWire = z.object({
  descripcion: texto,
  porcentaje: texto,
  cuotas: texto,
  importe: optionalAmount,
  tipo: texto,
  motivo: texto,
});

const detailWire = z.object({
  ventas: nestedList(saleWire),
  descuentos: nestedList(discountWire),
});

const common = {
  id: identifier,
  marca: texto,
  tarjeta: texto,
  comercio: texto,
  provincia: texto,
  banco: texto,
  establecimiento: texto,
  tipo: texto,
  numero: texto,
  fecha: dmyDate,
  fecha_recupero_adelanto: optionalLooseDate,
  facturado_debito: optionalAmount,
  facturado_credito: optionalAmount,
  facturado_credito_cuotas: optionalAmount,
  facturado_descontado: optionalAmount,
  facturado_otro: optionalAmount,
  total_facturado: optionalAmount,
  descontado_arancel: optionalAmount,
  descontado_promocion: optionalAmount,
  descontado_impuesto: optionalAmount,
  descontado_cuota: optionalAmount,
  descontado_adelanto: optionalAmount,
  descontado_otro: optionalAmount,
  total_descontado: optionalAmount,
  total_acreditado: optionalAmount,
  acreditada: nullableBoolean,
};

/** After "Settlement (liquidación)" in the API description. */
export const liquidacionWire = z.object({
  ...common,
  detalle: orNothing(nested(detailWire)),
});

/** After "Reconciled settlement". */
export const reconciledLiquidacionWire = z.object({ ...common, operaciones: optionalCount, cashback: optionalAmount });

/** After "Settlement totals": thousands commas here. */
export const liquidacionTotalsWire = z.object({
  tarjeta: texto,
  fac_debito: nullableGroupedAmount,
  fac_credito: nullableGroupedAmount,
  fac_credito_cuotas: nullableGroupedAmount,
  fac_descontado: nullableGroupedAmount,
  fac_otro: nullableGroupedAmount,
  total_facturado: nullableGroupedAmount,
  des_arancel: nullableGroupedAmount,
  des_promocion: nullableGroupedAmount,
  des_impuesto: nullableGroupedAmount,
  des_cuota: nullableGroupedAmount,
  des_adelanto: nullableGroupedAmount,
  des_otro: nullableGroupedAmount,
  total_descontado: nullableGroupedAmount,
  total_acreditado: nullableGroupedAmount,
});
