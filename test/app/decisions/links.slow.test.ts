import { describe, expect, test } from 'vitest';
import { toCentavos } from '#domain/money.ts';
import { aDownloaded, matched, offBy, PERIOD, SALES, sale, wrong } from '../explanations/account.ts';
import { cuponOf, fullCuponOf } from '../../domain/matching/account.ts';
import { aLink, decide, decisionOf, explained, rename, undo, withUpload } from './decided-account.ts';
import { aDecision } from '../../renderer/explained.ts';

describe('a link by hand', () => {
  test('is kept with who, when and why, and the coupon says so', async () => {
    await using account = await withUpload([wrong(300)]);
    const { carga } = account;
    const { ns, cupones } = await decide(
      account,
      aLink(account.at(51), 300, { tolerancia: '0.13', nota: 'lo vi en el resumen' }),
    );
    expect(ns).toEqual([1]);
    expect(cupones).toMatchObject([{ carga, seq: 51, archivo: 'caja.csv', fila: 52 }]);
    const decided = aDecision({
      texto: `Vinculado con ${sale(300).comprobante} (difiere en $ 0,13): lo vi en el resumen`.replace('$ ', '$\u00a0'),
      vinculo: {
        n: 1,
        quien: 'ana',
        cuando: '2026-10-20 12:00:00',
        operaciones: [sale(300).id],
        cupones: [expect.objectContaining(account.at(51))],
        diferencia: '0.13',
        tolerancia: '0.13',
        nota: 'lo vi en el resumen',
      },
    });
    expect(await decisionOf(account, 51)).toEqual(decided);
    expect(await explained(account, 51)).toMatchObject({
      motivo: 'IMPORTE_DISTINTO',
      candidatos: [{ operacion: { id: sale(300).id }, puntaje: 1 }],
    });
  });

  test('of amounts that differ by more than the tolerance is refused with both figures', async () => {
    await using account = await withUpload([wrong(300)]);
    const refused = expect(decide(account, aLink(account.at(51), 300, { tolerancia: '0.12' }))).rejects;
    await refused.toMatchObject({
      code: 'IMPORTES_DISTINTOS',
      detail: {
        cupones: offBy(sale(300), 13),
        operaciones: offBy(sale(300)),
        diferencia: '0.13',
        tolerancia: '0.12',
      },
    });
    expect(await decisionOf(account, 51)).toBeNull();
  });

  test('takes its operation from the other coupons', async () => {
    await using account = await withUpload([wrong(300), wrong(300)]);
    await decide(account, aLink(account.at(52), 300));
    const other = await explained(account, 51);
    expect(other.candidatos.map(({ operacion }) => operacion['id'])).not.toContain(
      other.motivo === 'YA_USADA' ? '' : sale(300).id,
    );
    await expect(decide(account, aLink(account.at(51), 300))).rejects.toMatchObject({
      code: 'OPERACION_TOMADA',
      detail: { operacion: sale(300).id },
    });
  });

  test('joins several operations to a coupon, and several coupons to an operation', async () => {
    const total = toCentavos(sale(300).importe + sale(301).importe);
    const whole = cuponOf(sale(300), { importe: (total / 100).toFixed(2) });
    const parts = [500_00, sale(310).importe - 500_00].map((part) => ({
      cupon: cuponOf(sale(310), { importe: (part / 100).toFixed(2) }),
    }));
    await using account = await withUpload([{ cupon: whole }, ...parts]);
    await decide(
      account,
      { tipo: 'vinculo', cupones: [account.at(51)], operaciones: [sale(300).id, sale(301).id] },
      { tipo: 'vinculo', cupones: [52, 53].map(account.at), operaciones: [sale(310).id] },
    );
    expect(await explained(account, 51)).toMatchObject({ motivo: 'DIVIDIDA', decision: { resuelto: true } });
    expect((await decisionOf(account, 53))?.vinculo?.cupones).toMatchObject([{ seq: 52 }, { seq: 53 }]);
  });

  test('is undone by its number: everything is as it was', async () => {
    await using account = await withUpload([wrong(300), wrong(301)]);
    const before = await account.explanations.explicar({});
    const { ns } = await decide(account, ...[51, 52].map((seq) => aLink(account.at(seq), seq + 249)));
    expect(await decisionOf(account, 52)).not.toBeNull();
    expect(await undo(account, { ns: [...ns] })).toMatchObject({ deshechas: [2, 1] });
    expect(await account.explanations.explicar({})).toEqual(before);
    await expect(undo(account, { ns: [1] })).rejects.toMatchObject({ code: 'NADA_QUE_DESHACER' });
  });

  test('stands after the cache was lost and downloaded again, its operations with other identifiers', async () => {
    await using account = await withUpload([wrong(300)]);
    await decide(account, aLink(account.at(51), 300));
    await rename(account);
    const { decision, candidatos } = await explained(account, 51);
    expect(decision).toMatchObject({ resuelto: true, contradicciones: [] });
    expect(candidatos.map(({ operacion }) => operacion['id'])).toEqual([`9${sale(300).id}`]);
  });

  test('has its operation also when that has another identifier: no other coupon is linked with it, and refusing it ends the link', async () => {
    await using account = await withUpload([wrong(300), wrong(300)]);
    await decide(account, aLink(account.at(51), 300));
    const renamed = `9${sale(300).id}`;
    await rename(account);
    const other = { ...aLink(account.at(52), 300), operaciones: [renamed] };
    await expect(decide(account, other)).rejects.toMatchObject({
      code: 'OPERACION_TOMADA',
      detail: { operacion: sale(300).id, n: 1 },
    });
    const cupon = account.at(51);
    await decide(account, { tipo: 'no_es', cupon, operaciones: [renamed] });
    expect(await decisionOf(account, 51)).toMatchObject({ vinculo: null });
    expect(await decide(account, other)).toMatchObject({ ns: [3] });
  });

  test('is said to be contradicted when its operation is withdrawn, or says another amount', async () => {
    await using account = await withUpload([wrong(300), wrong(301)]);
    await decide(account, ...[51, 52].map((seq) => aLink(account.at(seq), seq + 249)));
    expect(await account.toDo('2026-10-20')).toBe(0);
    await account.loseCache();
    const changed = { ...sale(301), importe: toCentavos(sale(301).importe + 500) };
    await account.download([...SALES.filter((_, i) => i !== 300 && i !== 301), changed], PERIOD);
    expect((await decisionOf(account, 51))?.contradicciones).toMatchObject([
      { codigo: 'OPERACION_RETIRADA', operacion: sale(300).id },
    ]);
    expect((await decisionOf(account, 52))?.contradicciones).toMatchObject([{ codigo: 'IMPORTE_CAMBIADO' }]);
    expect(await account.toDo('2026-10-20')).toBe(2);
    expect(await account.decisions.listar({ solo: 'pendientes' })).toMatchObject({ total: 2 });
  });

  test('is said to be contradicted when the service matches the coupon with another operation', async () => {
    await using account = await aDownloaded({ 7: [...matched(0, 50), wrong(300)] });
    await decide(account, aLink({ conciliacion: '7', n: 51 }, 300));
    await account.keep('7', [...matched(0, 50), { ...wrong(300), con: sale(700) }]);
    const { cupones } = await account.decisions.listar({ solo: 'pendientes' });
    expect(cupones).toMatchObject([{ decision: { contradicciones: [{ codigo: 'CUPON_CONCILIADO' }] } }]);
  });

  test('is said to be contradicted when the service matches another coupon with its operation', async () => {
    await using account = await aDownloaded({ 7: [...matched(0, 50), wrong(300)] });
    await decide(account, aLink({ conciliacion: '7', n: 51 }, 300));
    await account.keep('8', [{ cupon: fullCuponOf(sale(300)), con: sale(300) }]);
    const { cupones } = await account.explanations.explicar({ de: '7' });
    expect(cupones[0]?.decision?.contradicciones).toMatchObject([
      { codigo: 'OPERACION_DE_OTRO', operacion: sale(300).id },
    ]);
  });
});

