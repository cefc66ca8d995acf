import { describe, expect, test } from 'vitest';
import { civilDay } from '../../domain/civil-day.ts';
import { aDownloaded, sale, type Said, type TestAccount, wrong } from '../explanations/account.ts';
import { cuponOf } from '../../domain/matching/account.ts';
import { aLink, decide, decisionOf, undo, withUpload } from './decided-account.ts';

describe('what is decided besides links', () => {
  test('is said beside the coupon, and what settles it takes it out of what is left to do', async () => {
    await using account = await withUpload([wrong(300), wrong(301)]);
    const cupon = account.at(51);
    await decide(
      account,
      { tipo: 'nota', cupon, texto: 'pregunté en la caja' },
      { tipo: 'reclamo', cupon, estado: 'reclamado' },
      { tipo: 'mirar', cupon, fecha: '2026-10-20' as never },
      { tipo: 'ajuste', cupon: account.at(52), importe: '0.13', motivo: 'centavos' },
    );
    expect(await decisionOf(account, 51)).toMatchObject({
      texto: 'Reclamado · Mirar el 20/10/2026 · Nota: pregunté en la caja',
      resuelto: false,
      mirar: { llego: true },
    });
    const { cupones } = await account.explanations.explicar({});
    expect(cupones.map(({ seq, estado }) => [seq, estado])).toEqual([
      [51, 'por_hacer'],
      [52, 'resuelto'],
    ]);
    expect(await account.decisions.listar({ solo: 'pendientes' })).toMatchObject({ total: 1 });
    // Of the two, the rail counts only those left to do.
    expect(await account.toDo('2026-10-19')).toBe(0);
    expect(await account.toDo('2026-10-20')).toBe(1);
  });

  test('has its history, with what was undone and by whom', async () => {
    await using account = await withUpload([wrong(300)]);
    const cupon = account.at(51);
    await decide(account, { tipo: 'explicado', cupon, motivo: 'se cobró en efectivo' });
    await undo(account, { cupon, tipo: 'explicado' });
    expect(await account.decisions.historia({ cupon })).toMatchObject([
      {
        n: 1,
        tipo: 'explicado',
        texto: 'Explicado: se cobró en efectivo',
        quien: 'ana',
        deshecha: { n: 2, quien: 'ana' },
      },
    ]);
    expect(await decisionOf(account, 51)).toBeNull();
  });

  test('is of the sale: the same coupon uploaded again has it too', async () => {
    await using account = await withUpload([wrong(300)]);
    await decide(account, { tipo: 'nota', cupon: account.at(51), texto: 'vista' });
    await account.keep('9', [wrong(300)]);
    const { cupones } = await account.explanations.explicar({ de: '9' });
    expect(cupones[0]?.decision?.texto).toBe('Nota: vista');
  });
});

describe('about a coupon whose reconciliation was deleted', () => {
  /** The only unmatched coupon of the reconciliation 9 is linked, and the reconciliation deleted. */
  async function withDeleted() {
    const account = await withUpload([]);
    await account.keep('9', [wrong(300)]);
    await decide(account, aLink({ conciliacion: '9', n: 1 }, 300));
    await decide(account, { tipo: 'mirar', cupon: { conciliacion: '9', n: 1 }, fecha: civilDay('2026-10-19') });
    await account.remove('9');
    return account;
  }
  const toLookAt = async (account: TestAccount) => (await account.decisions.listar({ solo: 'pendientes' })).total;

  test('its operation is free for the coupon that is uploaded in its place', async () => {
    await using account = await withDeleted();
    const revision = await account.bring([cuponOf(sale(300))]);
    const { conciliarian } = await account.explanations.previa({ revision });
    expect(conciliarian.cupones).toBe(1);
  });

  test('it is not named any more as work; in another upload it is', async () => {
    await using account = await withDeleted();
    expect(await toLookAt(account)).toBe(0);
    await account.keep('10', [wrong(300)]);
    expect(await toLookAt(account)).toBe(1);
  });
});

