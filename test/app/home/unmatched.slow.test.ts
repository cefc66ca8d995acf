/** The queue, the rail and *Inicio* count the same coupons still to do. */
import { expect, test } from 'vitest';
import type { ExplainedCupon } from '#contract/explanations.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { DecidedCupon } from '#domain/decisions/events.ts';
import { cuponOf, fullCuponOf } from '../../domain/matching/account.ts';
import { aDownloaded, anAccount, sale, type Said, type TestAccount } from '../explanations/account.ts';

const matched = (i: number): Said => ({ cupon: fullCuponOf(sale(i)), con: sale(i) });
const unmatched = (i: number, changes?: Partial<Cupon>): Said => ({ cupon: fullCuponOf(sale(i), changes) });

async function listQueue(account: TestAccount, state: ExplainedCupon['estado']) {
  const { cupones } = await account.explanations.explicar({});
  const explained = new Map(cupones.map((one) => [`${String(one.conciliacion)} ${String(one.n)}`, one]));
  const { filas } = await account.queue();
  return filas.flatMap(({ conciliacion, nLectura }) => {
    const one = explained.get(`${String(conciliacion)} ${String(nLectura)}`);
    return one?.estado === state ? [one] : [];
  });
}

async function countWork(account: TestAccount) {
  return { cola: (await listQueue(account, 'por_hacer')).length, riel: await account.toDo() };
}
const all = (n: number) => ({ cola: n, riel: n });

test('a coupon that was uploaded again and matched there is counted by none of them', async () => {
  await using account = await aDownloaded({
    6: [matched(1), unmatched(2), matched(3)],
    7: [unmatched(1), matched(2), unmatched(4), unmatched(5)],
  });
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
  await account.decisions.tomar({ decisiones: [taken] });
  expect(await countWork(account)).toEqual(all(1));
});

test('what waits for its operation is no work until its day, nor is what nets to zero', async () => {
  await using account = await aDownloaded();
  const recent = fullCuponOf(sale(1), {
    fecha_venta: '2026-10-20',
    comprobante: '900001',
    tarjeta_nro: '9001',
    autorizacion: '',
  });
  const sold = fullCuponOf(sale(2), {
    fecha_venta: '2026-09-15',
    comprobante: '900002',
    tarjeta_nro: '9002',
    autorizacion: '',
  });
  const voided = { ...sold, importe: `-${sold.importe ?? ''}` };
  await account.keep('7', [
    unmatched(3, { comprobante: '900003' }),
    { cupon: recent },
    { cupon: sold },
    { cupon: voided },
  ]);
  expect(await countWork(account)).toEqual(all(1));
  expect(await listQueue(account, 'espera')).toMatchObject([
    { n: 2, motivo: 'MUY_RECIENTE', espera: expect.stringMatching(/^2026-10-2\d$/) },
  ]);
  expect((await listQueue(account, 'resuelto')).map(({ n, motivo }) => [n, motivo])).toEqual([
    [3, 'ANULADA'],
    [4, 'ANULADA'],
  ]);
});

test('a coupon whose correction matched is listed as replaced, until that is undone', async () => {
  await using account = await aDownloaded();
  const [wrong, right] = [fullCuponOf(sale(1), { importe: '1.00' }), fullCuponOf(sale(1))];
  const named = (cupon: Cupon, conciliacion: string): DecidedCupon => ({
    ...{ carga: null, seq: null, archivo: 'caja.csv', fila: 2, vez: 1 },
    ...{ conciliacion, cupon },
  });
  await account.keep('6', [{ cupon: wrong }]);
  await account.note([{ kind: 'reemplazo', cupon: named(wrong, '6'), por: named(right, '7') }]);
  // The correction was not sent, or did not match: the coupon is still to do.
  expect(await countWork(account)).toEqual(all(1));
  await account.keep('7', [{ cupon: right, con: sale(1) }]);
  expect(await countWork(account)).toEqual(all(0));
  const [replaced] = await listQueue(account, 'reemplazado');
  expect(replaced).toMatchObject({ conciliacion: '6', reemplazado: true, otro: { conciliacion: '7', n: 1 } });
  const { n = 0, por } = replaced?.decision?.reemplazo ?? {};
  expect(por).toMatchObject({ conciliacion: '7', fila: 2, cupon: { importe: right.importe } });
  expect(replaced?.decision?.texto).toBe('Reemplazado por caja (fila 2)');
  await account.decisions.deshacer({ que: { ns: [n] } });
  expect(await countWork(account)).toEqual(all(1));
  expect(await listQueue(account, 'reemplazado')).toEqual([]);
});
