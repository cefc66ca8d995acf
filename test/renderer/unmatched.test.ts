import { describe, expect, test } from 'vitest';
import { getLocale, overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';
import { getCellText, getValueText } from '../../src-renderer/ui/grid/text.ts';
import type { StatedDecision, UndoneDecisions } from '#contract/decisions.ts';
import type { ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';
import type { PendingCupon, UnreconciledDocument } from '#contract/home.ts';
import { describeRowAndCard } from '../../src-renderer/features/conciliaciones/cupon-words.ts';
import { haveSheets } from '../../src-renderer/features/conciliaciones/columns.ts';
import { UnreconciledState } from '../../src-renderer/features/conciliaciones/unmatched.svelte.ts';
import {
  isShownBy,
  QUEUE_AMONG,
  QUEUE_PARTS,
  type QueueFilter,
} from '../../src-renderer/features/explanations/queue.ts';
import { describeDone } from '../../src-renderer/features/explanations/deeds.ts';
import { makeApi } from './double.ts';
import { aCandidatoOf, aCause, aExplainedCupon, aLink, answer } from './explained.ts';

const signal = new AbortController().signal;
const RESULT = { conciliado: false, modo: null, nro_liquidacion: null, liquidaciones_id: null, fecha_liq: null };
const cupon = (n: number, importe: string, tarjeta_desc?: string): PendingCupon => ({
  tipo: 'cupon',
  n,
  operacion: { ...RESULT, fila: n + 2, importe, ...(tarjeta_desc === undefined ? {} : { tarjeta_desc }) },
  disposicion: 'sin_conciliar',
  dias: 9,
  nuevo: false,
  archivo: 'caja.xlsx',
  mensaje: null,
  conciliacion: n === 2 ? null : '7',
  nLectura: n === 2 ? null : n + 40,
  hoja: null,
});
const ROWS = [cupon(0, '9.00', 'VISA'), cupon(1, '100.00'), cupon(2, '20.00', 'AMEX')];
const READ: UnreconciledDocument = {
  edad: { desde: 8, hasta: 15 },
  cupones: 3,
  miradas: 2,
  filas: ROWS,
};
/** A coupon of the queue, explained: 40 more than its place in the list is its number in the reading. */
const explainedOf = ({ n, operacion }: PendingCupon, changes: Partial<ExplainedCupon> = {}): ExplainedCupon =>
  aExplainedCupon(n + 40, {
    fila: operacion.fila,
    cupon: { importe: operacion.importe ?? '' },
    candidatos: [],
    ...changes,
  });
const row = (n: number): PendingCupon => ROWS[n] ?? expect.unreachable();
const shown = ({ rows }: UnreconciledState): readonly number[] => rows.map(({ n }) => n);

test('the coupons of every reconciliation are ordered and cut into pages here, what has nothing last', async () => {
  const api = makeApi({ 'inicio.sin_conciliar': () => READ });
  const state = new UnreconciledState(api, 'mía', 8);
  await state.read(signal);
  expect(api.pedidos).toEqual([['inicio.sin_conciliar', { cuenta: 'mía', edad: 8 }]]);
  const sortedBy = (field: string, desc: boolean): readonly number[] => {
    state.order = { campo: field, desc };
    return shown(state);
  };
  expect(sortedBy('importe', false)).toEqual([0, 2, 1]);
  expect(sortedBy('tarjeta_desc', true)).toEqual([0, 2, 1]);
  expect(sortedBy('tarjeta_desc', false)).toEqual([2, 0, 1]);
  state.order = undefined;
  expect(await state.source.read(1, 1, undefined)).toEqual({ filas: [ROWS[2]], total: 3 });
});

const CAUSE = aCause('30012345');
const EXPLAINED: ExplanationsDocument = {
  ...answer([explainedOf(row(1), { certeza: 'probable', causa: 0 }), explainedOf(row(0), { certeza: 'ninguna' })]),
  causas: [CAUSE],
};

test('once they are explained they come in the order of the core, and one is asked about by its reconciliation', async () => {
  const api = makeApi({ 'inicio.sin_conciliar': () => READ, 'explicaciones.explicar': () => EXPLAINED });
  const state = new UnreconciledState(api, 'mía', 'todas');
  await state.read(signal);
  await state.explain(signal);
  expect(shown(state)).toEqual([1, 0, 2]);
  await state.choose(ROWS[0]);
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ de: '7', ns: [40] });
  const before = api.pedidos.length;
  await state.choose(ROWS[2]); // its upload has no number yet
  expect(api.pedidos).toHaveLength(before);
  expect(state.explanations.shown).toBeUndefined();
});

