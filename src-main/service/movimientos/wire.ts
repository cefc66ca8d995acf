import * as z from 'zod';
import { booleano, fechaHora, identificador, montoSinMiles, texto, vinculo } from '../wire/fields.ts';

/** After "Bank movement" in the API description. */
export const movimientoWire = z.object({
  id: identificador,
  fecha: fechaHora,
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
  importe: montoSinMiles,
  referencia: texto,
  tipo: texto,
  marca: texto,
  comercio: texto,
  voucher_asociado: texto,
  liquidaciones_id: vinculo,
  transacciones_id: vinculo,
  conciliado: booleano,
});

/** What the wrapper carries besides rows and total. `importe_total` is kept as it came: of the page or of the filter is not said. */
export const movimientosCabeceraWire = z.object({ interbanking: booleano, importe_total: texto });
