import { describe, expect, test } from 'vitest';
import type { StatedDecision } from '#contract/decisions.ts';
import type { ExplainedCupon, StatedCause } from '#contract/explanations.ts';
import { compareFields, markDifference, type MarkedText } from '../../src-renderer/features/explanations/comparison.ts';
import { createQueue } from '../../src-renderer/features/explanations/queue.ts';
import { deedsFor, describeDone, wordsOfCause } from '../../src-renderer/features/explanations/deeds.ts';
import { LinkDraft } from '../../src-renderer/features/explanations/draft.svelte.ts';
import { makeApi } from './double.ts';
import { aCandidatoOf, aCause, aExplainedCupon as aCupon, aLink, CANDIDATO, WITHOUT_OPERACION } from './explained.ts';
import { makeDecide, TAKEN } from './decided.ts';

function decideOf(answers: Parameters<typeof makeApi>[0]) {
  const api = makeApi(answers);
  const decide = makeDecide(api);
  const place = { conciliacion: '7', n: 1 };
  decide.lookAt(place);
  return { api, decide, place };
}

test('an operation that another coupon holds is not accepted, and trying says so; it can still be refused', async () => {
  const { api, decide } = decideOf({ 'decisiones.tomar': () => TAKEN });
  const cupon = aCupon(1, { motivo: 'YA_USADA', candidatos: [{ ...CANDIDATO, tomadas: 1, tomada: true }] });
  expect(deedsFor(cupon).has('accept')).toBe(false);
  await decide.act('accept', cupon);
  expect([decide.triedHeld, api.pedidos]).toEqual([true, []]);
  await decide.act('reject', cupon);
  expect([decide.triedHeld, api.pedidos[0]?.[0]]).toEqual([false, 'decisiones.tomar']);
});

test('after accepting an operation of another amount the note names the difference', async () => {
  const linked = [aCupon(1, { decision: aLink(4, '-0.13') })];
  const { decide } = decideOf({ 'decisiones.tomar': () => ({ ...TAKEN, cupones: linked }) as never });
  await decide.act('accept', aCupon(1));
  expect(decide.done === undefined ? '' : describeDone(decide.done)).toMatch(/difiere en \$\s0,13/);
});

test('accepting an operation of a far amount links nothing and asks whether it is', async () => {
  const { api, decide } = decideOf({ 'decisiones.tomar': () => TAKEN });
  await decide.act('accept', aCupon(1, { candidatos: [aCandidatoOf('62580.00')] }));
  expect([decide.writing, decide.asksIfFar, api.pedidos]).toEqual(['vinculo', true, []]);
});

test('accepting a coupon of a split sale links all its coupons', async () => {
  const { api, decide } = decideOf({ 'decisiones.tomar': () => TAKEN });
  const division = { otros: [aCupon(2)], operaciones: ['o9'] };
  await decide.act('accept', aCupon(1, { motivo: 'DIVIDIDA', certeza: 'posible', division }));
  const cupones = [1, 2].map((n) => ({ conciliacion: '7', n }));
  const decisiones = [{ tipo: 'vinculo', cupones, operaciones: ['o9'] }];
  expect(api.pedidos[0]?.[1]).toMatchObject({ decisiones });
});

test('undoing at once what is still being decided undoes it', async () => {
  const taken = Promise.withResolvers<typeof TAKEN>();
  const { api, decide, place } = decideOf({
    'decisiones.tomar': () => taken.promise,
    'decisiones.deshacer': () => ({ cupones: [] }) as never,
  });
  const deciding = decide.take([{ tipo: 'nota', cupon: place, texto: 'x' }]);
  const undoing = decide.undo();
  taken.resolve(TAKEN);
  await Promise.all([deciding, undoing]);
  expect(api.pedidos.at(-1)).toEqual(['decisiones.deshacer', expect.objectContaining({ que: { ns: [4] } })]);
});

const note = (n: number) => ({ tipo: 'nota', cupon: { conciliacion: '7', n }, texto: 'x' }) as const;
/** Numbers the decisions in their order, as the core does. */
function decideNumbering() {
  let last = 0;
  return decideOf({
    'decisiones.tomar': ({ decisiones }) => ({ ns: decisiones.map(() => (last += 1)), cupones: [], rechazadas: [] }),
    'decisiones.deshacer': () => ({ cupones: [] }) as never,
  });
}

