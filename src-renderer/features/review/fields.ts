import type { ReviewProblem, ReviewRow } from '#contract/revision.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { FIELDS_IN_ORDER } from '#contract/data-fields.ts';
import { formatAmount, formatDate } from '../../ui/format.ts';
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

/** What a closing of a terminal is called under its day: `20014017 · 0753`. Without a terminal its number alone would name nothing: `Lote 0753`. */
export function getClosingName(key: string): string {
  const [, terminal = '', lote = ''] = key.split(' · ');
  return terminal === '' ? `${getFieldName('lote')} ${lote}` : `${terminal} · ${lote}`;
}

/** The fields that a person looks at first. The amount goes last, above the totals. */
const FIRST_COLUMNS: readonly Field[] = [
  'fecha_venta',
  'tarjeta_desc',
  'tarjeta_nro',
  'comprobante',
  'cuotas',
  'terminal',
  'lote',
];
const ALWAYS: readonly Field[] = ['fecha_venta', 'comprobante', 'tarjeta_nro', 'importe'];

/** The columns of the grid: the fields of the files, and those that every coupon needs. */
export function columnsOf(fields: readonly Field[]): readonly Field[] {
  const all = new Set<Field>([...fields, ...ALWAYS]);
  const rest = [...all].filter((field) => !FIRST_COLUMNS.includes(field) && field !== 'importe');
  return [...FIRST_COLUMNS.filter((field) => all.has(field)), ...rest, 'importe'];
}

/** What is wrong in a cell: its error, else its notice. */
export function problemOf(row: ReviewRow, field: Field): ReviewProblem | undefined {
  const own = row.problemas.filter((one) => one.campo === field);
  return own.find(({ clase }) => clase === 'error') ?? own[0];
}

/** A sample value of the file: dates and plain amounts as people write them, anything else as it came. */
export function formatSample(field: Field | null, value: string): string {
  if (field === 'importe' && /^-?\d+(\.\d{1,2})?$/.test(value)) return formatAmount(value).replace(/\$\s/u, '');
  return field !== null && DATE_FIELDS.includes(field) ? formatDate(value) : value;
}

/** A value as a person types it, for the field where it is corrected. */
export function toEditable(field: Field, value: string): string {
  if (field === 'importe') return /^-?\d+\.\d\d$/.test(value) ? value.replace('.', ',') : value;
  return DATE_FIELDS.includes(field) ? formatDate(value) : value;
}

/** Whether what is in the box is another value than the row's: taking the same one would correct nothing and spend a step to undo. */
export const isCorrection = (row: ReviewRow, field: Field, typed: string): boolean =>
  typed !== toEditable(field, row.valores[field] ?? '');

/** Splits a message into the sentence that says what happened and the rest. */
export function partsOf(message: string): { readonly que: string; readonly rest: string } {
  // A sentence may end in a number ("Last 4.", "row 124."); a digit inside a quoted value ends none.
  const cut = /^(.+?(?:\D|\s[\d.]*\d)\.)\s+(?=[A-ZÁÉÍÓÚÑ])/.exec(message)?.[1];
  return cut === undefined ? { que: message, rest: '' } : { que: cut, rest: message.slice(cut.length).trim() };
}

/** Endings of the files that are read for coupons, as `<input accept>` takes them. */
export const ACCEPTED_TYPES = '.xlsx,.xls,.xlsb,.xlsm,.ods,.csv,.tsv,.txt,.zip';
