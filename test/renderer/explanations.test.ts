import { describe, expect, test } from 'vitest';
import type { DecisionsOfWorkbook, StatedDecision } from '#contract/decisions.ts';
import type { ExplainedCupon, ExplanationsDocument, StatedCause } from '#contract/explanations.ts';
import { BulkState, groupLeftOut } from '../../src-renderer/features/explanations/bulk.svelte.ts';
import { BroughtState } from '../../src-renderer/features/explanations/brought.svelte.ts';
import { compareFields, markDifference } from '../../src-renderer/features/explanations/comparison.ts';
import { byCertainty, createQueue } from '../../src-renderer/features/explanations/queue.ts';
import { DecideState } from '../../src-renderer/features/explanations/decide.svelte.ts';
import { describeDone, deedsFor, wordsOfCause } from '../../src-renderer/features/explanations/deeds.ts';
import { ExplanationsState } from '../../src-renderer/features/explanations/explanations.svelte.ts';
import { makeApi, failWith } from './double.ts';
import { aCause, aExplainedCupon as aCupon, answer, CANDIDATO } from './explained.ts';

const never = new AbortController().signal;
const WITHOUT_OPERACION = aCupon(2, { motivo: 'SIN_OPERACION', certeza: 'ninguna', candidatos: [] });
const WEAK = { ...CANDIDATO, puntaje: 0.2 };
describe('explanations', () => {
  test('a failure to explain all of them stays until they are explained again, whatever is chosen meanwhile', async () => {
    let isBroken = true;
    const api = makeApi({
      'explicaciones.explicar': () => (isBroken ? failWith('DISCO_LLENO') : answer([WITHOUT_OPERACION])),
    });
    const state = new ExplanationsState(api, 'mía');
    await state.prepareQueue('2026-10-31', never);
    await state.choose(undefined);
    expect(state.prepareFailure?.code).toBe('DISCO_LLENO');
    isBroken = false;
    await state.prepareAgain();
    expect([state.prepareFailure, state.overview?.total]).toEqual([undefined, 1]);
  });

  test('a chosen coupon comes with its reason, and with the trail of a likely operation', async () => {
    const trail = {} as never;
    const api = makeApi({ 'explicaciones.explicar': () => answer([aCupon(1)]), 'datos.rastro': () => trail });
    const state = new ExplanationsState(api, 'mía');
    const asked = state.choose({ conciliacion: '7', n: 1 });
    expect(state.explaining).toBe(true);
    await asked;
    expect(state.explaining).toBe(false);
    expect(state.shown?.nombre).toBe('Importe');
    expect(state.trail).toBe(trail);
    expect(api.pedidos[0]?.[1]).toMatchObject({ de: '7', ns: [1], idioma: 'es-AR', sinPreguntar: true });
    expect(api.pedidos[1]?.[1]).toMatchObject({ de: { vista: 'operaciones', clave: '5519903' } });
  });

  test.each([
    ['without an operation', WITHOUT_OPERACION],
    ['with one that is hardly likely, however sure its reason is', aCupon(2, { candidatos: [WEAK] })],
  ])('%s no money is followed', async (_, cupon) => {
    const api = makeApi({ 'explicaciones.explicar': () => answer([cupon]) });
    const state = new ExplanationsState(api, 'mía');
    await state.choose({ conciliacion: '7', n: 2 });
    expect(state.shown?.cupon).toBe(cupon);
    expect(api.pedidos).toHaveLength(1);
  });

  test('the answer about a coupon that is not shown any more is dropped', async () => {
    const open = Promise.withResolvers<ExplanationsDocument>();
    const api = makeApi({
      'explicaciones.explicar': ({ ns }) => (ns?.[0] === 1 ? open.promise : answer([WITHOUT_OPERACION])),
    });
    const state = new ExplanationsState(api, 'mía');
    const slow = state.choose({ conciliacion: '7', n: 1 });
    await state.choose({ conciliacion: '7', n: 2 });
    open.resolve(answer([aCupon(1)]));
    await slow;
    expect(state.shown?.cupon).toBe(WITHOUT_OPERACION);
  });

  test('a failure is said, and asking again forgets it', async () => {
    let times = 0;
    const api = makeApi({
      'explicaciones.explicar': () => (times++ === 0 ? failWith('DISCO_LLENO') : answer([WITHOUT_OPERACION])),
    });
    const state = new ExplanationsState(api, 'mía');
    await state.choose({ conciliacion: '7', n: 2 });
    expect([state.failure?.code, state.explaining]).toEqual(['DISCO_LLENO', false]);
    await state.refresh();
    expect([state.failure, state.shown?.cupon]).toEqual([undefined, WITHOUT_OPERACION]);
  });

  test('the reasons of a page are asked for once all coupons were explained', async () => {
    const api = makeApi({ 'explicaciones.explicar': () => answer([aCupon(1), WITHOUT_OPERACION]) });
    const state = new ExplanationsState(api, 'mía');
    await state.learn('7', [1, 2]);
    expect(api.pedidos).toEqual([]);
    await state.prepare('7', never);
    await state.learn('7', [1, 2]);
    expect(state.reasonOf(1)).toEqual({ nombre: 'Importe', certeza: 'muy_probable', decision: null });
    expect(state.reasonOf(2)?.nombre).toBe('Sin operación');
  });

  test('a queue is read from the oldest sales to its last day, and no further', async () => {
    const api = makeApi({
      'explicaciones.explicar': ({ desde = 0 }) => {
        const cupon = { importe: '1.00', fecha_venta: `2026-10-0${String(1 + desde / 500)}` };
        return answer([aCupon(1 + desde / 500, { cupon })], 2000);
      },
    });
    const state = new ExplanationsState(api, 'mía');
    await state.prepareQueue('2026-10-01', never);
    // The second page begins after that day: the first one may have ended within it.
    expect(api.pedidos.map(([, input]) => input)).toMatchObject([
      { desde: 0, orden: 'fecha' },
      { desde: 500, orden: 'fecha' },
    ]);
    const queuedOf = (n: number) =>
      state.queuedOf(aCupon(n, { cupon: { importe: '1.00', fecha_venta: `2026-10-0${String(n)}` } }));
    expect(queuedOf(1)).toMatchObject({ place: { conciliacion: '7', n: 1 } });
    expect(queuedOf(3)).toBeUndefined();
  });

  test('a queue has the surest first, then the oldest, then the largest, and last what nobody explained', () => {
    const queue = createQueue();
    const sure = { cupon: { importe: '5.00', fecha_venta: '2026-10-06' } };
    queue.add(aCupon(1, { ...sure, certeza: 'posible' }), 'Importe');
    queue.add(aCupon(2, sure), 'Importe');
    const of = (n: number, date: string, importe: string) => ({
      queued: queue.of(aCupon(n, sure)),
      fecha: date,
      importe,
    });
    const rows = [
      of(8, '2026-01-01', '99.00'),
      of(1, '2026-10-06', '5.00'),
      of(2, '2026-10-06', '5.00'),
      of(2, '2026-10-06', '-7.00'),
      of(2, '2026-10-02', '1.00'),
    ];
    expect(rows.toSorted(byCertainty)).toEqual([rows[4], rows[3], rows[2], rows[1], rows[0]]);
  });
});

