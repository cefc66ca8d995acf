import { describe, expect, test } from 'vitest';
import type { StatedDecision, UndoneDecisions } from '#contract/decisions.ts';
import type { PendingCupon } from '#contract/home.ts';
import { StepsByAccount } from '../../src-renderer/shared/decisions.svelte.ts';
import { TAKEN } from './decided.ts';
import { describeDone } from '../../src-renderer/features/explanations/deeds.ts';
import { answer } from './explained.ts';

import { explainedOf, openQueue, READ, row, ROWS, SETTLED, shown, signal } from './queue.ts';

const stated = ({ conciliacion, archivo, operacion }: PendingCupon, decision: StatedDecision | null) => ({
  ...{ carga: null, seq: null, vez: 1, conciliacion, archivo, fila: operacion.fila },
  ...{ cupon: { importe: operacion.importe ?? '' }, decision },
});

/** A queue of three coupons, 0, 1 and 2, in which any decision settles the coupon of the panel. `first`: the chosen coupon. */
async function aQueue(first?: number) {
  // Of one amount, so that they are in the order of their rows.
  const rows = ROWS.map((one) => ({
    ...one,
    operacion: { ...one.operacion, importe: '1.00' },
    conciliacion: '7',
    nLectura: one.n + 40,
  }));
  const row = (n: number): PendingCupon => rows[n] ?? expect.unreachable();
  const decided = new Map<number, StatedDecision>();
  const explained = (n: number) => explainedOf(row(n), { decision: decided.get(n) ?? null });
  let last = 0;
  const { state } = await openQueue(rows, answer([]), {
    'explicaciones.explicar': ({ ns }) =>
      answer(ns === undefined ? [0, 1, 2].map(explained) : ns.map((n) => explained(n - 40))),
    'decisiones.tomar': ({ decisiones }) => {
      const [{ tipo, ...decision }] = [decisiones[0] ?? expect.unreachable()];
      const places = 'cupon' in decision ? [decision.cupon] : [];
      last = places[0] !== undefined && 'n' in places[0] ? places[0].n - 40 : expect.unreachable();
      const holds = tipo === 'nota' ? { ...SETTLED, resuelto: false, pendiente: true } : SETTLED;
      decided.set(last, holds);
      return {
        ns: [1],
        cupones: [{ ...stated(row(last), holds), decision: holds }],
        rechazadas: [],
      };
    },
    'decisiones.deshacer': (): UndoneDecisions => {
      decided.delete(last);
      return { deshechas: [1], cupones: [stated(row(last), null)] };
    },
  });
  const choose = (n: number): Promise<void> => state.choose(rows[n]);
  const explain = async (type: 'explicado' | 'nota' = 'explicado'): Promise<void> => {
    const cupon = { conciliacion: '7', n: (state.chosen?.n ?? expect.unreachable()) + 40 };
    const { decide } = state.explanations;
    await decide.take([type === 'nota' ? { tipo: type, cupon, texto: 'x' } : { tipo: type, cupon, motivo: 'x' }]);
  };
  if (first !== undefined) await choose(first);
  return { estado: state, rows, choose, explain };
}

test('what was decided can be undone after the screen was left, in its account only', async () => {
  const decisions = new StepsByAccount();
  const answers = { 'decisiones.tomar': () => TAKEN, 'decisiones.deshacer': () => ({ deshechas: [4], cupones: [] }) };
  const before = await openQueue(ROWS, answer([]), answers, decisions);
  const cupon = { conciliacion: '7', n: 40 };
  await before.state.explanations.decide.take([{ tipo: 'nota', cupon, texto: 'x' }]);

  const { api, state } = await openQueue(ROWS, answer([]), answers, decisions);
  const { decide } = state.explanations;
  expect([decide.canUndo, decide.done?.what, decisions.of('otra').taken]).toEqual([true, 'nota', []]);
  await decide.undo();
  expect(api.pedidos).toContainEqual(['decisiones.deshacer', expect.objectContaining({ que: { ns: [4] } })]);
  expect([decide.canUndo, decide.canRedo]).toEqual([false, true]);
});

