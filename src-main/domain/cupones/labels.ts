import type { CuponField } from '../cupon.ts';

/** How people call each field, with its article: "la fecha de venta". */
const LABELS: Readonly<Record<CuponField, string>> = {
  referencia: 'la referencia',
  referencia_extra: 'la referencia extra',
  fecha_venta: 'la fecha de venta',
  fecha_pres: 'la fecha de presentación',
  tarjeta_id: 'el código de la tarjeta',
  tarjeta_desc: 'la tarjeta',
  establecimiento: 'el establecimiento',
  terminal: 'la terminal',
  lote: 'el lote',
  comprobante: 'el comprobante',
  tarjeta_nro: 'los últimos cuatro de la tarjeta',
  cuotas: 'las cuotas',
  bin: 'los primeros seis de la tarjeta',
  bco_emisor: 'el código del banco emisor',
  autorizacion: 'el código de autorización',
  importe: 'el importe',
  fecha_pago: 'la fecha de pago',
  wallet_referencia: 'la referencia de la billetera',
  wallet_tipo_operacion: 'el tipo de operación de la billetera',
  auxiliar_1: 'el auxiliar 1',
  auxiliar_2: 'el auxiliar 2',
  auxiliar_3: 'el auxiliar 3',
  auxiliar_4: 'el auxiliar 4',
  auxiliar_5: 'el auxiliar 5',
};

export const labelOf = (campo: CuponField): string => LABELS[campo];