describe('a cause', () => {
  test('is asked for by its place, page by page to its end', async () => {
    const [one, two] = [aCause('1'), aCause('2')];
    const api = makeApi({
      'explicaciones.explicar': ({ desde, causa: cause }) => ({
        ...answer(cause === undefined ? [] : [aCupon(desde === 0 ? 4 : 8)], cause === undefined ? 0 : 600),
        causas: [one, two],
      }),
    });
    const state = new ExplanationsState(api, 'mía');
    await state.prepare('7', never);
    expect(await state.numbersOf('7', two)).toEqual([4, 8]);
    expect(api.pedidos.at(-1)?.[1]).toMatchObject({ de: '7', causa: 1, desde: 500 });
  });

  test('of data that is old by now has no coupons', async () => {
    const state = new ExplanationsState(makeApi({}), 'mía');
    expect(await state.numbersOf('7', aCause('1'))).toEqual([]);
  });
});

const makeDecide = (api: ReturnType<typeof makeApi>): DecideState =>
  new DecideState({ api, account: 'mía', goesOn: true, onDone: () => Promise.resolve(), onShown: () => undefined });

test('an operation that another coupon holds is not accepted, and trying says so; it can still be refused', async () => {
  const api = makeApi({ 'decisiones.tomar': () => ({ ns: [4], cupones: [], rechazadas: [] }) });
  const decide = makeDecide(api);
  const cupon = aCupon(1, { motivo: 'YA_USADA', candidatos: [{ ...CANDIDATO, tomadas: 1, tomada: true }] });
  decide.lookAt({ conciliacion: '7', n: 1 });
  expect(deedsFor(cupon).has('accept')).toBe(false);
  await decide.act('accept', cupon);
  expect([decide.triedHeld, api.pedidos]).toEqual([true, []]);
  await decide.act('reject', cupon);
  expect([decide.triedHeld, api.pedidos[0]?.[0]]).toEqual([false, 'decisiones.tomar']);
});