test('undone one after the other, as many decisions as were taken here go, those of a bulk together', async () => {
  const { api, decide } = decideNumbering();
  await decide.take([note(1)]);
  await decide.take([note(2), note(3), note(4)]);
  await decide.take([note(5)]);
  await decide.undoOne(3); // from the history of the coupon
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

test('what was undone is redone, those of a bulk together, until something else is decided', async () => {
  const { api, decide } = decideNumbering();
  await decide.take([note(1)]);
  await decide.take([note(2), note(3)]);
  await decide.undo();
  await decide.undo();
  await decide.redo();
  await decide.redo();
  expect([decide.canRedo, decide.canUndo]).toEqual([false, true]);
  const taken = api.pedidos.flatMap(([method, input]) => (method === 'decisiones.tomar' ? [input] : []));
  expect(taken.slice(2)).toMatchObject([{ decisiones: [note(1)] }, { decisiones: [note(2), note(3)] }]);
  await decide.undo();
  await decide.take([note(4)]);
  expect(decide.canRedo).toBe(false);
});

test('what the person began to write while a decision was on its way stays', async () => {
  const taken = Promise.withResolvers<typeof TAKEN>();
  const { decide, place } = decideOf({ 'decisiones.tomar': () => taken.promise });
  const deciding = decide.take([{ tipo: 'explicado', cupon: place, motivo: 'x' }]);
  decide.lookAt({ conciliacion: '7', n: 2 });
  await decide.act('nota', aCupon(2));
  taken.resolve(TAKEN);
  await deciding;
  expect([decide.writing, decide.canUndo]).toEqual(['nota', true]);
});

test('a decision that fails once the person went on is not said of the coupon they went to', async () => {
  const taken = Promise.withResolvers<typeof TAKEN>();
  const { decide, place } = decideOf({ 'decisiones.tomar': () => taken.promise });
  const deciding = decide.take([{ tipo: 'explicado', cupon: place, motivo: 'x' }]);
  decide.lookAt({ conciliacion: '7', n: 2 });
  taken.reject(new Error('x'));
  await deciding;
  expect([decide.failure?.code, decide.hasFailedBefore]).toEqual(['INTERNO', true]);
  await decide.take([note(2)]);
  expect([decide.failure?.code, decide.hasFailedBefore]).toEqual(['INTERNO', false]);
});

test('what was written and saved while another decision about the coupon is on its way is decided after it, once', async () => {
  const first = Promise.withResolvers<typeof TAKEN>();
  let asked = 0;
  const { api, decide, place } = decideOf({
    'decisiones.tomar': () => {
      asked += 1;
      return asked === 1 ? first.promise : { ...TAKEN, ns: [5] };
    },
  });
  await decide.act('ajuste', aCupon(1));
  const deciding = decide.take([{ tipo: 'ajuste', cupon: place, importe: '0.13', motivo: 'x' }]);
  await decide.act('nota', aCupon(1));
  const [saved, again] = [1, 2].map(() => decide.take([{ tipo: 'nota', cupon: place, texto: 'y' }]));
  first.resolve(TAKEN);
  await Promise.all([deciding, saved, again]);
  expect(api.pedidos).toMatchObject([
    ['decisiones.tomar', { decisiones: [{ tipo: 'ajuste' }] }],
    ['decisiones.tomar', { decisiones: [{ tipo: 'nota' }] }],
  ]);
  expect(decide.writing).toBeUndefined();
});

test('each cause has its own deed, and the button names it and its coupons', () => {
  const words = (cause: Partial<StatedCause>): string => wordsOfCause({ ...aCause('1'), ...cause });
  expect(words({})).toBe('Dar por explicados los 11…');
  expect(words({ codigo: 'IMPORTES_POR_100', motivo: 'IMPORTE_POR_100' })).toBe('Vincular los 11…');
  expect(words({ codigo: 'LOTE_SIN_OPERACIONES', motivo: 'SIN_OPERACION' })).toBe('Reclamar el lote…');
  expect(words({ codigo: 'TERMINAL_SIN_OPERACIONES', motivo: 'SIN_OPERACION', cupones: 1 })).toBe('Reclamar 1…');
  expect(words({ codigo: 'DIAS_SIN_BAJAR', motivo: 'FUERA_DE_COBERTURA' })).toBe('Bajar sus días');
});

test('the difference is coupon less operation, and there is none without an operation', () => {
  const queue = createQueue();
  queue.add(aCupon(1));
  queue.add({ ...WITHOUT_OPERACION, candidatos: [CANDIDATO] });
  expect([queue.of(aCupon(1))?.diferencia, queue.of(WITHOUT_OPERACION)?.diferencia]).toEqual(['0.13', undefined]);
});

describe('a coupon of a queue', () => {
  const LIST = [201, 202].map((n) => aCupon(n, { archivo: null, fila: null, candidatos: [] }));
  const [first, second] = [LIST[0] ?? expect.unreachable(), LIST[1] ?? expect.unreachable()];
  const aQueue = (cupones: readonly ExplainedCupon[]) => {
    const queue = createQueue();
    for (const cupon of cupones) queue.add(cupon);
    return queue;
  };
  const DECISION = { texto: 'Nota: x' } as StatedDecision; // compared only as a whole

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

const marksOf = (text: MarkedText | undefined) => text?.filter(({ isMarked }) => isMarked).map((piece) => piece.text);

describe('coupon and operation side by side', () => {
  test('what differs is marked, what is only written otherwise is not, what one of them does not say is left out', () => {
    const fields = compareFields(aCupon(1).cupon, CANDIDATO);
    expect(fields.map(({ campo, relation }) => `${campo} ${relation}`)).toEqual([
      'importe distinto',
      'fecha_venta igual',
      'comprobante equivalente',
      'lote igual',
    ]);
    expect([fields[0]?.cupon, fields[0]?.operacion].map(marksOf)).toEqual([['13'], ['00']]);
  });

  test('each differing character is marked; of another length, what is between the shared ends', () => {
    const marksBetween = (own: string, other: string) => marksOf(markDifference(own, other));
    expect(marksBetween('90167574', '00167573')).toEqual(['9', '4']);
    expect(marksBetween('10.860', '18.100')).toEqual(['0', '86']);
    expect(marksBetween('112', '12')).toEqual(['1']);
    expect(marksBetween('4777', '4777')).toEqual([]);
  });
});

describe('the operations to link by hand', () => {
  const found = (id: string, importe: string, day: string) => ({
    ...CANDIDATO.operacion,
    id,
    importe,
    fecha_venta: `${day} 10:00:00`,
  });
  function searchFor(query: string, filas: readonly ReturnType<typeof found>[] = []) {
    const api = makeApi({ 'datos.pagina': () => ({ filas }) as never });
    const draft = new LinkDraft({ api, cuenta: 'mía' }, [aCupon(1, { candidatos: [] })]);
    draft.query = query;
    return { api, draft, searched: draft.search() };
  }

  test.each(['05/10/2026', '05/10'])('are those of the day %s', async (query) => {
    const { api, searched } = searchFor(query);
    await searched;
    expect(api.pedidos).toEqual([
      ['datos.pagina', expect.objectContaining({ desde: '2026-10-05', hasta: '2026-10-05' })],
    ]);
  });

  const between = (from: string, to: string) => [
    { campo: 'importe', op: 'mayor', valor: from },
    { campo: 'importe', op: 'menor', valor: to },
  ];
  test.each([
    ['5.220', '5219.99', '5221.00', []],
    ['$ 5.220,00', '5219.99', '5220.01', []],
    ['5220', '5219.99', '5221.00', ['5220']],
  ])('are those of the amount %s, of either sign', async (query, from, to, texts) => {
    const { api, searched } = searchFor(query);
    await searched;
    const asked = api.pedidos.map(([, input]) => input);
    expect(asked).toMatchObject([
      { filtros: between(from, to) },
      { filtros: between(`-${to}`, `-${from}`) },
      ...texts.map((texto) => ({ texto })),
    ]);
  });

  test('nearest to the day and then to the amount of the coupon come first', async () => {
    const { draft, searched } = searchFor('visa', [
      found('far', '17580.13', '2026-10-20'),
      found('other', '10.00', '2026-10-06'),
      found('near', '17580.00', '2026-10-06'),
    ]);
    await searched;
    expect(draft.offered.map(({ id }) => id)).toEqual(['near', 'other', 'far']);
  });
});
