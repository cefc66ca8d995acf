/** The view of the coupons that this PC uploaded: origin, fields, and what became of each. */
import { CUPON_FIELDS, FIELDS_IN_ORDER } from '../cupon.ts';
import type { DataField } from './filter-values.ts';

export const OWN_FIELDS: readonly DataField[] = [
  { nombre: 'carga', tipo: 'texto' },
  { nombre: 'archivo', tipo: 'texto' },
  { nombre: 'fila', tipo: 'entero' },
  ...FIELDS_IN_ORDER.map((name): DataField => {
    const { tipo } = CUPON_FIELDS[name];
    return { nombre: name, tipo: tipo === 'importe' || tipo === 'fecha' ? tipo : 'texto' };
  }),
  { nombre: 'estado', tipo: 'texto' },
  { nombre: 'conciliado', tipo: 'booleano' },
  { nombre: 'nro_liquidacion', tipo: 'texto' },
  { nombre: 'fecha_liq', tipo: 'fecha' },
];

/** The date fields to which a period can apply; `OWN_DATE` by default. */
export const OWN_DATES: readonly string[] = OWN_FIELDS.flatMap(({ nombre, tipo }) =>
  tipo === 'fecha' ? [nombre] : [],
);
export const OWN_DATE = 'fecha_venta';

export const OWN_SEARCHED: readonly string[] = [
  'comprobante', 'autorizacion', 'referencia', 'referencia_extra', 'nro_liquidacion', 'lote', 'terminal', 'tarjeta_nro', 'establecimiento',
  'tarjeta_desc', 'wallet_referencia', 'auxiliar_1', 'auxiliar_2', 'auxiliar_3', 'auxiliar_4', 'auxiliar_5', 'archivo', 'estado',
]; // prettier-ignore