test('undoing at once what is still being decided undoes it', async () => {
  const taken = Promise.withResolvers<{ ns: number[]; cupones: []; rechazadas: [] }>();
  const api = makeApi({
    'decisiones.tomar': () => taken.promise,
    'decisiones.deshacer': () => ({ cupones: [] }) as never,
  });
  const decide = makeDecide(api);
  const place = { conciliacion: '7', n: 1 };
  decide.lookAt(place);
  const deciding = decide.take([{ tipo: 'nota', cupon: place, texto: 'x' }]);
  const undoing = decide.undo();
  taken.resolve({ ns: [4], cupones: [], rechazadas: [] });
  await Promise.all([deciding, undoing]);
  expect(api.pedidos.at(-1)).toEqual(['decisiones.deshacer', expect.objectContaining({ que: { ns: [4] } })]);
});

test('undone one after the other, as many decisions as were taken here go, those of a bulk together', async () => {
  let last = 0;
  const api = makeApi({
    'decisiones.tomar': ({ decisiones }) => ({ ns: decisiones.map(() => (last += 1)), cupones: [], rechazadas: [] }),
    'decisiones.deshacer': () => ({ cupones: [] }) as never,
  });
  const decide = makeDecide(api);
  const note = (n: number) => ({ tipo: 'nota', cupon: { conciliacion: '7', n }, texto: 'x' }) as const;
  await decide.take([note(1)]);
  await decide.take([note(2), note(3), note(4)]);
  await decide.take([note(5)]);
  await decide.undoOne(3); // in the history of its coupon
  for (let i = 0; i < 4; i++) await decide.undo();
  const undone = api.pedidos.flatMap(([method, input]) => (method === 'decisiones.deshacer' ? [input] : []));
  expect(undone).toMatchObject([
    { que: { ns: [3] } },
    { que: { ns: [5] } },
    { que: { ns: [2, 4] } },
    { que: { ns: [1] } },
  ]);
  expect(decide.canUndo).toBe(false);
});

test('what the person began to write while a decision was on its way stays', async () => {
  const taken = Promise.withResolvers<{ ns: number[]; cupones: []; rechazadas: [] }>();
  const decide = makeDecide(makeApi({ 'decisiones.tomar': () => taken.promise }));
  const place = { conciliacion: '7', n: 1 };
  decide.lookAt(place);
  const deciding = decide.take([{ tipo: 'explicado', cupon: place, motivo: 'x' }]);
  decide.lookAt({ conciliacion: '7', n: 2 });
  await decide.act('nota', aCupon(2));
  taken.resolve({ ns: [4], cupones: [], rechazadas: [] });
  await deciding;
  expect([decide.writing, decide.canUndo]).toEqual(['nota', true]);
});

test('a decision that fails once the person went on is not said of the coupon they went to', async () => {
  const taken = Promise.withResolvers<{ ns: number[]; cupones: []; rechazadas: [] }>();
  const decide = makeDecide(makeApi({ 'decisiones.tomar': () => taken.promise }));
  const places = [1, 2].map((n) => ({ conciliacion: '7', n }));
  decide.lookAt(places[0]);
  const deciding = decide.take([{ tipo: 'explicado', cupon: { conciliacion: '7', n: 1 }, motivo: 'x' }]);
  decide.lookAt(places[1]);
  taken.reject(new Error('x'));
  await deciding;
  expect([decide.failure?.code, decide.hasFailedBefore]).toEqual(['INTERNO', true]);
  await decide.take([{ tipo: 'nota', cupon: { conciliacion: '7', n: 2 }, texto: 'x' }]);
  expect([decide.failure?.code, decide.hasFailedBefore]).toEqual(['INTERNO', false]);
});

