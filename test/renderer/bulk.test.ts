import { describe, expect, test } from 'vitest';
import type { DecisionsOfWorkbook } from '#contract/decisions.ts';
import type { ExplainedCupon } from '#contract/explanations.ts';
import {
  BulkState,
  groupLines,
  BroughtState,
  sayBothWays,
} from '../../src-renderer/features/explanations/bulk.svelte.ts';
import { createQueue } from '../../src-renderer/features/explanations/queue.ts';
import { describeDone, titleOfMany } from '../../src-renderer/features/explanations/deeds.ts';
import { makeApi, failWith } from './double.ts';
import { aExplainedCupon as aCupon, WITHOUT_OPERACION, WEAK } from './explained.ts';
import { makeDecide, TAKEN } from './decided.ts';

const never = new AbortController().signal;

function makeBulk(
  cupones: readonly ExplainedCupon[],
  what: BulkState['what'],
  take: () => typeof TAKEN | Promise<typeof TAKEN> = () => TAKEN,
): BulkState {
  const queue = createQueue();
  for (const one of cupones) queue.add(one);
  const decide = makeDecide(makeApi({ 'decisiones.tomar': take }));
  const bulk = new BulkState(decide, () => cupones.map((one) => ({ ...one, queued: queue.of(one) })), undefined);
  bulk.what = what;
  return bulk;
}

test('what is decided of many at once takes only likely operations, however sure a reason is', async () => {
  const bulk = makeBulk([aCupon(1), aCupon(2, { candidatos: [WEAK] })], 'accept');
  await bulk.look();
  expect(bulk.preview?.decisions).toMatchObject([{ tipo: 'vinculo', cupones: [{ n: 1 }] }]);
  expect(bulk.preview?.leftOut).toEqual([{ fila: 3, archivo: 'caja.xlsx', why: 'No hay una operación probable.' }]);
  const why = bulk.preview?.linked.map((one) => one.why.replaceAll('\u{a0}', ' '));
  expect(why).toEqual(['Importe: $ 17.580,13 → $ 17.580,00']);
});

test.each(['-100.00', '0.00', '1250.00'])('an amount of %s is not accepted among many', async (importe) => {
  const far = aCupon(2, { cupon: { ...aCupon(2).cupon, importe } });
  const bulk = makeBulk([aCupon(1), far], 'accept');
  await bulk.look();
  expect(bulk.preview?.decisions).toMatchObject([{ cupones: [{ n: 1 }] }]);
  expect(bulk.preview?.leftOut).toMatchObject([{ fila: 3 }]);
});

test('what differs is said both ways, because a single total hides what cancels out', async () => {
  const less = aCupon(2, { cupon: { ...aCupon(2).cupon, importe: '17570.00' } });
  const bulk = makeBulk([aCupon(1), less], 'accept');
  await bulk.look();
  expect(bulk.preview?.differing).toEqual({ n: 2, mas: '0.13', menos: '-10.00' });
  const both = sayBothWays({ mas: '0.13', menos: '-10.00' }).replaceAll('\u{a0}', ' ');
  expect(both).toBe('+$ 0,13 y −$ 10,00');
});

test('what is decided of a single coupon does not speak of all', () => {
  expect([titleOfMany('accept', 1), titleOfMany('accept', 2)]).toEqual(['Es su operación', 'Cada uno es su operación']);
});

test('adjusting many states what is written off, and says why the others stay out', async () => {
  const equal = aCupon(3, { cupon: { ...aCupon(3).cupon, importe: '17580.00' } });
  const { importe: _, ...withoutAmount } = aCupon(4).cupon;
  const all = [aCupon(1), WITHOUT_OPERACION, equal, aCupon(4, { cupon: withoutAmount })];
  const bulk = makeBulk(all, 'ajuste');
  bulk.draft.text = 'redondeo';
  await bulk.look();
  expect(bulk.preview?.importe).toBe('0.13');
  expect(bulk.preview?.leftOut.map(({ why }) => why)).toEqual([
    'No tiene ninguna operación.',
    'No hay una diferencia con su operación.',
    'Falta su importe o el de su operación: no se sabe la diferencia.',
  ]);
});

