import { describe, expect, test } from 'vitest';
import type { StatedDecision } from '#contract/decisions.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { toCentavos } from '#domain/money.ts';
import { anAccount, context, type Said, type TestAccount } from '../explanations/account.ts';
import { cuponOf, fullCuponOf, someOperaciones } from '../../domain/matching/account.ts';

const SALES = someOperaciones(20);
const PERIOD = ['2026-09-01', '2026-10-20'] as const;
const sale = (i: number): Operacion => SALES[i] ?? expect.unreachable();
const matched = (from: number, to: number): Said[] =>
  SALES.slice(from, to).map((operacion) => ({ cupon: fullCuponOf(operacion), con: operacion }));
const offBy = (operacion: Operacion, cents: number): string => ((operacion.importe + cents) / 100).toFixed(2);
/** A coupon of that operation, its amount 13 centavos off. */
const wrong = (i: number): Said => ({ cupon: cuponOf(sale(i), { importe: offBy(sale(i), 13) }) });

/** Fifty coupons that matched and the others, uploaded from here; `seq` 51 is the first of the others. */
async function withUpload(others: readonly Said[]): Promise<TestAccount & { readonly carga: string }> {
  const account = anAccount();
  await account.download(SALES, PERIOD);
  const upload = await account.send([...matched(0, 50), ...others]);
  return { ...account, carga: upload };
}
type Ref = { carga: string; seq: number } | { conciliacion: string; n: number };
const aLink = (cupon: Ref, i: number, more: { tolerancia?: string; nota?: string } = {}) => ({
  tipo: 'vinculo' as const,
  cupones: [cupon],
  operaciones: [sale(i).id],
  tolerancia: '1',
  ...more,
});
const decisionOf = async (account: TestAccount, seq: number): Promise<StatedDecision | null> => {
  const { cupones } = await account.explanations.explicar({}, context);
  return (cupones.find((cupon) => cupon.seq === seq) ?? expect.unreachable()).decision;
};
const explained = async (account: TestAccount, seq: number) => {
  const { cupones } = await account.explanations.explicar({}, context);
  return cupones.find((cupon) => cupon.seq === seq) ?? expect.unreachable();
};

