import type { ResultOperacion } from '#contract/conciliaciones.ts';
import { m } from '../../paraglide/messages.js';
import { date } from '../../ui/format.ts';

type Field = Exclude<
  keyof ResultOperacion,
  'conciliado' | 'modo' | 'nro_liquidacion' | 'liquidaciones_id' | 'fecha_liq' | 'fila'
>;

/** What each field of a coupon is called on screen. The type makes it complete: a new field does not compile without a name. */
const FIELD_NAMES: Record<Field, () => string> = {
  fecha_venta: m.campo_fecha_venta,
  importe: m.campo_importe,
  tarjeta_desc: m.campo_tarjeta_desc,
  tarjeta_nro: m.campo_tarjeta_nro,
  comprobante: m.campo_comprobante,
  autorizacion: m.campo_autorizacion,
  cuotas: m.campo_cuotas,
  terminal: m.campo_terminal,
  lote: m.campo_lote,
  establecimiento: m.campo_establecimiento,
  fecha_pres: m.campo_fecha_pres,
  fecha_pago: m.campo_fecha_pago,
  bin: m.campo_bin,
  bco_emisor: m.campo_bco_emisor,
  tarjeta_id: m.campo_tarjeta_id,
  wallet_referencia: m.campo_wallet_referencia,
  wallet_tipo_operacion: m.campo_wallet_tipo_operacion,
  referencia: m.campo_referencia,
  referencia_extra: m.campo_referencia_extra,
  auxiliar_1: () => m.campo_auxiliar({ n: '1' }),
  auxiliar_2: () => m.campo_auxiliar({ n: '2' }),
  auxiliar_3: () => m.campo_auxiliar({ n: '3' }),
  auxiliar_4: () => m.campo_auxiliar({ n: '4' }),
  auxiliar_5: () => m.campo_auxiliar({ n: '5' }),
};
const DATES: readonly string[] = ['fecha_venta', 'fecha_pres', 'fecha_pago'];

export interface CuponDatum {
  readonly campo: string;
  readonly nombre: string;
  readonly valor: string;
  readonly esImporte: boolean;
}

/** The fields that a coupon has, in the order in which a person looks for them. Identifiers stay text. */
export function getCuponData(operacion: ResultOperacion): readonly CuponDatum[] {
  const fields = Object.keys(FIELD_NAMES) as Field[];
  return fields.flatMap((field) => {
    const value = operacion[field];
    if (value === undefined) return [];
    const text = DATES.includes(field) ? date(value) : value;
    return [{ campo: field, nombre: FIELD_NAMES[field](), valor: text, esImporte: field === 'importe' }];
  });
}