describe('a refusal', () => {
  test('of the first candidate keeps it from being proposed again; undone, it is proposed', async () => {
    await using account = await withUpload([wrong(300)]);
    const cupon = account.at(51);
    await decide(account, { tipo: 'no_es', cupon });
    const after = await explained(account, 51);
    expect(after.candidatos.map(({ operacion }) => operacion['id'])).not.toContain(sale(300).id);
    expect(after.decision).toMatchObject({ resuelto: false, rechazadas: [{ operaciones: [sale(300).id] }] });
    await undo(account, { cupon, tipo: 'no_es' });
    expect((await explained(account, 51)).candidatos[0]?.operacion['id']).toBe(sale(300).id);
  });

  test('of a linked coupon ends its link; undone, the link is back', async () => {
    await using account = await withUpload([wrong(300)]);
    const cupon = account.at(51);
    await decide(account, aLink(cupon, 300));
    await decide(account, { tipo: 'no_es', cupon });
    expect(await decisionOf(account, 51)).toMatchObject({
      vinculo: null,
      rechazadas: [{ operaciones: [sale(300).id] }],
    });
    await undo(account, { cupon, tipo: 'no_es' });
    expect(await decisionOf(account, 51)).toMatchObject({ vinculo: { n: 1 }, rechazadas: [] });
  });
});
