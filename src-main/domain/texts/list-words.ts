/** How the list of a view shows its fields: the title of a column, values in words, the sign of a deduction. The same on screen and in an export. */
import { formatCuit } from '../cierre/taxpayers.ts';
import { getFieldLabel } from './field-labels.ts';
import { wordIn, type Language, type Words } from './language.ts';

/** Titles shorter than the field's label, where the list says the rest. */
const TITLES: Readonly<Record<string, Words>> = {
  fecha_venta: ['Venta', 'Sale'],
  tarjeta_nro: ['Últ. 4', 'Last 4'],
  nro_liquidacion: ['Liquidación', 'Settlement'],
  fecha_pago: ['Pago', 'Payment'],
  costo_fin: ['Costo financ.', 'Financing'],
  total_facturado: ['Facturado', 'Billed'],
  total_descontado: ['Descontado', 'Deducted'],
  total_acreditado: ['Acreditado', 'Credited'],
  debito_credito: ['Sentido', 'Direction'],
  acreditada: ['Estado', 'State'],
};

export const getListTitle = (field: string, language: Language = 'es'): string => {
  const words = TITLES[field];
  return words === undefined ? getFieldLabel(field, language) : wordIn(words, language);
};

const SUBTRACTED = /^(arancel|costo_fin|descontado_.*|des_.*|total_descontado)$/;
/** Deductions: they are written with a minus, whichever sign the service gives them (docs/visual-language.md §4). */
export const isDeduction = (field: string): boolean => SUBTRACTED.test(field);

/** The decimal text of an amount as its column shows it. */
export const signInList = (field: string, amount: string): string =>
  isDeduction(field) && !amount.startsWith('-') && /[1-9]/.test(amount) ? `-${amount}` : amount;

/** Tax numbers, of which the service gives only the digits. */
const TAX_NUMBERS: readonly string[] = ['cuit', 'cuit_cuenta'];
export const isCuit = (field: string): boolean => TAX_NUMBERS.includes(field);

const CREDITED: readonly Words[] = [
  ['Acreditada', 'Credited'],
  ['Pendiente', 'Pending'],
  ['Sin datos', 'No data'],
];
const MATCHED: readonly Words[] = [
  ['Conciliado', 'Matched'],
  ['Sin conciliar', 'Unmatched'],
];
const SIDES: Readonly<Record<string, Words>> = { D: ['Débito', 'Debit'], C: ['Crédito', 'Credit'] };

/** What a chargeback is and how it stands, in the service's words. */
const OF_RECHAZOS: ReadonlyMap<unknown, Words> = new Map<unknown, Words>([
  ['DEVOLUCION', ['Devolución', 'Refund']],
  ['CONTRACARGO', ['Contracargo', 'Chargeback']],
  ['RECHAZO', ['Rechazo', 'Rejection']],
  ['PENDIENTE', ['Pendiente', 'Pending']],
  ['ACEPTADO', ['Aceptado', 'Accepted']],
  ['RECHAZADO', ['Rechazado', 'Rejected']],
]);

const findWords = (field: string, value: unknown): Words | undefined => {
  // Unknown is never shown as "no" (docs/gaps.md, `acreditada`).
  if (field === 'acreditada') return CREDITED[value === true ? 0 : value === false ? 1 : 2];
  if (typeof value === 'boolean') return MATCHED[value ? 0 : 1];
  if (field === 'en_duda' && value !== null) return ['En duda', 'In doubt'];
  if (field === 'motivo' || field === 'estado') return OF_RECHAZOS.get(value);
  return field === 'debito_credito' && typeof value === 'string' ? SIDES[value] : undefined;
};

/** The value of a field in words; undefined where it is shown as it is. */
export function describeInList(field: string, value: unknown, language: Language = 'es'): string | undefined {
  if (isCuit(field) && typeof value === 'string') return formatCuit(value);
  const words = findWords(field, value);
  return words === undefined ? undefined : wordIn(words, language);
}
