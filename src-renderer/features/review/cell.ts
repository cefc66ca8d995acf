import type { ReviewRow, ReviewProblem } from '#contract/revision.ts';
import { formatDate, formatAmount } from '../../ui/format.ts';
import { DATE_FIELDS, type Field } from './fields.ts';

/** The fields that a person looks at first. The amount goes last, above the totals. */
const FIRST: readonly Field[] = [
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
  const rest = [...all].filter((field) => !FIRST.includes(field) && field !== 'importe');
  return [...FIRST.filter((field) => all.has(field)), ...rest, 'importe'];
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