test('what was written and saved while another decision about the coupon is on its way is decided after it, once', async () => {
  const first = Promise.withResolvers<{ ns: number[]; cupones: []; rechazadas: [] }>();
  let asked = 0;
  const api = makeApi({
    'decisiones.tomar': () => {
      asked += 1;
      return asked === 1 ? first.promise : { ns: [5], cupones: [], rechazadas: [] };
    },
  });
  const decide = makeDecide(api);
  const place = { conciliacion: '7', n: 1 };
  decide.lookAt(place);
  await decide.act('ajuste', aCupon(1));
  const deciding = decide.take([{ tipo: 'ajuste', cupon: place, importe: '0.13', motivo: 'x' }]);
  await decide.act('nota', aCupon(1));
  const [saved, again] = [1, 2].map(() => decide.take([{ tipo: 'nota', cupon: place, texto: 'y' }]));
  first.resolve({ ns: [4], cupones: [], rechazadas: [] });
  await Promise.all([deciding, saved, again]);
  expect(api.pedidos).toMatchObject([
    ['decisiones.tomar', { decisiones: [{ tipo: 'ajuste' }] }],
    ['decisiones.tomar', { decisiones: [{ tipo: 'nota' }] }],
  ]);
  expect(decide.writing).toBeUndefined();
});

describe('coupon and operation side by side', () => {
  test('what differs is marked, what is only written otherwise is not, what one of them does not say is left out', () => {
    const fields = compareFields(aCupon(1).cupon, CANDIDATO);
    expect(fields.map(({ campo, relation }) => `${campo} ${relation}`)).toEqual([
      'importe distinto',
      'fecha_venta igual',
      'comprobante equivalente',
      'lote igual',
    ]);
    expect([fields[0]?.cupon?.marked, fields[0]?.operacion?.marked]).toEqual(['13', '00']);
  });

  test('the mark is the part between the beginning and the end that both have', () => {
    expect(markDifference('00166657', '90166657')).toEqual({ before: '', marked: '0', after: '0166657' });
    expect(markDifference('12', '112')).toEqual({ before: '1', marked: '', after: '2' });
    expect(markDifference('4777', '4777')).toEqual({ before: '4777', marked: '', after: '' });
  });
});

test('the difference is coupon less operation, and there is none without an operation', () => {
  const queue = createQueue();
  queue.add(aCupon(1), 'Importe');
  queue.add({ ...WITHOUT_OPERACION, candidatos: [CANDIDATO] }, 'Sin operación');
  expect([queue.of(aCupon(1))?.diferencia, queue.of(WITHOUT_OPERACION)?.diferencia]).toEqual(['0.13', undefined]);
});

describe('a coupon of a queue', () => {
  const LIST = [201, 202].map((n) => aCupon(n, { archivo: null, fila: null, candidatos: [] }));
  const [first, second] = [LIST[0] ?? expect.unreachable(), LIST[1] ?? expect.unreachable()];
  const aQueue = (cupones: readonly ExplainedCupon[]) => {
    const queue = createQueue();
    for (const cupon of cupones) queue.add(cupon, 'Importe');
    return queue;
  };
  const DECISION = { texto: 'Nota: x' } as StatedDecision; // only looked at as a whole

  test('that another PC uploaded, as its equals, is found by its number in the reading', () => {
    const queue = aQueue(LIST);
    expect(LIST.map((cupon) => queue.of(cupon)?.place.n)).toEqual([201, 202]);
    expect(queue.of({ ...first, conciliacion: '8' })).toBeUndefined();
  });

  test('of one row of two sheets is not its namesake', () => {
    const queue = aQueue([aCupon(201, { fila: 5 }), aCupon(202, { fila: 5, cupon: { importe: '9.00' } })]);
    expect(queue.of(aCupon(201, { fila: 5 }))?.place.n).toBe(201);
    queue.hold(aCupon(202, { fila: 5, cupon: { importe: '9.00' } }), DECISION);
    expect([
      queue.of(aCupon(201, { fila: 5 }))?.decision,
      queue.of({ ...aCupon(202, { fila: 5 }), cupon: { importe: '9.00' } })?.decision,
    ]).toEqual([null, DECISION]);
  });

  test('without a number in a reading has no reason', () => {
    expect(aQueue(LIST).of({ ...first, n: null })).toBeUndefined();
    expect(aQueue([aCupon(1)]).of(aCupon(1, { n: null }))).toBeUndefined();
  });

  test('whose number is another coupon by now is found by its row, or not at all', () => {
    const again = aQueue([aCupon(1, { fila: 8 }), aCupon(2, { fila: 9, cupon: { importe: '9.00' } })]);
    expect(again.of(aCupon(2, { fila: 8 }))?.place.n).toBe(1);
    expect(again.of(aCupon(2, { fila: 7 }))).toBeUndefined();
  });

  test('that says the same as another one shows no decision that may be of the other', () => {
    const queue = aQueue(LIST);
    queue.hold(second, DECISION);
    expect(LIST.map((cupon) => queue.of(cupon)?.decision)).toEqual([null, null]);
  });
});