describe('after a decision', () => {
  test('its coupon is named, because the panel shows the next one', async () => {
    const { estado, explain } = await aQueue(1);
    await explain();
    const { decide } = estado.explanations;
    expect(decide.done === undefined ? '' : describeDone(decide.done)).toBe('Fila 3 · Quedó explicado.');
  });

  test('the next coupon that is left comes, from the first one again at the end, and the decided one goes', async () => {
    const { estado, explain } = await aQueue(1);
    await explain();
    expect([estado.chosen?.n, shown(estado), estado.moves]).toEqual([2, [0, 2], 1]);
    expect(estado.explanations.shown?.cupon.n).toBe(42);
    await explain();
    expect([estado.chosen?.n, shown(estado)]).toEqual([0, [0]]);
    // The last coupon stays in sight, because no other is left.
    await explain();
    expect([estado.chosen?.n, shown(estado), estado.counts.to_do]).toEqual([0, [0], 0]);
  });

  test('undoing it brings its coupon back', async () => {
    const { estado, explain } = await aQueue(0);
    await explain();
    await estado.explanations.decide.undo();
    expect([estado.chosen?.n, shown(estado), estado.counts.to_do]).toEqual([0, [0, 1, 2], 3]);
  });

  test('that is only a note, the coupon stays', async () => {
    const { estado, explain } = await aQueue(0);
    await explain('nota');
    expect([estado.chosen?.n, estado.moves]).toEqual([0, 0]);
  });

  test('about a coupon that the person has left meanwhile, nothing moves', async () => {
    const { estado, choose, explain } = await aQueue(0);
    const deciding = explain();
    await choose(2);
    await deciding;
    expect([estado.chosen?.n, estado.moves, shown(estado)]).toEqual([2, 0, [1, 2]]);
  });

  test('on which the person began to write something else meanwhile, nothing moves', async () => {
    const { estado, explain } = await aQueue(0);
    const deciding = explain();
    estado.explanations.decide.writing = 'nota';
    await deciding;
    expect([estado.chosen?.n, estado.moves, estado.explanations.decide.writing]).toEqual([0, 0, 'nota']);
  });

  test('that is undone after the person went to another coupon, nothing moves', async () => {
    const { estado, choose, explain } = await aQueue(0);
    await explain();
    const undoing = estado.explanations.decide.undo();
    await Promise.resolve(); // the undo begins while the panel shows the next coupon
    await choose(2);
    await undoing;
    expect([estado.chosen?.n, estado.moves, shown(estado)]).toEqual([2, 1, [0, 1, 2]]);
  });

  test('where all are shown, those that are decided are passed over', async () => {
    const { estado, choose, explain } = await aQueue();
    estado.ver = 'all';
    await choose(1);
    await explain();
    await choose(0);
    await explain();
    expect([estado.chosen?.n, shown(estado)]).toEqual([2, [0, 1, 2]]);
  });
});

test('where its coupon went is said once it is explained again: its new reason, another part of the queue, or outside the filter', async () => {
  const refused = { ...SETTLED, resuelto: false, pendiente: true };
  let answered = answer([explainedOf(row(0)), explainedOf(row(1))]);
  let gate = Promise.resolve(undefined);
  const { state } = await openQueue(ROWS.slice(0, 2), answered, {
    'explicaciones.explicar': ({ ns }) => (ns === undefined ? gate.then(() => answered) : answered),
    'decisiones.tomar': () => ({
      ns: [1],
      cupones: [{ ...stated(row(0), refused), decision: refused }],
      rechazadas: [],
    }),
  });
  const { decide, preparing } = state.explanations;
  expect(state.placeOfDone).toBeUndefined();
  await state.choose(row(0));
  answered = answer([explainedOf(row(0), { motivo: 'SIN_OPERACION', certeza: 'ninguna' }), explainedOf(row(1))]);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  gate = promise;
  await decide.take([{ tipo: 'no_es', cupon: { conciliacion: '7', n: 40 }, operaciones: ['9'] }]);
  expect([preparing.isBusy, state.placeOfDone]).toEqual([true, undefined]);
  resolve(undefined);
  await state.explain(signal);
  expect(state.placeOfDone).toMatchObject({
    part: 'to_do',
    isNarrowedAway: false,
    queued: { nombre: 'Sin operación', certeza: 'ninguna' },
  });
  state.filter = { motivo: 'Importe' };
  expect(state.placeOfDone?.isNarrowedAway).toBe(true);
  answered = answer([explainedOf(row(0), { estado: 'espera' }), explainedOf(row(1))]);
  await state.explain(signal);
  expect(state.placeOfDone?.part).toBe('waiting');
});

