import type { CuponField } from '#domain/cupon.ts';

const PLAIN = /\p{M}/gu;
/** Text as searches compare it: lower case, no accents. */
export const toSearchable = (text: string): string => text.normalize('NFD').replace(PLAIN, '').toLowerCase();

/** Dates and amounts as people write them, so that what is seen can be searched. */
export function asWritten(campo: CuponField, valor: string): string {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(valor);
  if (date !== null) return `${date[3] ?? ''}/${date[2] ?? ''}/${date[1] ?? ''}`;
  if (campo !== 'importe') return valor;
  const [whole = '', cents = '00'] = valor.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents} ${whole},${cents}`;
}
