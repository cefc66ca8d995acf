import type { ResultOperacion } from '#contract/conciliaciones.ts';
import { formatDate } from '../../ui/format.ts';
import { REVIEW_FIELDS, getFieldName } from '../review/fields.ts';

const DATES: readonly string[] = ['fecha_venta', 'fecha_pres', 'fecha_pago'];

export interface CuponDatum {
  readonly campo: string;
  readonly nombre: string;
  readonly valor: string;
  readonly esImporte: boolean;
}

/** The fields that a coupon has, in the order in which a person looks for them. Identifiers stay text. */
export function getCuponData(operacion: ResultOperacion): readonly CuponDatum[] {
  return REVIEW_FIELDS.flatMap((field) => {
    const value = operacion[field];
    if (value === undefined) return [];
    const text = DATES.includes(field) ? formatDate(value) : value;
    return [{ campo: field, nombre: getFieldName(field), valor: text, esImporte: field === 'importe' }];
  });
}
