import * as z from 'zod';
import { dateTime, fechaHoraOpcional, identifier, plainAmount, texto } from '../wire/fields.ts';

/** After "Rejection / chargeback / refund" in the API description. */
export const rechazoWire = z.object({
  id: identifier,
  fecha: dateTime,
  marca: texto,
  tarjeta: texto,
  establecimiento: texto,
  motivo: texto,
  descripcion: texto,
  importe: plainAmount,
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
