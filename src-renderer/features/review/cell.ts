import type { ReviewRow, ReviewProblem } from '#contract/revision.ts';
import { date, formatAmount } from '../../ui/format.ts';

export type Field = keyof ReviewRow['valores'];

const DATES: readonly Field[] = ['fecha_venta', 'fecha_pres', 'fecha_pago'];
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
export function columnsOf(campos: readonly Field[]): readonly Field[] {
  const all = new Set<Field>([...campos, ...ALWAYS]);
  const rest = [...all].filter((campo) => !FIRST.includes(campo) && campo !== 'importe');
  return [...FIRST.filter((campo) => all.has(campo)), ...rest, 'importe'];
}

/** What is wrong in a cell: its error, else its notice. */
export function problemOf(fila: ReviewRow, campo: Field): ReviewProblem | undefined {
  const own = fila.problemas.filter((one) => one.campo === campo);
  return own.find(({ clase }) => clase === 'error') ?? own[0];
}

/** A sample value of the file: dates and plain amounts as people write them, anything else as it came. */
export function formatSample(campo: Field | null, valor: string): string {
  if (campo === 'importe' && /^-?\d+(\.\d{1,2})?$/.test(valor)) return formatAmount(valor).replace(/\$\s/u, '');
  return campo !== null && DATES.includes(campo) ? date(valor) : valor;
}

/** A value as a person types it, for the field where it is corrected. */
export function editable(campo: Field, valor: string): string {
  if (campo === 'importe') return /^-?\d+\.\d\d$/.test(valor) ? valor.replace('.', ',') : valor;
  return DATES.includes(campo) ? date(valor) : valor;
}

/** Splits a message into the sentence that says what happened and the rest. */
export function partsOf(mensaje: string): { readonly que: string; readonly rest: string } {
  const cut = /^(.+?[^\d]\.)\s+(?=[A-ZÁÉÍÓÚÑ])/.exec(mensaje)?.[1];
  return cut === undefined ? { que: mensaje, rest: '' } : { que: cut, rest: mensaje.slice(cut.length).trim() };
}