describe('a link by hand', () => {
  test('is kept with who, when and why, and the coupon says so', async () => {
    await using account = await withUpload([wrong(300)]);
    const { carga } = account;
    const { ns, cupones } = await account.decisions.tomar(
      { decisiones: [aLink({ carga, seq: 51 }, 300, { tolerancia: '0.13', nota: 'lo vi en el resumen' })] },
      context,
    );
    expect(ns).toEqual([1]);
    expect(cupones).toMatchObject([{ carga, seq: 51, archivo: 'caja.csv', fila: 52 }]);
    expect(await decisionOf(account, 51)).toEqual({
      texto: `Vinculado con ${sale(300).id} (difiere en $ 0,13): lo vi en el resumen`.replace('$ ', '$\u00a0'),
      resuelto: true,
      vinculo: {
        n: 1,
        quien: 'ana',
        cuando: '2026-10-20 12:00:00',
        operaciones: [sale(300).id],
        cupones: [expect.objectContaining({ carga, seq: 51 })],
        diferencia: '0.13',
        tolerancia: '0.13',
        nota: 'lo vi en el resumen',
      },
      pendiente: false,
      rechazadas: [],
      explicado: null,
      ajuste: null,
      notas: [],
      reclamo: null,
      mirar: null,
      reemplazo: null,
      contradicciones: [],
    });
    expect(await explained(account, 51)).toMatchObject({
      motivo: 'IMPORTE_DISTINTO',
      candidatos: [{ operacion: { id: sale(300).id }, puntaje: 1 }],
    });
  });

  test('of amounts that differ by more than the tolerance is refused with both figures', async () => {
    await using account = await withUpload([wrong(300)]);
    const { carga } = account;
    const refused = expect(
      account.decisions.tomar({ decisiones: [aLink({ carga, seq: 51 }, 300, { tolerancia: '0.12' })] }, context),
    ).rejects;
    await refused.toMatchObject({
      code: 'IMPORTES_DISTINTOS',
      detail: {
        cupones: offBy(sale(300), 13),
        operaciones: offBy(sale(300), 0),
        diferencia: '0.13',
        tolerancia: '0.12',
      },
    });
    expect(await decisionOf(account, 51)).toBeNull();
  });

  test('takes its operation from the other coupons', async () => {
    await using account = await withUpload([wrong(300), wrong(300)]);
    const { carga } = account;
    await account.decisions.tomar({ decisiones: [aLink({ carga, seq: 52 }, 300)] }, context);
    const other = await explained(account, 51);
    expect(other.candidatos.map(({ operacion }) => operacion['id'])).not.toContain(
      other.motivo === 'YA_USADA' ? '' : sale(300).id,
    );
    await expect(
      account.decisions.tomar({ decisiones: [aLink({ carga, seq: 51 }, 300)] }, context),
    ).rejects.toMatchObject({ code: 'OPERACION_TOMADA', detail: { operacion: sale(300).id } });
  });

  test('joins several operations to a coupon, and several coupons to an operation', async () => {
    const total = toCentavos(sale(300).importe + sale(301).importe);
    const whole = cuponOf(sale(300), { importe: (total / 100).toFixed(2) });
    const parts = [500_00, sale(310).importe - 500_00].map((part) => ({
      cupon: cuponOf(sale(310), { importe: (part / 100).toFixed(2) }),
    }));
    await using account = await withUpload([{ cupon: whole }, ...parts]);
    const { carga } = account;
    await account.decisions.tomar(
      {
        decisiones: [
          { tipo: 'vinculo', cupones: [{ carga, seq: 51 }], operaciones: [sale(300).id, sale(301).id] },
          { tipo: 'vinculo', cupones: [52, 53].map((seq) => ({ carga, seq })), operaciones: [sale(310).id] },
        ],
      },
      context,
    );
    expect(await explained(account, 51)).toMatchObject({ motivo: 'DIVIDIDA', decision: { resuelto: true } });
    expect((await decisionOf(account, 53))?.vinculo?.cupones).toMatchObject([{ seq: 52 }, { seq: 53 }]);
  });

  test('is undone by its number: everything is as it was', async () => {
    await using account = await withUpload([wrong(300), wrong(301)]);
    const { carga } = account;
    const before = await account.explanations.explicar({}, context);
    const { ns } = await account.decisions.tomar(
      {
        decisiones: [51, 52].map((seq) => aLink({ carga, seq }, seq + 249)),
      },
      context,
    );
    expect(await decisionOf(account, 52)).not.toBeNull();
    expect(await account.decisions.deshacer({ que: { ns: [...ns] } }, context)).toMatchObject({ deshechas: [2, 1] });
    expect(await account.explanations.explicar({}, context)).toEqual(before);
    await expect(account.decisions.deshacer({ que: { ns: [1] } }, context)).rejects.toMatchObject({
      code: 'NADA_QUE_DESHACER',
    });
  });

  test('stands after the cache was lost and downloaded again, its operations with other identifiers', async () => {
    await using account = await withUpload([wrong(300)]);
    const { carga } = account;
    await account.decisions.tomar(
      {
        decisiones: [{ tipo: 'vinculo', cupones: [{ carga, seq: 51 }], operaciones: [sale(300).id], tolerancia: '1' }],
      },
      context,
    );
    await account.loseCache();
    await account.download(
      SALES.map((operacion) => ({ ...operacion, id: `9${operacion.id}` })),
      PERIOD,
    );
    expect(await account.decided('2026-10-20')).toEqual({ porMirar: 0, contradichos: 0 });
    const { decision, candidatos } = await explained(account, 51);
    expect(decision).toMatchObject({ resuelto: true, contradicciones: [] });
    expect(candidatos.map(({ operacion }) => operacion['id'])).toEqual([`9${sale(300).id}`]);
  });

  test('has its operation also when that has another identifier: no other coupon is linked with it, and refusing it ends the link', async () => {
    await using account = await withUpload([wrong(300), wrong(300)]);
    const { carga } = account;
    await account.decisions.tomar({ decisiones: [aLink({ carga, seq: 51 }, 300)] }, context);
    await account.loseCache();
    const renamed = `9${sale(300).id}`;
    await account.download(
      SALES.map((operacion) => ({ ...operacion, id: `9${operacion.id}` })),
      PERIOD,
    );
    const other = { ...aLink({ carga, seq: 52 }, 300), operaciones: [renamed] };
    await expect(account.decisions.tomar({ decisiones: [other] }, context)).rejects.toMatchObject({
      code: 'OPERACION_TOMADA',
      detail: { operacion: sale(300).id, n: 1 },
    });
    const cupon = { carga, seq: 51 };
    await account.decisions.tomar({ decisiones: [{ tipo: 'no_es', cupon, operaciones: [renamed] }] }, context);
    expect(await decisionOf(account, 51)).toMatchObject({ vinculo: null });
    expect(await account.decisions.tomar({ decisiones: [other] }, context)).toMatchObject({ ns: [3] });
  });

  test('is said to be contradicted when its operation is withdrawn, or says another amount', async () => {
    await using account = await withUpload([wrong(300), wrong(301)]);
    const { carga } = account;
    await account.decisions.tomar(
      {
        decisiones: [51, 52].map((seq) => aLink({ carga, seq }, seq + 249)),
      },
      context,
    );
    expect(await account.toDo('2026-10-20')).toBe(0);
    await account.loseCache();
    const changed = { ...sale(301), importe: toCentavos(sale(301).importe + 500) };
    await account.download([...SALES.filter((_, i) => i !== 300 && i !== 301), changed], PERIOD);
    expect((await decisionOf(account, 51))?.contradicciones).toMatchObject([
      { codigo: 'OPERACION_RETIRADA', operacion: sale(300).id },
    ]);
    expect((await decisionOf(account, 52))?.contradicciones).toMatchObject([{ codigo: 'IMPORTE_CAMBIADO' }]);
    expect(await account.decided('2026-10-20')).toEqual({ porMirar: 0, contradichos: 2 });
    expect(await account.toDo('2026-10-20')).toBe(2);
    expect(await account.decisions.listar({ solo: 'contradichos' }, context)).toMatchObject({
      total: 2,
      contradichos: 2,
    });
  });

  test('is said to be contradicted when the service matches the coupon with another operation', async () => {
    await using account = anAccount();
    await account.download(SALES, PERIOD);
    await account.keep('7', [...matched(0, 50), wrong(300)]);
    const decisions = [aLink({ conciliacion: '7', n: 51 }, 300)];
    await account.decisions.tomar({ decisiones: decisions }, context);
    await account.keep('7', [...matched(0, 50), { ...wrong(300), con: sale(700) }]);
    const { cupones } = await account.decisions.listar({ solo: 'contradichos' }, context);
    expect(cupones).toMatchObject([{ decision: { contradicciones: [{ codigo: 'CUPON_CONCILIADO' }] } }]);
  });

  test('is said to be contradicted when the service matches another coupon with its operation', async () => {
    await using account = anAccount();
    await account.download(SALES, PERIOD);
    await account.keep('7', [...matched(0, 50), wrong(300)]);
    const decisions = [aLink({ conciliacion: '7', n: 51 }, 300)];
    await account.decisions.tomar({ decisiones: decisions }, context);
    await account.keep('8', [{ cupon: fullCuponOf(sale(300)), con: sale(300) }]);
    const { cupones } = await account.explanations.explicar({ de: '7' }, context);
    expect(cupones[0]?.decision?.contradicciones).toMatchObject([
      { codigo: 'OPERACION_DE_OTRO', operacion: sale(300).id },
    ]);
  });
});

