import { m } from '../../paraglide/messages.js';
import type { Field } from './cell.ts';

/** The name of each field, in the order in which fields are sent. The type makes it complete. */
const NAMES: Record<Field, () => string> = {
  fecha_venta: m.campo_fecha_venta,
  importe: m.campo_importe,
  comprobante: m.campo_comprobante,
  tarjeta_nro: m.campo_tarjeta_nro,
  tarjeta_desc: m.campo_tarjeta_desc,
  terminal: m.campo_terminal,
  lote: m.campo_lote,
  cuotas: m.campo_cuotas,
  autorizacion: m.campo_autorizacion,
  establecimiento: m.campo_establecimiento,
  fecha_pres: m.campo_fecha_pres,
  fecha_pago: m.campo_fecha_pago,
  tarjeta_id: m.campo_tarjeta_id,
  bin: m.campo_bin,
  bco_emisor: m.campo_bco_emisor,
  referencia: m.campo_referencia,
  referencia_extra: m.campo_referencia_extra,
  wallet_referencia: m.campo_wallet_referencia,
  wallet_tipo_operacion: m.campo_wallet_tipo_operacion,
  auxiliar_1: () => m.campo_auxiliar({ n: '1' }),
  auxiliar_2: () => m.campo_auxiliar({ n: '2' }),
  auxiliar_3: () => m.campo_auxiliar({ n: '3' }),
  auxiliar_4: () => m.campo_auxiliar({ n: '4' }),
  auxiliar_5: () => m.campo_auxiliar({ n: '5' }),
};

/** Every field, in the order in which a person looks for them. */
export const CAMPOS = Object.keys(NAMES) as readonly Field[];
export const getFieldName = (field: Field): string => NAMES[field]();
