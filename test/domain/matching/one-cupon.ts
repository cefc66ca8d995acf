import type { Cupon } from '#domain/cupon.ts';
import type { Explanation } from '#domain/matching/explain/reasons.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { explainAccount, fullCuponOf, someOperaciones, type Account } from './account.ts';
import { anOperacion } from './builders.ts';

export const OTHER_STORE = anOperacion({
  id: '9',
  establecimiento: '30099999',
  terminal: '31',
  lote: '1',
  comprobante: '5',
  bin: '1',
});
export const OPERACIONES = [...someOperaciones(30), OTHER_STORE];
/** A sale of 6 September, in three instalments as every fifth operation is. */
export const SALE = OPERACIONES[205] ?? anOperacion();

export function explainOne(cupon: Cupon, account: Partial<Account> = {}): Explanation {
  const said = explainAccount({ operaciones: OPERACIONES, cupones: { 'caja/1': cupon }, ...account }).get('caja/1');
  if (said === undefined) throw new Error('Nothing was said');
  return said;
}

export const without = (gone: Operacion): readonly Operacion[] => OPERACIONES.filter(({ id }) => id !== gone.id);
/** The reason of a coupon without mistakes whose operation is not in the account; `fault` makes mistakes. */
export const whyGone = (operacion: Operacion, context: Account['context'] = {}, fault: Cupon = {}) =>
  explainOne(fullCuponOf(operacion, fault), { operaciones: without(operacion), context }).motivo;
export const amountOf = (operacion: Operacion, change: (amount: number) => number): string =>
  (Math.round(change(operacion.importe)) / 100).toFixed(2);
