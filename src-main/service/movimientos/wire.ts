import * as z from 'zod';
import { requiredBoolean, dateTime, identifier, plainAmount, texto, vinculo } from '../wire/fields.ts';

/** After "Bank movement" in the API description. */
export const movimientoWire = z.object({
  id: identifier,
  fecha: dateTime,
  banco: texto,
  cuenta: texto,
  cbu: texto,
  cuit_cuenta: texto,
  razon_social: texto,
  categoria: texto,
  informacion: texto,
  codigo_banco: texto,
  cuit: texto,
  debito_credito: texto,
  importe: plainAmount,
  referencia: texto,
  tipo: texto,
  marca: texto,
  comercio: texto,
  voucher_asociado: texto,
  liquidaciones_id: vinculo,
  transacciones_id: vinculo,
  conciliado: requiredBoolean,
});

/** What the wrapper carries besides rows and total. `importe_total` is kept as it came: of the page or of the filter is not said. */
export const movimientosHeaderWire = z.object({ interbanking: requiredBoolean, importe_total: texto });