test('what is decided of many at once takes only likely operations, however sure a reason is', async () => {
  const queue = createQueue();
  const [likely, weak] = [aCupon(1), aCupon(2, { candidatos: [WEAK] })];
  queue.add(likely, 'Importe');
  queue.add(weak, 'Importe');
  const bulk = new BulkState(
    new DecideState({
      api: makeApi({ 'decisiones.tomar': () => ({ ns: [], cupones: [], rechazadas: [] }) }),
      account: 'mía',
      goesOn: true,
      onDone: () => Promise.resolve(),
      onShown: () => undefined,
    }),
    () => [likely, weak].map((one) => ({ ...one, queued: queue.of(one) })),
    { what: 'accept', reason: '' },
  );
  await bulk.look();
  expect(bulk.preview?.decisions).toMatchObject([{ tipo: 'vinculo', cupones: [{ n: 1 }] }]);
  expect(bulk.preview?.leftOut).toEqual([{ fila: 3, archivo: 'caja.xlsx', why: 'No hay una operación probable.' }]);
});

test('adjusting many states what is written off, and says why the others stay out', async () => {
  const queue = createQueue();
  const equal = aCupon(3, { cupon: { ...aCupon(3).cupon, importe: '17580.00' } });
  const { importe: _, ...withoutAmount } = aCupon(4).cupon;
  const all = [aCupon(1), WITHOUT_OPERACION, equal, aCupon(4, { cupon: withoutAmount })];
  for (const one of all) queue.add(one, 'Importe');
  const bulk = new BulkState(
    new DecideState({
      api: makeApi({ 'decisiones.tomar': () => ({ ns: [], cupones: [], rechazadas: [] }) }),
      account: 'mía',
      goesOn: true,
      onDone: () => Promise.resolve(),
      onShown: () => undefined,
    }),
    () => all.map((one) => ({ ...one, queued: queue.of(one) })),
    { what: 'ajuste', reason: '' },
  );
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
  const queue = createQueue();
  queue.add(aCupon(1), 'Importe');
  const looked = [0, 1].map(() => Promise.withResolvers<{ ns: []; cupones: []; rechazadas: [] }>());
  const [first, second] = looked;
  const bulk = new BulkState(
    new DecideState({
      api: makeApi({ 'decisiones.tomar': () => (looked.shift() ?? expect.unreachable()).promise }),
      account: 'mía',
      goesOn: true,
      onDone: () => Promise.resolve(),
      onShown: () => undefined,
    }),
    () => [{ ...aCupon(1), queued: queue.of(aCupon(1)) }],
    { what: 'accept', reason: '' },
  );
  const looking = bulk.look();
  bulk.what = 'nota';
  bulk.change();
  bulk.draft.text = 'x';
  const lookingAgain = bulk.look();
  first?.resolve({ ns: [], cupones: [], rechazadas: [] });
  await looking;
  expect([bulk.preview, bulk.looking]).toEqual([undefined, true]);
  second?.resolve({ ns: [], cupones: [], rechazadas: [] });
  await lookingAgain;
  expect([bulk.preview?.decisions, bulk.looking]).toMatchObject([[{ tipo: 'nota', texto: 'x' }], false]);
});

test('what stays out is said once for each reason, with its rows in order by file', () => {
  const rows = [
    ['b.xlsx', 12],
    ['a.xlsx', 9],
    ['b.xlsx', 5],
    [null, null],
  ] as const;
  expect(groupLeftOut(rows.map(([file, row]) => ({ archivo: file, fila: row, why: 'No.' })))).toEqual([
    {
      why: 'No.',
      files: [
        { archivo: 'b.xlsx', filas: [5, 12] },
        { archivo: 'a.xlsx', filas: [9] },
      ],
    },
  ]);
});

