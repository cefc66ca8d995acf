import type { ReviewRow } from '#contract/revision.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { FIELDS_IN_ORDER } from '#contract/data-fields.ts';
import { getLanguage } from '../../ui/language.ts';

export type Field = keyof ReviewRow['valores'];

/** What a person looks for first; the other fields follow in the order in which they are sent. */
const FIRST: readonly Field[] = [
  'fecha_venta',
  'importe',
  'comprobante',
  'tarjeta_nro',
  'tarjeta_desc',
  'terminal',
  'lote',
  'cuotas',
  'autorizacion',
  'establecimiento',
  'fecha_pres',
  'fecha_pago',
  'tarjeta_id',
  'bin',
  'bco_emisor',
];

/** Every field, in the order in which a person looks for them. */
export const REVIEW_FIELDS: readonly Field[] = [...FIRST, ...FIELDS_IN_ORDER.filter((field) => !FIRST.includes(field))];
export const DATE_FIELDS: readonly Field[] = ['fecha_venta', 'fecha_pres', 'fecha_pago'];
export const getFieldName = (field: Field): string => getFieldLabel(field, getLanguage());
