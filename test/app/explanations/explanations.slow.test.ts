import { describe, expect, test } from 'vitest';
import type { Operacion } from '#domain/views/operaciones.ts';
import { cuponOf, fullCuponOf } from '../../domain/matching/account.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { aDownloaded, anAccount, matched, offBy, PERIOD, SALES, sale, wrong } from './account.ts';

const SEPTEMBER = { desde: civilDay('2026-09-01'), hasta: civilDay('2026-09-20') };

describe('the unmatched coupons of a reconciliation', () => {
  test('each says in a sentence what happened, with its figures, and which operation it most likely is', async () => {
    await using account = await aDownloaded({ 7: [...matched(0, 200), wrong(300)] });
    const { id, cupones, total, resumen, cobertura } = await account.explanations.explicar({ de: '7' });
    expect({ id, total }).toEqual({ id: '7', total: 1 });
    const [only] = cupones;
    expect(only).toMatchObject({
      conciliacion: '7',
      n: 201,
      seq: null,
      archivo: 'caja.csv',
      fila: 202,
      cupon: wrong(300).cupon,
      motivo: 'IMPORTE_DISTINTO',
      certeza: 'muy_probable',
      campos: ['importe'],
      decision: null,
    });
    const [candidato] = only?.candidatos ?? [];
    expect(candidato?.operacion).toMatchObject({ id: sale(300).id, importe: offBy(sale(300)) });
    expect(candidato?.puntaje).toBeGreaterThan(0.95);
    expect(candidato?.diferencias).toEqual([
      { campo: 'importe', cupon: offBy(sale(300), 13), operacion: offBy(sale(300)) },
    ]);
    expect(only?.texto).toMatch(
      /^La tarjeta informó \$.[\d.]+,\d\d; vos cargaste \$.[\d.]+,\d\d\. Difiere en \$.0,13\.$/,
    );
    expect(resumen).toEqual([
      { motivo: 'IMPORTE_DISTINTO', nombre: 'Importe', cupones: 1, importe: offBy(sale(300), 13) },
    ]);
    expect(cobertura).toMatchObject({ estado: 'al_dia' });
  });

  test('of days that were not downloaded are told what to bring, and nothing is made up', async () => {
    await using account = anAccount();
    await account.keep('7', [{ cupon: cuponOf(sale(3)) }, { cupon: cuponOf(sale(500)) }]);
    const { cupones, sinBajar, cobertura } = await account.explanations.explicar({ de: '7' });
    expect(cupones.map(({ motivo }) => motivo)).toEqual(['FUERA_DE_COBERTURA', 'FUERA_DE_COBERTURA']);
    expect(sinBajar).toEqual({ desde: '2026-09-01', hasta: '2026-09-13', cupones: 2 });
    expect(cobertura.estado).toBe('nunca');
  });

  test.each([{ estado: 'inestable' }, { contratado: false }] as const)(
    'of days of which nobody knows whether all operations came are not called missing (%o)',
    async (how) => {
      await using account = anAccount();
      await account.download([], PERIOD, how);
      await account.keep('7', [{ cupon: cuponOf(sale(3)) }]);
      const { cupones } = await account.explanations.explicar({ de: '7' });
      expect(cupones.map(({ motivo }) => motivo)).toEqual(['FUERA_DE_COBERTURA']);
    },
  );

  test('have a result that is read from the service first where it is not kept', async () => {
    await using account = anAccount();
    await account.explanations.explicar({ de: '9' });
    expect(account.asked).toEqual(['9']);
  });

  test('of a wallet whose references are not known are not taken for one that matched elsewhere', async () => {
    await using account = anAccount();
    const paid = { ...sale(300), tarjeta_nro: '', comprobante: '', autorizacion: '', referencia: '61000000001' };
    const payment = { fecha_venta: paid.fecha_venta.fecha, importe: offBy(paid) };
    await account.download([...SALES.filter(({ id }) => id !== paid.id), paid], PERIOD);
    await account.keep('6', [{ cupon: payment, con: paid }]);
    await account.keep('7', [{ cupon: payment }]);
    const { cupones } = await account.explanations.explicar({ de: '7' });
    expect(cupones.map(({ yaConcilio }) => yaConcilio)).toEqual([undefined]);
    const note = { tipo: 'nota', cupon: { conciliacion: '7', n: 1 }, texto: 'vista' } as const;
    expect(await account.decisions.tomar({ decisiones: [note] })).toMatchObject({ ns: [1] });
  });

  test('are those of the ledger too, where no result was read since the upload ended', async () => {
    await using account = await aDownloaded();
    await account.send([...matched(0, 100), wrong(300)]);
    await account.keep('7', [{ cupon: fullCuponOf(sale(40)) }]);
    const { cupones } = await account.explanations.explicar({});
    expect(cupones.map(({ conciliacion, n, seq, fila, motivo }) => [conciliacion, n, seq, fila, motivo])).toEqual([
      ['7', 1, null, 2, 'YA_USADA'],
      [null, null, 101, 102, 'IMPORTE_DISTINTO'],
    ]);
    expect(cupones[0]?.otro).toEqual({ conciliacion: null, n: null, seq: 41, archivo: 'caja.csv', fila: 42 });
  });

  test('that were uploaded twice say the same in both, and the operation is not divided between them', async () => {
    await using account = await aDownloaded();
    const wrong = { cupon: cuponOf(sale(300), { tarjeta_nro: '0000' }) };
    await account.keep('6', [...matched(0, 100), wrong]);
    await account.keep('7', [wrong]);
    const all = await account.explanations.explicar({});
    expect(all.cupones.map(({ conciliacion, motivo, certeza }) => [conciliacion, motivo, certeza])).toEqual([
      ['6', 'TARJETA_DISTINTA', 'muy_probable'],
      ['7', 'TARJETA_DISTINTA', 'muy_probable'],
    ]);
    // The newest of the uploads whose result is not stored names the coupon.
    for (const id of ['8', '9']) await account.send([wrong], id);
    const { noConciliadas } = await account.explanations.faltantes(SEPTEMBER);
    expect(noConciliadas.detalle.map(({ cupones: [first] }) => first?.conciliacion)).toEqual(['9']);
  });

  test('are given a page at a time, by certainty when that is asked, or those that a grid shows', async () => {
    await using account = await aDownloaded();
    const none = { cupon: { ...cuponOf(sale(1)), comprobante: '987654', tarjeta_nro: '0001', importe: '1.01' } };
    await account.keep('7', [...matched(0, 100), none, wrong(300), wrong(310)]);
    const { explicar } = account.explanations;
    const page = await explicar({ de: '7', orden: 'certeza', desde: 0, limite: 2 });
    expect([page.total, page.cupones.map(({ n }) => n)]).toEqual([3, [102, 103]]);
    expect((await explicar({ de: '7', ns: [101] })).cupones.map(({ motivo }) => motivo)).toEqual(['SIN_OPERACION']);
    expect((await explicar({ de: '7', motivo: 'IMPORTE_DISTINTO' })).total).toBe(2);
  });

  test('are explained anew when what was downloaded changes', async () => {
    await using account = anAccount();
    const [found, ...others] = [sale(300), ...SALES.filter((one) => one !== sale(300))];
    await account.download(others, PERIOD);
    await account.keep('7', [...matched(0, 100), { cupon: fullCuponOf(found, { cuotas: '12' }) }]);
    const motivoColumn = async () => (await account.explanations.explicar({ de: '7' })).cupones[0]?.motivo;
    expect(await motivoColumn()).toBe('SIN_OPERACION');
    await account.download(SALES, PERIOD);
    expect(await motivoColumn()).toBe('CUOTAS_DISTINTAS');
  });
});