test('what would be decided of many is not shown for something else that was chosen meanwhile', async () => {
  const looked = [0, 1].map(() => Promise.withResolvers<typeof TAKEN>());
  const [first, second] = looked;
  const bulk = makeBulk([aCupon(1)], 'accept', () => (looked.shift() ?? expect.unreachable()).promise);
  const looking = bulk.look();
  bulk.what = 'nota';
  bulk.change();
  bulk.draft.text = 'x';
  const lookingAgain = bulk.look();
  first?.resolve(TAKEN);
  await looking;
  expect([bulk.preview, bulk.looking.isBusy]).toEqual([undefined, true]);
  second?.resolve(TAKEN);
  await lookingAgain;
  expect([bulk.preview?.decisions, bulk.looking.isBusy]).toMatchObject([[{ tipo: 'nota', texto: 'x' }], false]);
});

test('what stays out is said once for each reason, with its rows in order by file', () => {
  const rows = [
    ['b.xlsx', 12],
    ['a.xlsx', 9],
    ['b.xlsx', 5],
    [null, null],
  ] as const;
  expect(groupLines(rows.map(([file, row]) => ({ archivo: file, fila: row, why: 'No.' })))).toEqual([
    {
      why: 'No.',
      files: [
        { archivo: 'b.xlsx', filas: [5, 12] },
        { archivo: 'a.xlsx', filas: [9] },
      ],
    },
  ]);
});

describe('decisions of a workbook', () => {
  const decisiones = [{ tipo: 'explicado', cupon: { conciliacion: '7', n: 1 }, motivo: 'x' }] as const;
  const APPLIES = {
    fila: 6,
    cupon: '7:1',
    decision: 'Explicado',
    comprobante: '51',
    fecha: '2026-10-30',
    importe: '9.00',
    estado: 'se_aplica',
    texto: 'Explicado: x',
  } as const;
  const PREVIEW: DecisionsOfWorkbook = {
    filas: [APPLIES],
    sinDecision: 2,
    decisiones,
  };
  const bringing = async (answers: Parameters<typeof makeApi>[0]) => {
    const api = makeApi(answers);
    const decide = makeDecide(api);
    const brought = new BroughtState(api, decide);
    await brought.bring(new File([], 'cola.xlsx'), never);
    return { api, decide, brought };
  };

  test('are taken as they were previewed, and undone together', async () => {
    const { api, decide, brought } = await bringing({
      'decisiones.leer_planilla': () => PREVIEW,
      'decisiones.tomar': () => ({ ...TAKEN, ns: [4, 5] }),
      'decisiones.deshacer': () => ({ deshechas: [5, 4], cupones: [] }),
    });
    expect([brought.preview, api.pedidos.length]).toEqual([PREVIEW, 1]);
    await brought.run();
    expect(api.pedidos.at(-1)?.[1]).toMatchObject({ cuenta: 'mía', decisiones });
    expect(brought.preview).toBeUndefined();
    await decide.undo();
    expect(api.pedidos.at(-1)?.[1]).toMatchObject({ que: { ns: [4, 5] } });
  });

  test('that are refused stay on screen once the others are taken, and the message names their rows', async () => {
    const refused = [9, 10].map((fila) => ({ ...APPLIES, fila, estado: 'rechazada', texto: 'No.' }) as const);
    const { decide, brought } = await bringing({
      'decisiones.leer_planilla': () => ({ ...PREVIEW, filas: [APPLIES, ...refused] }),
      'decisiones.tomar': () => TAKEN,
    });
    await brought.run();
    expect([brought.isTaken, brought.preview?.decisiones]).toEqual([true, []]);
    expect(brought.preview?.filas.map(({ fila }) => fila)).toEqual([9, 10]);
    expect(describeDone(decide.done ?? expect.unreachable())).toBe('Quedó explicado. 2 rechazadas: filas 9 y 10.');
  });

  test('stay on screen when they could not be taken', async () => {
    const { decide, brought } = await bringing({
      'decisiones.leer_planilla': () => PREVIEW,
      'decisiones.tomar': () => failWith('DISCO_LLENO'),
    });
    await brought.run();
    expect([brought.preview, decide.failure?.code]).toEqual([PREVIEW, 'DISCO_LLENO']);
  });

  test('of another file are shown no more once one cannot be read', async () => {
    let isBroken = false;
    const { brought } = await bringing({
      'decisiones.leer_planilla': () => (isBroken ? failWith('ENTRADA_INVALIDA') : PREVIEW),
    });
    isBroken = true;
    await brought.bring(new File([], 'otra.xlsx'), never);
    expect([brought.preview, brought.task.failure?.code]).toEqual([undefined, 'ENTRADA_INVALIDA']);
  });
});