test('a cause shows its coupons alone, and all of them again once its data is old', async () => {
  const api = makeApi({ 'inicio.sin_conciliar': () => READ, 'explicaciones.explicar': () => EXPLAINED });
  const state = new UnreconciledState(api, 'mía', 'todas');
  await state.read(signal);
  await state.explain(signal);
  await state.choose(ROWS[0]);
  state.seeCause(CAUSE);
  expect(state.chosen).toBeUndefined();
  expect(shown(state)).toEqual([1]);
  state.seeCause(aCause('another'));
  expect(shown(state)).toHaveLength(3);
});

/** What settles a coupon. */
const SETTLED: StatedDecision = {
  texto: 'Explicado: ya está',
  resuelto: true,
  pendiente: false,
  vinculo: null,
  rechazadas: [],
  explicado: { n: 1, quien: 'ana', cuando: '2026-11-21 10:00', motivo: 'ya está' },
  ajuste: null,
  notas: [],
  reclamo: null,
  mirar: null,
  reemplazo: null,
  contradicciones: [],
};
const stated = ({ conciliacion, archivo, operacion }: PendingCupon, decision: StatedDecision | null) => ({
  ...{ carga: null, seq: null, vez: 1, conciliacion, archivo, fila: operacion.fila },
  ...{ cupon: { importe: operacion.importe ?? '' }, decision },
});