describe('operations without a coupon', () => {
  const till = (one: Operacion): boolean => one.terminal === '20000002';
  const uploaded = SALES.filter((one) => !till(one));

  test('are listed by till and day, with the coupon that each may be', async () => {
    await using account = await aDownloaded();
    const wrong = { cupon: fullCuponOf(sale(0), { cuotas: '12' }) };
    // Leaves four operations of each till on the first day.
    const cupones = [...matched(12, SALES.length), wrong];
    await account.keep('7', cupones);
    const { operaciones, resumen, noConciliadas } = await account.explanations.faltantes(SEPTEMBER);
    // The coupon of the first operation was uploaded and did not match, so it is not missing.
    expect(operaciones.map(({ operacion }) => operacion['id'])).toEqual(SALES.slice(1, 12).map(({ id }) => id));
    expect(
      resumen.map(({ terminal, dia, operaciones: n, cajaSinCargar }) => [terminal, dia, n, cajaSinCargar]),
    ).toEqual(
      ['20000000', '20000001', '20000002'].map((terminal, i) => [terminal, '2026-09-01', i === 0 ? 3 : 4, false]),
    );
    expect(noConciliadas).toMatchObject({ operaciones: 1, importe: offBy(sale(0)) });
    expect(noConciliadas.texto).toMatch(
      /^1 operación más por .* tiene su cupón cargado, que no concilió: está en Sin conciliar\.$/,
    );
    expect(noConciliadas.detalle.map(({ operacion, cupones: [first] }) => [operacion['id'], first?.n])).toEqual([
      [sale(0).id, cupones.length],
    ]);
    expect(noConciliadas.detalle[0]?.cupones[0]).toMatchObject({ conciliacion: '7', archivo: 'caja.csv' });
    // Coupons with a lower probability are not offered.
    expect(operaciones.flatMap(({ cupones }) => cupones).every(({ puntaje }) => puntaje >= 0.1)).toBe(true);
  });

  test('of a till that some coupon names are not said to be of one that was never uploaded', async () => {
    await using account = await aDownloaded();
    const strange = SALES.find(till) ?? sale(0);
    await account.keep('7', [
      ...uploaded.map((operacion) => ({ cupon: fullCuponOf(operacion), con: operacion })),
      { cupon: { ...fullCuponOf(strange), importe: '77.77', comprobante: '99999999', tarjeta_nro: '0001' } },
    ]);
    const { resumen } = await account.explanations.faltantes(SEPTEMBER);
    expect(resumen.some(({ cajaSinCargar }) => cajaSinCargar)).toBe(false);
  });

  test('of a till that was never uploaded are one line', async () => {
    await using account = await aDownloaded();
    await account.keep(
      '7',
      uploaded.map((operacion) => ({ cupon: fullCuponOf(operacion), con: operacion })),
    );
    const { operaciones, resumen } = await account.explanations.faltantes(SEPTEMBER);
    expect(operaciones).toEqual([]);
    expect(resumen).toHaveLength(1);
    expect(resumen[0]).toMatchObject({
      terminal: '20000002',
      dia: null,
      operaciones: SALES.filter(till).length,
      cajaSinCargar: true,
    });
    expect(resumen[0]?.texto).toMatch(/^No se cargó nunca un cupón de la terminal 20000002 \(Centro\): /);
    // Asked for one line (`grupos`), the answer has its operations, up to `limite`.
    const one = await account.explanations.faltantes({ ...SEPTEMBER, grupos: [0], limite: 5 });
    expect(one.operaciones.map(({ operacion }) => operacion['terminal'])).toEqual(Array(5).fill('20000002'));
    expect(one.resumen).toEqual(resumen);
    expect((await account.explanations.faltantes({ ...SEPTEMBER, limite: 0 })).operaciones).toEqual([]);
  });
});

test('who gives up is told at once, and the next question is answered', async () => {
  await using account = await aDownloaded({
    7: [...matched(0, 100), { cupon: cuponOf(sale(300), { tarjeta_nro: '0000' }) }],
  });
  const control = new AbortController();
  const given = account.explanations.explicar(
    { de: '7' },
    {
      signal: control.signal,
      onProgress: () => {
        control.abort();
      },
    },
  );
  await expect(given).rejects.toMatchObject({ code: 'CANCELADO' });
  expect((await account.explanations.explicar({ de: '7' })).total).toBe(1);
});