test('each cause has its own deed, and the button names it and its coupons', () => {
  const words = (cause: Partial<StatedCause>): string => wordsOfCause({ ...aCause('1'), ...cause });
  expect(words({})).toBe('Dar por explicados los 11…');
  expect(words({ codigo: 'IMPORTES_POR_100', motivo: 'IMPORTE_POR_100' })).toBe('Vincular los 11…');
  expect(words({ codigo: 'LOTE_SIN_OPERACIONES', motivo: 'SIN_OPERACION' })).toBe('Reclamar el lote…');
  expect(words({ codigo: 'TERMINAL_SIN_OPERACIONES', motivo: 'SIN_OPERACION', cupones: 1 })).toBe('Reclamar 1…');
  expect(words({ codigo: 'DIAS_SIN_BAJAR', motivo: 'FUERA_DE_COBERTURA' })).toBe('Descargar sus días');
});

describe('decisions of a workbook', () => {
  const decisiones = [{ tipo: 'explicado', cupon: { conciliacion: '7', n: 1 }, motivo: 'x' }] as const;
  const APPLIES = { fila: 6, cupon: '7:1', decision: 'Explicado', estado: 'se_aplica', texto: 'Explicado: x' } as const;
  const PREVIEW: DecisionsOfWorkbook = {
    filas: [APPLIES],
    sinDecision: 2,
    decisiones,
  };
  const bringing = async (api: ReturnType<typeof makeApi>) => {
    const decide = makeDecide(api);
    const brought = new BroughtState(api, decide);
    await brought.bring(new File([], 'cola.xlsx'), never);
    return { decide, brought };
  };

  test('are taken as they were previewed, and undone together', async () => {
    const api = makeApi({
      'decisiones.leer_planilla': () => PREVIEW,
      'decisiones.tomar': () => ({ ns: [4, 5], cupones: [], rechazadas: [] }),
      'decisiones.deshacer': () => ({ deshechas: [5, 4], cupones: [] }),
    });
    const { decide, brought } = await bringing(api);
    expect([brought.preview, api.pedidos.length]).toEqual([PREVIEW, 1]);
    await brought.run();
    expect(api.pedidos.at(-1)?.[1]).toMatchObject({ cuenta: 'mía', decisiones });
    expect(brought.preview).toBeUndefined();
    await decide.undo();
    expect(api.pedidos.at(-1)?.[1]).toMatchObject({ que: { ns: [4, 5] } });
  });

  test('that are refused stay on screen once the others are taken, and the message names their rows', async () => {
    const refused = [9, 10].map((fila) => ({ ...APPLIES, fila, estado: 'rechazada', texto: 'No.' }) as const);
    const api = makeApi({
      'decisiones.leer_planilla': () => ({ ...PREVIEW, filas: [APPLIES, ...refused] }),
      'decisiones.tomar': () => ({ ns: [4], cupones: [], rechazadas: [] }),
    });
    const { decide, brought } = await bringing(api);
    await brought.run();
    expect([brought.isTaken, brought.preview?.decisiones]).toEqual([true, []]);
    expect(brought.preview?.filas.map(({ fila }) => fila)).toEqual([9, 10]);
    expect(describeDone(decide.done ?? expect.unreachable())).toBe('Quedó explicado. 2 rechazadas: filas 9 y 10.');
  });

  test('stay on screen when they could not be taken', async () => {
    const api = makeApi({
      'decisiones.leer_planilla': () => PREVIEW,
      'decisiones.tomar': () => failWith('DISCO_LLENO'),
    });
    const { decide, brought } = await bringing(api);
    await brought.run();
    expect([brought.preview, decide.failure?.code]).toEqual([PREVIEW, 'DISCO_LLENO']);
  });

  test('of another file are shown no more once one cannot be read', async () => {
    let isBroken = false;
    const api = makeApi({
      'decisiones.leer_planilla': () => (isBroken ? failWith('ENTRADA_INVALIDA') : PREVIEW),
    });
    const { brought } = await bringing(api);
    isBroken = true;
    await brought.bring(new File([], 'otra.xlsx'), never);
    expect([brought.preview, brought.task.failure?.code]).toEqual([undefined, 'ENTRADA_INVALIDA']);
  });
});