/** A queue of three coupons, 0, 1 and 2, in which whatever is decided about the coupon of the panel settles it. */
async function aQueue() {
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
  const api = makeApi({
    'inicio.sin_conciliar': () => ({ ...READ, filas: rows }),
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
  const state = new UnreconciledState(api, 'mía', 'todas');
  await state.read(signal);
  await state.explain(signal);
  const choose = (n: number): Promise<void> => state.choose(rows[n]);
  const explain = async (type: 'explicado' | 'nota' = 'explicado'): Promise<void> => {
    const cupon = { conciliacion: '7', n: (state.chosen?.n ?? expect.unreachable()) + 40 };
    const { decide } = state.explanations;
    await decide.take([type === 'nota' ? { tipo: type, cupon, texto: 'x' } : { tipo: type, cupon, motivo: 'x' }]);
  };
  return { estado: state, rows, choose, explain };
}

describe('after a decision', () => {
  test('its coupon is named, because the panel shows the next one', async () => {
    const { estado, choose, explain } = await aQueue();
    await choose(1);
    await explain();
    const { decide } = estado.explanations;
    expect(decide.done === undefined ? '' : describeDone(decide.done)).toBe('Fila 3 · Quedó explicado.');
  });

  test('the next coupon that is left comes, from the first one again at the end, and the decided one goes', async () => {
    const { estado, choose, explain } = await aQueue();
    await choose(1);
    await explain();
    expect([estado.chosen?.n, shown(estado), estado.moves]).toEqual([2, [0, 2], 1]);
    expect(estado.explanations.shown?.cupon.n).toBe(42);
    await explain();
    expect([estado.chosen?.n, shown(estado)]).toEqual([0, [0]]);
    // The last one stays in sight: there is nothing else to go to.
    await explain();
    expect([estado.chosen?.n, shown(estado), estado.counts.to_do]).toEqual([0, [0], 0]);
  });

  test('undoing it brings its coupon back', async () => {
    const { estado, choose, explain } = await aQueue();
    await choose(0);
    await explain();
    await estado.explanations.decide.undo();
    expect([estado.chosen?.n, shown(estado), estado.counts.to_do]).toEqual([0, [0, 1, 2], 3]);
  });

  test('that is only a note, the coupon stays', async () => {
    const { estado, choose, explain } = await aQueue();
    await choose(0);
    await explain('nota');
    expect([estado.chosen?.n, estado.moves]).toEqual([0, 0]);
  });

  test('about a coupon that the person has left meanwhile, nothing moves', async () => {
    const { estado, choose, explain } = await aQueue();
    await choose(0);
    const deciding = explain();
    await choose(2);
    await deciding;
    expect([estado.chosen?.n, estado.moves, shown(estado)]).toEqual([2, 0, [1, 2]]);
  });

  test('on which the person began to write something else meanwhile, nothing moves', async () => {
    const { estado, choose, explain } = await aQueue();
    await choose(0);
    const deciding = explain();
    estado.explanations.decide.writing = 'nota';
    await deciding;
    expect([estado.chosen?.n, estado.moves, estado.explanations.decide.writing]).toEqual([0, 0, 'nota']);
  });

  test('that is undone after the person went to another coupon, nothing moves', async () => {
    const { estado, choose, explain } = await aQueue();
    await choose(0);
    await explain();
    const undoing = estado.explanations.decide.undo();
    await Promise.resolve(); // it was asked for about the coupon that came next
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

test('filters that add up to all have each coupon once, and a claim is counted among these', () => {
  const stamp = { n: 1, quien: 'ana', cuando: '2026-11-21 10:00', nota: null };
  const reclamo = { ...stamp, estado: 'por_reclamar', abierto: true } as const;
  const mirar = { ...stamp, fecha: '2026-11-20', llego: true };
  const cupones = [
    { estado: 'por_hacer', decision: { ...SETTLED, resuelto: false, mirar } },
    { estado: 'espera', decision: null },
    { estado: 'resuelto', decision: { ...SETTLED, reclamo } },
    { estado: 'reemplazado', decision: SETTLED },
  ] as const;
  const countOf = (filter: QueueFilter): number => cupones.filter((cupon) => isShownBy(filter, cupon)).length;
  expect(QUEUE_PARTS.map(countOf)).toEqual([1, 1, 1, 1, 4]);
  expect(QUEUE_AMONG.map(countOf)).toEqual([1, 1]);
});

test('another filter lets the coupon of the panel go where it is not one of those that it asks for', async () => {
  const { estado, choose, explain } = await aQueue();
  await choose(0);
  await explain();
  expect(estado.chosen?.n).toBe(1);
  estado.ver = 'all';
  expect([estado.chosen?.n, shown(estado)]).toEqual([1, [0, 1, 2]]);
  estado.ver = 'decided';
  expect([estado.chosen, shown(estado)]).toEqual([undefined, [0]]);
});

test('coupons that wait or were replaced are shown apart, and are no work', async () => {
  const rows = ROWS.map((one) => ({ ...one, conciliacion: '7', nLectura: one.n + 40 }));
  const explained = [
    explainedOf(row(0), { estado: 'espera', motivo: 'MUY_RECIENTE', espera: '2026-11-25' }),
    explainedOf(row(1)),
    explainedOf(row(2), { estado: 'reemplazado', decision: { ...SETTLED, texto: 'Reemplazado por caja (fila 9)' } }),
  ];
  const api = makeApi({
    'inicio.sin_conciliar': () => ({ ...READ, filas: rows }),
    'explicaciones.explicar': () => answer(explained),
  });
  const state = new UnreconciledState(api, 'mía', 'todas');
  await state.read(signal);
  await state.explain(signal);
  const shownBy = (filter: typeof state.ver): readonly number[] => {
    state.ver = filter;
    return shown(state);
  };
  expect((['to_do', 'waiting', 'decided', 'replaced'] as const).map(shownBy)).toEqual([[1], [0], [], [2]]);
  expect(state.work).toEqual({ cupones: 1, importe: '100.00', conciliaciones: 1 });
  const decision = state.columns.find(({ clave }) => clave === 'decision');
  // It is what these rows are looked at for, so it never hides.
  expect(decision?.secondary).toBe(0);
  expect(rows.map((one) => decision?.valor?.(one))).toEqual([
    'Espera hasta el 25/11/2026',
    undefined,
    'Reemplazado por caja (fila 9)',
  ]);
});

describe('checked coupons', () => {
  test('are one, several or all that are shown, and stay while another one is looked at', async () => {
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
});

test('the queue is narrowed by reason and by reconciliation, and counts its causes itself', async () => {
  const rows = ROWS.map((one, i) => ({ ...one, conciliacion: i === 2 ? '8' : '7', nLectura: i + 40 }));
  const explained: ExplanationsDocument = {
    ...answer([
      explainedOf(row(0), { causa: 0, candidatos: [aCandidatoOf('8.87')] }),
      explainedOf(row(1), { causa: 0, candidatos: [aCandidatoOf('99.87')] }),
      // Another age has it: it is not in this queue.
      aExplainedCupon(49, { fila: 99, causa: 0 }),
      explainedOf(row(2), { conciliacion: '8', motivo: 'SIN_OPERACION', certeza: 'ninguna' }),
    ]),
    causas: [CAUSE],
  };
  const api = makeApi({
    'inicio.sin_conciliar': () => ({ ...READ, filas: rows }),
    'explicaciones.explicar': () => explained,
  });
  const state = new UnreconciledState(api, 'mía', 'todas');
  await state.read(signal);
  await state.explain(signal);
  expect(state.causes).toMatchObject([{ valor: CAUSE.valor, cupones: 2, importe: '109.00' }]);
  expect(state.choices).toMatchObject({
    motivo: [
      ['Importe', 2],
      ['Sin operación', 1],
    ],
    conciliacion: [
      ['7', 2],
      ['8', 1],
    ],
  });
  state.ver = 'decided';
  expect(state.choices.motivo).toEqual([]);
  state.ver = 'to_do';
  state.checkAll(true);
  state.filter = { motivo: 'Importe' };
  expect([shown(state).toSorted(), state.several, state.counts.all]).toEqual([[0, 1], undefined, 2]);
  state.filter = { motivo: 'Importe', conciliacion: '8' };
  expect(shown(state)).toEqual([]);
  state.filter = { motivo: 'Sin operación' };
  expect(shown(state)).toEqual([2]);
});

describe('coupons that another PC uploaded, which have no row,', () => {
  async function aListOfAnother() {
    const rows = [0, 1].map((n): PendingCupon => {
      const one = row(n);
      return { ...one, operacion: { ...one.operacion, fila: null, importe: '1.00' }, archivo: null, nLectura: 201 + n };
    });
    const explained = [202, 201].map((n) =>
      aExplainedCupon(n, { archivo: null, fila: null, cupon: { importe: '1.00' }, candidatos: [] }),
    );
    const api = makeApi({
      'inicio.sin_conciliar': () => ({ ...READ, filas: rows }),
      'explicaciones.explicar': ({ ns }) =>
        answer(explained.filter(({ n }) => n !== null && (ns?.includes(n) ?? true))),
      'explicaciones.exportar': ({ exportar }) => ({ exportado: exportar, filas: 1 }),
    });
    const state = new UnreconciledState(api, 'mía', 'todas');
    await state.read(signal);
    await state.explain(signal);
    return { api, state, rows };
  }

  test('are each asked about, and decided about, by their own number', async () => {
    const { state, rows } = await aListOfAnother();
    await state.choose(rows[0]);
    expect(state.explanations.shown?.cupon.n).toBe(201);
    await state.choose(rows[1]);
    expect(state.explanations.shown?.cupon.n).toBe(202);
    expect(rows.map((one) => state.queuedOf(one)?.place.n)).toEqual([201, 202]);
  });

  test('are written as a workbook by their own number', async () => {
    const { api, state } = await aListOfAnother();
    await state.writeWorkbook('Por hacer', [], { signal, onProgress: () => undefined });
    expect(api.pedidos.at(-1)).toMatchObject(['explicaciones.exportar', { cupones: [{ n: 201 }, { n: 202 }] }]);
  });

  test.each(['es-AR', 'en'] as const)(
    'are written with the columns that the screen shows, in their order (%s)',
    async (idioma) => {
      const before = getLocale;
      overwriteGetLocale(() => idioma);
      const { api, state, rows } = await aListOfAnother();
      const chosen = [{ clave: 'importe' }, { clave: 'lote', oculta: true }, { clave: 'por_que' }];
      await state.writeWorkbook('Por hacer', chosen, { signal, onProgress: () => undefined });
      const asked = api.pedidos.at(-1)?.[1] as {
        pantalla: { columnas: { titulo: string }[]; filas: (string | null)[][] };
      };
      const columns = state.columns.filter(({ isControl, oculta }) => isControl !== true && oculta !== true);
      const order = ['importe', 'por_que'];
      const expected = [
        ...order.flatMap((key) => columns.filter(({ clave }) => clave === key)),
        ...columns.filter(({ clave }) => clave !== 'lote' && !order.includes(clave)),
      ];
      expect(asked.pantalla.columnas.map(({ titulo }) => titulo)).toEqual(expected.map(({ title }) => title));
      const asShown = (text: string | null, i: number): string =>
        getValueText({ tipo: expected[i]?.tipo === 'estado' ? 'texto' : (expected[i]?.tipo ?? 'texto') }, text);
      expect(asked.pantalla.filas.map((row) => row.map(asShown))).toEqual(
        rows.map((row) => expected.map((column) => getCellText(column, row))),
      );
      overwriteGetLocale(before);
    },
  );
});

describe('the difference of a link', () => {
  /** Three coupons of the queue; the amounts, their first operation's amount, and what was decided. */
  async function aQueueOf(...those: readonly (Partial<ExplainedCupon> & { readonly importe: string })[]) {
    const rows = those.map(({ importe, conciliacion = '7' }, i): PendingCupon => {
      const one = cupon(i, importe);
      return { ...one, conciliacion, nLectura: i + 40 };
    });
    const explained = those.map(({ importe: _, ...changes }, i) =>
      explainedOf(rows[i] ?? expect.unreachable(), changes),
    );
    const api = makeApi({
      'inicio.sin_conciliar': () => ({ ...READ, filas: rows }),
      'explicaciones.explicar': () => answer(explained),
    });
    const state = new UnreconciledState(api, 'mía', 'todas');
    await state.read(signal);
    await state.explain(signal);
    state.ver = 'all';
    const column = state.columns.find(({ clave }) => clave === 'diferencia');
    return { state, said: () => state.rows.map((one) => column?.valor?.(one)) };
  }

  test('of several coupons or operations is what the link says', async () => {
    const together = { decision: aLink(1, '0.00'), candidatos: [aCandidatoOf('3265.30')] };
    const { said } = await aQueueOf(
      { importe: '500.00', ...together },
      { importe: '2765.30', ...together },
      {
        importe: '6996.10',
        decision: aLink(2, '0.00', ['2', '3']),
        candidatos: [aCandidatoOf('3404.80'), aCandidatoOf('3591.30')],
      },
    );
    expect(said().toSorted()).toEqual(['0.00', '0.00', undefined]);
  });

  test('is said once, with the first of its coupons that are shown', async () => {
    const together = { decision: aLink(1, '0.13'), candidatos: [aCandidatoOf('3265.17')] };
    const { state, said } = await aQueueOf(
      { importe: '500.00', ...together },
      { importe: '2765.30', conciliacion: '8', ...together },
    );
    expect(said().toSorted()).toEqual(['0.13', undefined]);
    state.filter = { conciliacion: '7' };
    expect(said()).toEqual(['0.13']);
    state.filter = { conciliacion: '8' };
    expect(said()).toEqual(['0.13']);
  });

  test('is none of a sale that may be divided and nobody linked', async () => {
    const { said } = await aQueueOf({
      importe: '6996.10',
      motivo: 'DIVIDIDA',
      certeza: 'posible',
      candidatos: [aCandidatoOf('3404.80')],
    });
    expect(said()).toEqual([undefined]);
  });
});

test('a reconciliation is called by its file, with its number, as on the other screens', async () => {
  const state = new UnreconciledState(makeApi({ 'inicio.sin_conciliar': () => READ }), 'mía', 'todas');
  await state.read(signal);
  expect(state.nameOf('7')).toBe('caja.xlsx (7)');
});

test('the panel says the row and the card, and what the digits are where the card has no name', () => {
  const card = { tarjeta_desc: 'Visa Crédito', tarjeta_nro: '7709' };
  expect(describeRowAndCard({ fila: 3, ...card })).toBe('Fila 3 · Visa Crédito ··\u{a0}7709');
  expect(describeRowAndCard({ fila: 3, tarjeta_nro: '7709' })).toBe('Fila 3 · Tarjeta ··\u{a0}7709');
  expect(describeRowAndCard({ fila: null, tarjeta_desc: 'Visa Crédito' })).toBe('Visa Crédito');
});

test('the sheet has a column where coupons of one file stand in several of its sheets', () => {
  const inSheets = (...sheets: readonly (string | null)[]) =>
    ROWS.map((one, i) => ({ ...one, hoja: sheets[i] ?? null }));
  expect(haveSheets(inSheets('Octubre', 'Noviembre', 'Octubre'))).toBe(true);
  expect(haveSheets(inSheets('Octubre', 'Octubre', 'Octubre'))).toBe(false);
  expect(
    haveSheets(inSheets('Octubre', 'Octubre', 'Octubre').map((one, i) => ({ ...one, archivo: `${String(i)}.xlsx` }))),
  ).toBe(false);
});