describe('a refusal', () => {
  test('of the first candidate keeps it from being proposed again; undone, it is proposed', async () => {
    await using account = await withUpload([wrong(300)]);
    const { carga } = account;
    const cupon = { carga, seq: 51 };
    await account.decisions.tomar({ decisiones: [{ tipo: 'no_es', cupon }] }, context);
    const after = await explained(account, 51);
    expect(after.candidatos.map(({ operacion }) => operacion['id'])).not.toContain(sale(300).id);
    expect(after.decision).toMatchObject({ resuelto: false, rechazadas: [{ operaciones: [sale(300).id] }] });
    await account.decisions.deshacer({ que: { cupon, tipo: 'no_es' } }, context);
    expect((await explained(account, 51)).candidatos[0]?.operacion['id']).toBe(sale(300).id);
  });

  test('of a linked coupon ends its link; undone, the link is back', async () => {
    await using account = await withUpload([wrong(300)]);
    const { carga } = account;
    const cupon = { carga, seq: 51 };
    await account.decisions.tomar({ decisiones: [aLink(cupon, 300)] }, context);
    await account.decisions.tomar({ decisiones: [{ tipo: 'no_es', cupon }] }, context);
    expect(await decisionOf(account, 51)).toMatchObject({
      vinculo: null,
      rechazadas: [{ operaciones: [sale(300).id] }],
    });
    await account.decisions.deshacer({ que: { cupon, tipo: 'no_es' } }, context);
    expect(await decisionOf(account, 51)).toMatchObject({ vinculo: { n: 1 }, rechazadas: [] });
  });
});