test('another filter lets the coupon of the panel go where it is not one of those that it asks for', async () => {
  const { estado, explain } = await aQueue(0);
  await explain();
  expect(estado.chosen?.n).toBe(1);
  estado.ver = 'all';
  expect([estado.chosen?.n, shown(estado)]).toEqual([1, [0, 1, 2]]);
  estado.ver = 'decided';
  expect([estado.chosen, shown(estado)]).toEqual([undefined, [0]]);
});

test('checked coupons are one, several or all that are shown, and stay while another one is looked at', async () => {
  const { estado, rows } = await aQueue();
  const checked = (): readonly number[] => rows.filter((one) => estado.isChecked(one)).map(({ n }) => n);
  estado.check(rows[2] ?? expect.unreachable(), true);
  estado.check(rows[0] ?? expect.unreachable(), true);
  await estado.choose(rows[1]);
  expect([checked(), estado.chosen?.n]).toEqual([[0, 2], 1]);
  estado.check(rows[2] ?? expect.unreachable(), false);
  expect([checked(), estado.chosen]).toEqual([[0], undefined]);
  estado.checkAll(true);
  expect(checked()).toEqual([0, 1, 2]);
  estado.ver = 'decided';
  expect(checked()).toEqual([]);
});

test('coupons that wait or were replaced are shown apart, and are no work', async () => {
  const rows = ROWS.map((one) => ({ ...one, conciliacion: '7', nLectura: one.n + 40 }));
  const explained = [
    explainedOf(row(0), { estado: 'espera', motivo: 'MUY_RECIENTE', espera: '2026-11-25' }),
    explainedOf(row(1)),
    explainedOf(row(2), { estado: 'reemplazado', decision: { ...SETTLED, texto: 'Reemplazado por caja (fila 9)' } }),
  ];
  const { state } = await openQueue(rows, answer(explained));
  const shownBy = (filter: typeof state.ver): readonly number[] => {
    state.ver = filter;
    return shown(state);
  };
  expect((['to_do', 'waiting', 'decided', 'replaced'] as const).map(shownBy)).toEqual([[1], [0], [], [2]]);
  expect(state.work).toEqual({ cupones: 1, importe: '100.00', conciliaciones: 1 });
  const decision = state.columns.find(({ clave }) => clave === 'decision');
  // The decision is why a person opens these rows, so its column never hides.
  expect(decision?.secondary).toBe(0);
  expect(rows.map((one) => decision?.valor?.(one))).toEqual([
    'Espera hasta el 25/11/2026',
    undefined,
    'Reemplazado por caja (fila 9)',
  ]);
});

test('a coupon that leaves the list is checked no more: it was explained otherwise, or another reading has it no more', async () => {
  let [filas, first] = [ROWS.slice(0, 2), explainedOf(row(0))];
  const { state } = await openQueue(filas, answer([]), {
    'inicio.sin_conciliar': () => ({ ...READ, filas }),
    'explicaciones.explicar': () => answer([first, explainedOf(row(1))]),
  });
  const isEachListed = () => state.several?.cupones.every((one) => state.rows.includes(one));
  state.checkAll(true);
  filas = filas.map((one) => ({ ...one }));
  await state.read(signal);
  expect([state.several?.cupones, isEachListed()]).toEqual([state.rows, true]);
  first = explainedOf(row(0), { estado: 'espera' });
  await state.explain(signal);
  expect([state.several?.cupones, isEachListed()]).toEqual([[filas[1]], true]);
  await state.choose(filas[1]);
  filas = filas.slice(0, 1);
  await state.read(signal);
  expect([state.several, state.chosen]).toEqual([undefined, undefined]);
});