describe('of two wallet sales of one day and amount', () => {
  const payment = { fecha_venta: '2026-09-06', importe: '1500.00', wallet_tipo_operacion: 'SETTLEMENT' };
  const wallet = (wallet_referencia: string): Said => ({ cupon: { ...payment, wallet_referencia } });
  const textsOf = async (account: TestAccount, of: string) => {
    const { cupones } = await account.explanations.explicar({ de: of });
    return cupones.map(({ decision }) => decision?.texto ?? null);
  };

  test('a decision about one is not shown on the other, in the same upload or in another', async () => {
    await using account = await aDownloaded({
      7: [wallet('61000000001'), wallet('61000000002')],
      8: [wallet('61000000003')],
      9: [wallet('61000000002')],
    });
    await decide(account, { tipo: 'nota', cupon: { conciliacion: '7', n: 2 }, texto: 'la segunda' });
    expect(await textsOf(account, '7')).toEqual([null, 'Nota: la segunda']);
    expect(await textsOf(account, '8')).toEqual([null]);
    // A decision about a sale holds in every upload, wherever its coupon is.
    expect(await textsOf(account, '9')).toEqual(['Nota: la segunda']);
  });

  test('a decision is shown at once on a reading without references, and gone from it when it is undone', async () => {
    await using account = await aDownloaded({ 7: [wallet('61000000001')], 8: [{ cupon: payment }] });
    expect(await textsOf(account, '8')).toEqual([null]);
    const cupon = { conciliacion: '7', n: 1 };
    await decide(account, { tipo: 'nota', cupon, texto: 'vista' });
    expect([await textsOf(account, '7'), await textsOf(account, '8')]).toEqual([['Nota: vista'], ['Nota: vista']]);
    await undo(account, { cupon, tipo: 'nota' });
    expect([await textsOf(account, '7'), await textsOf(account, '8')]).toEqual([[null], [null]]);
  });

  test('a decision of a reading without references is found once they are known', async () => {
    await using account = await aDownloaded({ 7: [{ cupon: payment }] });
    const cupon = { conciliacion: '7', n: 1 };
    await decide(account, { tipo: 'nota', cupon, texto: 'sin referencia' });
    await account.keep('7', [wallet('61000000001')]);
    expect(await textsOf(account, '7')).toEqual(['Nota: sin referencia']);
    await decide(account, { tipo: 'explicado', cupon, motivo: 'efectivo' });
    expect(await account.decisions.listar({})).toMatchObject({ total: 1 });
    await undo(account, { cupon, tipo: 'nota' });
    expect(await textsOf(account, '7')).toEqual(['Explicado: efectivo']);
  });
});

describe('what cannot be decided says why, and nothing is kept', () => {
  test.for([
    ['a number that the upload has not', { tipo: 'nota', seq: 99, texto: 'x' }, 'CUPON_INEXISTENTE'],
    ['a coupon that matched', { tipo: 'nota', seq: 3, texto: 'x' }, 'CUPON_CONCILIADO'],
    [
      'an operation that was not downloaded',
      { tipo: 'vinculo', seq: 51, operaciones: ['77'] },
      'OPERACION_INEXISTENTE',
    ],
    [
      'an operation that a matched coupon has',
      { tipo: 'vinculo', seq: 51, operaciones: ['5000003'] },
      'OPERACION_TOMADA',
    ],
  ] as const)('%s', async ([, said, code]) => {
    await using account = await withUpload([wrong(300)]);
    const cupon = account.at(said.seq);
    const decision =
      said.tipo === 'nota'
        ? { tipo: said.tipo, cupon, texto: said.texto }
        : { tipo: said.tipo, cupones: [cupon], operaciones: [...said.operaciones], tolerancia: '999999' };
    const first = { tipo: 'nota', cupon: account.at(51), texto: 'de antes' } as const;
    await expect(decide(account, first, decision)).rejects.toMatchObject({ code });
    expect(await account.decisions.listar({})).toMatchObject({ total: 0 });
  });
});

test('of several at once, those that cannot be are left out and said why, the others are taken', async () => {
  await using account = await withUpload([wrong(300), wrong(300), wrong(302), wrong(304)]);
  const decisions = [
    aLink(account.at(51), 300),
    aLink(account.at(52), 300),
    aLink(account.at(53), 302, { tolerancia: '0.05' }),
    aLink(account.at(54), 304),
  ];
  const looked = await account.decisions.tomar({ decisiones: decisions, parcial: true, probar: true });
  const expected = [
    { lugar: 1, codigo: 'OPERACION_TOMADA', mensaje: expect.stringContaining('ya está vinculada con') },
    { lugar: 2, codigo: 'IMPORTES_DISTINTOS', mensaje: expect.stringContaining('la tolerancia es de') },
  ];
  expect(looked).toMatchObject({ ns: [], rechazadas: expected });
  expect(looked.cupones.map(({ seq }) => seq)).toEqual([51, 54]);
  expect(await account.decisions.listar({})).toMatchObject({ total: 0 });

  const taken = await account.decisions.tomar({ decisiones: decisions, parcial: true });
  expect(taken).toMatchObject({ ns: [1, 2], rechazadas: expected });
  expect(await account.decisions.listar({})).toMatchObject({ total: 2 });
});

test('what waits for its day or for an answer is no work until then, and a day that was answered is none any more', async () => {
  await using account = await withUpload([wrong(300), wrong(301), wrong(302)]);
  await decide(
    account,
    { tipo: 'mirar', cupon: account.at(51), fecha: '2026-10-21' as never },
    { tipo: 'reclamo', cupon: account.at(52), estado: 'reclamado' },
    { tipo: 'mirar', cupon: account.at(53), fecha: '2026-10-19' as never },
  );
  const said = () => Promise.all([51, 52, 53].map((seq) => decisionOf(account, seq)));
  expect(await said()).toMatchObject([
    { pendiente: false, mirar: { llego: false } },
    { pendiente: false, reclamo: { abierto: true } },
    { pendiente: true, mirar: { llego: true } },
  ]);
  await decide(
    account,
    { tipo: 'reclamo', cupon: account.at(52), estado: 'rechazado' },
    { tipo: 'explicado', cupon: account.at(53), motivo: 'efectivo' },
  );
  expect(await said()).toMatchObject([
    { pendiente: false },
    { pendiente: true, reclamo: { abierto: false } },
    { pendiente: false, mirar: { llego: false } },
  ]);
});
