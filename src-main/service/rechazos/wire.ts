import * as z from 'zod';
import { fechaHora, fechaHoraOpcional, identificador, montoSinMiles, texto } from '../wire/fields.ts';

/** After "Rejection / chargeback / refund" in the API description. */
export const rechazoWire = z.object({
  id: identificador,
  fecha: fechaHora,
  marca: texto,
  tarjeta: texto,
  establecimiento: texto,
  motivo: texto,
  descripcion: texto,
  importe: montoSinMiles,
  comercio: texto,
  estado: texto,
  lote: texto,
  comprobante: texto,
  tarjeta_nro: texto,
  rechazo: texto,
  autorizacion: texto,
  fecha_transferencia: fechaHoraOpcional,
  fecha_presentacion: fechaHoraOpcional,
});
