/** The queue, the rail, *Inicio* and `explicar` say the same number of coupons that are work. */
import { expect, test } from 'vitest';
import type { Cupon } from '#domain/cupon.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { cuponOf, fullCuponOf, someOperaciones } from '../../domain/matching/account.ts';
import { anAccount, context, type Said, type TestAccount } from '../explanations/account.ts';

const TODAY = '2026-10-20';
const SALES = someOperaciones(20);
const sale = (i: number): Operacion => SALES[i] ?? expect.unreachable();
const matched = (i: number): Said => ({ cupon: fullCuponOf(sale(i)), con: sale(i) });
const unmatched = (i: number, changes?: Partial<Cupon>): Said => ({ cupon: fullCuponOf(sale(i), changes) });

async function countWork(account: TestAccount) {
  const { total } = await account.explanations.explicar({ decididos: 'pendientes' }, context);
  return { ...(await account.unmatched(TODAY)), riel: await account.toDo(TODAY), explicar: total };
}
const all = (n: number) => ({ inicio: n, cola: n, riel: n, explicar: n });

test('a coupon that was uploaded again and matched there is counted by none of them', async () => {
  await using account = anAccount();
  await account.download(SALES, ['2026-09-01', '2026-10-20']);
  await account.keep('6', [matched(1), unmatched(2), matched(3)]);
  await account.keep('7', [unmatched(1), matched(2), unmatched(4), unmatched(5)]);
  expect(await countWork(account)).toEqual(all(2));
});

test('the voucher may have come back without its zeros', async () => {
  await using account = anAccount();
  await account.keep('6', [{ ...matched(1), cupon: fullCuponOf(sale(1), { comprobante: '00042' }) }]);
  await account.keep('7', [unmatched(1, { comprobante: '42' }), unmatched(1, { comprobante: '43' })]);
  expect(await countWork(account)).toEqual(all(1));
});

test('the second of two equal sales is counted where only the first matched elsewhere', async () => {
  await using account = anAccount();
  await account.keep('6', [matched(1)]);
  await account.keep('7', [unmatched(1), unmatched(1)]);
  expect(await countWork(account)).toEqual(all(1));
  await account.keep('6', [matched(1), matched(1)]);
  expect(await countWork(account)).toEqual(all(0));
});

test('a coupon that no number names is counted, whatever matched elsewhere', async () => {
  await using account = anAccount();
  const cupon = cuponOf(sale(1), { comprobante: '', autorizacion: '' });
  await account.keep('6', [{ cupon, con: sale(1) }]);
  await account.keep('7', [{ cupon }]);
  expect(await countWork(account)).toEqual(all(1));
});

test('a match that only the ledger has counts as one of a result that was kept', async () => {
  await using account = anAccount();
  await account.send([matched(1), unmatched(2)]);
  await account.keep('7', [unmatched(1), matched(2), unmatched(3)]);
  expect(await countWork(account)).toEqual(all(1));
});

test('of two equal sales the one that was decided about is none of the work, also where the other one matched', async () => {
  await using account = anAccount();
  await account.keep('7', [matched(1), unmatched(1), unmatched(2)]);
  const taken = { tipo: 'explicado', cupon: { conciliacion: '7', n: 2 }, motivo: 'se anuló' } as const;
  await account.decisions.tomar({ decisiones: [taken] }, context);
  expect(await countWork(account)).toEqual({ inicio: 2, cola: 2, riel: 1, explicar: 1 });
});