describe('what is decided besides links', () => {
  test('is said beside the coupon, and what settles it takes it out of what is left to do', async () => {
    await using account = await withUpload([wrong(300), wrong(301)]);
    const { carga } = account;
    const cupon = { carga, seq: 51 };
    await account.decisions.tomar(
      {
        decisiones: [
          { tipo: 'nota', cupon, texto: 'pregunté en la caja' },
          { tipo: 'reclamo', cupon, estado: 'reclamado' },
          { tipo: 'mirar', cupon, fecha: '2026-10-20' as never },
          { tipo: 'ajuste', cupon: { carga, seq: 52 }, importe: '0.13', motivo: 'centavos' },
        ],
      },
      context,
    );
    expect(await decisionOf(account, 51)).toMatchObject({
      texto: 'Reclamado · Mirar el 20/10/2026 · Nota: pregunté en la caja',
      resuelto: false,
      mirar: { llego: true },
    });
    const left = await account.explanations.explicar({ decididos: 'pendientes' }, context);
    expect(left.cupones.map(({ seq }) => seq)).toEqual([51]);
    const done = await account.explanations.explicar({ decididos: 'resueltos' }, context);
    expect(done.cupones.map(({ seq }) => seq)).toEqual([52]);
    expect(await account.decisions.listar({ solo: 'pendientes' }, context)).toMatchObject({ total: 1, porMirar: 1 });
    expect(await account.decided('2026-10-19')).toEqual({ porMirar: 0, contradichos: 0 });
    expect(await account.decided('2026-10-20')).toEqual({ porMirar: 1, contradichos: 0 });
    // The rail counts what is left to do of the two.
    expect(await account.toDo('2026-10-19')).toBe(0);
    expect(await account.toDo('2026-10-20')).toBe(1);
  });

  test('has its history, with what was undone and by whom', async () => {
    await using account = await withUpload([wrong(300)]);
    const cupon = { carga: account.carga, seq: 51 };
    await account.decisions.tomar(
      { decisiones: [{ tipo: 'explicado', cupon, motivo: 'se cobró en efectivo' }] },
      context,
    );
    await account.decisions.deshacer({ que: { cupon, tipo: 'explicado' } }, context);
    expect(await account.decisions.historia({ cupon }, context)).toMatchObject([
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
    await account.decisions.tomar(
      { decisiones: [{ tipo: 'nota', cupon: { carga: account.carga, seq: 51 }, texto: 'vista' }] },
      context,
    );
    await account.keep('9', [wrong(300)]);
    const { cupones } = await account.explanations.explicar({ de: '9' }, context);
    expect(cupones[0]?.decision?.texto).toBe('Nota: vista');
  });
});

describe('about a coupon whose reconciliation was deleted', () => {
  /** The only unmatched coupon of the reconciliation 9 is linked, and the reconciliation deleted. */
  async function withDeleted() {
    const account = await withUpload([]);
    await account.keep('9', [wrong(300)]);
    await account.decisions.tomar({ decisiones: [aLink({ conciliacion: '9', n: 1 }, 300)] }, context);
    await account.decisions.tomar(
      { decisiones: [{ tipo: 'mirar', cupon: { conciliacion: '9', n: 1 }, fecha: civilDay('2026-10-19') }] },
      context,
    );
    await account.remove('9');
    return account;
  }
  const toLookAt = async (account: TestAccount) => {
    const { total, porMirar } = await account.decisions.listar({ solo: 'pendientes' }, context);
    return { total, porMirar };
  };

  test('its operation is free for the coupon that is uploaded in its place', async () => {
    await using account = await withDeleted();
    const revision = await account.bring([cuponOf(sale(300))]);
    const { conciliarian } = await account.explanations.previa({ revision }, context);
    expect(conciliarian.cupones).toBe(1);
  });

  test('it is not named any more as work; in another upload it is', async () => {
    await using account = await withDeleted();
    expect(await toLookAt(account)).toEqual({ total: 0, porMirar: 0 });
    await account.keep('10', [wrong(300)]);
    expect(await toLookAt(account)).toEqual({ total: 1, porMirar: 1 });
  });
});

describe('of two wallet sales of one day and amount', () => {
  const payment = { fecha_venta: '2026-09-06', importe: '1500.00', wallet_tipo_operacion: 'SETTLEMENT' };
  const wallet = (wallet_referencia: string): Said => ({ cupon: { ...payment, wallet_referencia } });
  const textsOf = async (account: TestAccount, of: string) => {
    const { cupones } = await account.explanations.explicar({ de: of }, context);
    return cupones.map(({ decision }) => decision?.texto ?? null);
  };

  test('a decision about one is not shown on the other, in the same upload or in another', async () => {
    await using account = anAccount();
    await account.download(SALES, PERIOD);
    await account.keep('7', [wallet('61000000001'), wallet('61000000002')]);
    await account.keep('8', [wallet('61000000003')]);
    await account.keep('9', [wallet('61000000002')]);
    await account.decisions.tomar(
      { decisiones: [{ tipo: 'nota', cupon: { conciliacion: '7', n: 2 }, texto: 'la segunda' }] },
      context,
    );
    expect(await textsOf(account, '7')).toEqual([null, 'Nota: la segunda']);
    expect(await textsOf(account, '8')).toEqual([null]);
    // The sale itself has it wherever it was uploaded, whatever its turn there.
    expect(await textsOf(account, '9')).toEqual(['Nota: la segunda']);
  });

  test('a decision is shown at once on a reading without references, and gone from it when it is undone', async () => {
    await using account = anAccount();
    await account.download(SALES, PERIOD);
    await account.keep('7', [wallet('61000000001')]);
    await account.keep('8', [{ cupon: payment }]);
    expect(await textsOf(account, '8')).toEqual([null]);
    const cupon = { conciliacion: '7', n: 1 };
    await account.decisions.tomar({ decisiones: [{ tipo: 'nota', cupon, texto: 'vista' }] }, context);
    expect([await textsOf(account, '7'), await textsOf(account, '8')]).toEqual([['Nota: vista'], ['Nota: vista']]);
    await account.decisions.deshacer({ que: { cupon, tipo: 'nota' } }, context);
    expect([await textsOf(account, '7'), await textsOf(account, '8')]).toEqual([[null], [null]]);
  });

  test('a decision of a reading without references is found once they are known', async () => {
    await using account = anAccount();
    await account.download(SALES, PERIOD);
    await account.keep('7', [{ cupon: payment }]);
    const cupon = { conciliacion: '7', n: 1 };
    await account.decisions.tomar({ decisiones: [{ tipo: 'nota', cupon, texto: 'sin referencia' }] }, context);
    await account.keep('7', [wallet('61000000001')]);
    expect(await textsOf(account, '7')).toEqual(['Nota: sin referencia']);
    await account.decisions.tomar({ decisiones: [{ tipo: 'explicado', cupon, motivo: 'efectivo' }] }, context);
    expect(await account.decisions.listar({}, context)).toMatchObject({ total: 1 });
    await account.decisions.deshacer({ que: { cupon, tipo: 'nota' } }, context);
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
    const cupon = { carga: account.carga, seq: said.seq };
    const decision =
      said.tipo === 'nota'
        ? { tipo: said.tipo, cupon, texto: said.texto }
        : { tipo: said.tipo, cupones: [cupon], operaciones: [...said.operaciones], tolerancia: '999999' };
    const first = { tipo: 'nota', cupon: { carga: account.carga, seq: 51 }, texto: 'de antes' } as const;
    await expect(account.decisions.tomar({ decisiones: [first, decision] }, context)).rejects.toMatchObject({ code });
    expect(await account.decisions.listar({}, context)).toMatchObject({ total: 0 });
  });

  test('and trying says what would hold without writing it', async () => {
    await using account = await withUpload([wrong(300)]);
    const cupon = { carga: account.carga, seq: 51 };
    const said = await account.decisions.tomar(
      { decisiones: [{ tipo: 'explicado', cupon, motivo: 'efectivo' }], probar: true },
      context,
    );
    expect(said).toMatchObject({ ns: [], cupones: [{ decision: { texto: 'Explicado: efectivo' } }] });
    expect(await decisionOf(account, 51)).toBeNull();
  });
});

describe('several at once', () => {
  const links = (upload: string) => [
    aLink({ carga: upload, seq: 51 }, 300),
    aLink({ carga: upload, seq: 52 }, 300),
    aLink({ carga: upload, seq: 53 }, 302, { tolerancia: '0.05' }),
    aLink({ carga: upload, seq: 99 }, 303),
    aLink({ carga: upload, seq: 54 }, 304),
  ];
  const others = [wrong(300), wrong(300), wrong(302), wrong(304)];

  test('those that cannot be are left out and said why, the others are taken', async () => {
    await using account = await withUpload(others);
    const { carga } = account;
    const decisions = links(carga).filter(({ cupones: [one] }) => one !== undefined && 'seq' in one && one.seq < 99);
    const looked = await account.decisions.tomar({ decisiones: decisions, parcial: true, probar: true }, context);
    const expected = [
      { lugar: 1, codigo: 'OPERACION_TOMADA', mensaje: expect.stringContaining('ya está vinculada con') },
      { lugar: 2, codigo: 'IMPORTES_DISTINTOS', mensaje: expect.stringContaining('la tolerancia es de') },
    ];
    expect(looked).toMatchObject({ ns: [], rechazadas: expected });
    expect(looked.cupones.map(({ seq }) => seq)).toEqual([51, 54]);
    expect(await account.decisions.listar({}, context)).toMatchObject({ total: 0 });

    const taken = await account.decisions.tomar({ decisiones: decisions, parcial: true }, context);
    expect(taken).toMatchObject({ ns: [1, 2], rechazadas: expected });
    expect(await account.decisions.listar({}, context)).toMatchObject({ total: 2 });
  });

  test('one that cannot be refuses them all where nobody said otherwise', async () => {
    await using account = await withUpload(others);
    const decisions = links(account.carga).slice(0, 2);
    await expect(account.decisions.tomar({ decisiones: decisions }, context)).rejects.toMatchObject({
      code: 'OPERACION_TOMADA',
    });
    expect(await account.decisions.listar({}, context)).toMatchObject({ total: 0 });
  });

  test('are undone together, as if nothing had been decided', async () => {
    await using account = await withUpload(others);
    const { carga } = account;
    const before = await account.explanations.explicar({}, context);
    const { ns } = await account.decisions.tomar(
      { decisiones: [aLink({ carga, seq: 51 }, 300), aLink({ carga, seq: 54 }, 304)] },
      context,
    );
    expect(await decisionOf(account, 54)).toMatchObject({ resuelto: true, pendiente: false });
    await account.decisions.deshacer({ que: { ns: [...ns] } }, context);
    expect((await account.explanations.explicar({}, context)).cupones).toEqual(before.cupones);
  });
});

test('what waits for its day or for an answer is no work until then, and a day that was answered is none any more', async () => {
  await using account = await withUpload([wrong(300), wrong(301), wrong(302)]);
  const { carga } = account;
  const at = (seq: number) => ({ carga, seq });
  await account.decisions.tomar(
    {
      decisiones: [
        { tipo: 'mirar', cupon: at(51), fecha: '2026-10-21' as never },
        { tipo: 'reclamo', cupon: at(52), estado: 'reclamado' },
        { tipo: 'mirar', cupon: at(53), fecha: '2026-10-19' as never },
      ],
    },
    context,
  );
  const said = async () => [
    await decisionOf(account, 51),
    await decisionOf(account, 52),
    await decisionOf(account, 53),
  ];
  expect(await said()).toMatchObject([
    { pendiente: false, mirar: { llego: false } },
    { pendiente: false, reclamo: { abierto: true } },
    { pendiente: true, mirar: { llego: true } },
  ]);
  await account.decisions.tomar(
    {
      decisiones: [
        { tipo: 'reclamo', cupon: at(52), estado: 'rechazado' },
        { tipo: 'explicado', cupon: at(53), motivo: 'efectivo' },
      ],
    },
    context,
  );
  expect(await said()).toMatchObject([
    { pendiente: false },
    { pendiente: true, reclamo: { abierto: false } },
    { pendiente: false, mirar: { llego: false } },
  ]);
});
