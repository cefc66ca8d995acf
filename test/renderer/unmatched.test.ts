import { describe, expect, test } from 'vitest';
import type { ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';
import type { PendingCupon } from '#contract/home.ts';
import { describeRowAndCard } from '../../src-renderer/features/conciliaciones/cupon-words.ts';
import { haveSheets } from '../../src-renderer/features/conciliaciones/columns.ts';
import { countInPart } from '../../src-renderer/features/conciliaciones/queue-rows.ts';
import { UnreconciledState } from '../../src-renderer/features/conciliaciones/unmatched.svelte.ts';
import {
  isShownBy,
  QUEUE_AMONG,
  QUEUE_PARTS,
  type QueueFilter,
} from '../../src-renderer/features/explanations/queue.ts';
import { getConciliacionName } from '../../src-renderer/features/sending/core-texts.ts';
import { StepsByAccount } from '../../src-renderer/shared/decisions.svelte.ts';
import { makeApi } from './double.ts';
import { CONCILIACION, LISTED } from './imported-conciliacion.ts';
import { cupon, explainedOf, openQueue, READ, row, ROWS, SETTLED, shown, signal } from './queue.ts';
import { aCandidatoOf, aCause, aExplainedCupon, aLink, answer } from './explained.ts';

test('the coupons of every reconciliation are ordered and cut into pages here, what has nothing last', async () => {
  const api = makeApi({ 'inicio.sin_conciliar': () => READ });
  const state = new UnreconciledState({ api, decisions: new StepsByAccount() }, 'mía', 8);
  await state.read(signal);
  expect(api.pedidos[0]).toEqual(['inicio.sin_conciliar', { cuenta: 'mía', edad: 8 }]);
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

test('when the core listed only a part, the figures say of how many they are', async () => {
  const { api, state } = await openQueue(ROWS, EXPLAINED, {
    'inicio.sin_conciliar': () => ({ ...READ, cupones: 5301 }),
    'explicaciones.exportar': ({ exportar }) => ({ exportado: exportar, filas: 1 }),
  });
  const part = state.part ?? expect.unreachable();
  expect([3, 2].map((n) => countInPart(n, part))).toEqual(['3 de 5.301', '2 de 3']);
  await state.writeWorkbook('Por hacer', [], { signal, onProgress: () => undefined });
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ cuales: [expect.stringContaining('3 más antiguos de 5.301')] });
  const { state: whole } = await openQueue(ROWS, EXPLAINED);
  expect(whole.part).toBeUndefined();
});

const CAUSE = aCause('30012345');
const EXPLAINED: ExplanationsDocument = {
  ...answer([explainedOf(row(1), { certeza: 'probable', causa: 0 }), explainedOf(row(0), { certeza: 'ninguna' })]),
  causas: [CAUSE],
};

test('once they are explained they come in the order of the core, and one is asked about by its reconciliation', async () => {
  const { api, state } = await openQueue(ROWS, EXPLAINED);
  expect(shown(state)).toEqual([1, 0, 2]);
  await state.choose(ROWS[0]);
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ de: '7', ns: [40] });
  const before = api.pedidos.length;
  await state.choose(ROWS[2]); // its upload has no number yet
  expect(api.pedidos).toHaveLength(before);
  expect(state.explanations.shown).toBeUndefined();
});

test('a cause shows its coupons alone, and all of them again once its data is old', async () => {
  const { state } = await openQueue(ROWS, EXPLAINED);
  await state.choose(ROWS[0]);
  state.seeCause(CAUSE);
  expect(state.chosen).toBeUndefined();
  expect(shown(state)).toEqual([1]);
  state.seeCause(aCause('another'));
  expect(shown(state)).toHaveLength(3);
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

test('the queue is narrowed by reason and by reconciliation, and counts its causes itself', async () => {
  const rows = ROWS.map((one, i) => ({ ...one, conciliacion: i === 2 ? '8' : '7', nLectura: i + 40 }));
  const explained: ExplanationsDocument = {
    ...answer([
      explainedOf(row(0), { causa: 0, candidatos: [aCandidatoOf('8.87')] }),
      explainedOf(row(1), { causa: 0, candidatos: [aCandidatoOf('99.87')] }),
      // A coupon of another age, which is not in this queue.
      aExplainedCupon(49, { fila: 99, causa: 0 }),
      explainedOf(row(2), { conciliacion: '8', motivo: 'SIN_OPERACION', certeza: 'ninguna' }),
    ]),
    causas: [CAUSE],
  };
  const { state } = await openQueue(rows, explained);
  expect(state.causes).toMatchObject([{ valor: CAUSE.valor, cupones: 2, importe: '109.00' }]);
  expect(state.choices.get('motivo')).toEqual([
    ['Importe', 2],
    ['Sin operación', 1],
  ]);
  expect(state.choices.get('conciliacion')).toEqual([
    ['7', 2],
    ['8', 1],
  ]);
  state.ver = 'decided';
  expect(state.choices.get('motivo')).toEqual([]);
  state.ver = 'to_do';
  state.checkAll(true);
  state.filter = { motivo: 'Importe' };
  expect([shown(state).toSorted(), state.several, state.counts.all]).toEqual([[0, 1], undefined, 2]);
  state.filter = { motivo: 'Importe', conciliacion: '8' };
  expect(shown(state)).toEqual([]);
  state.filter = { motivo: 'Sin operación' };
  expect(shown(state)).toEqual([2]);
});

test('the queue of a month, to which the closing links, has the sales of its days alone', async () => {
  const days = ['2026-10-31', '2026-11-01', '2026-10-01'];
  const rows = ROWS.map((one, i) => ({ ...one, operacion: { ...one.operacion, fecha_venta: days[i] ?? '' } }));
  const { state } = await openQueue(rows, EXPLAINED);
  state.filter = { mes: '2026-10' };
  expect(shown(state).toSorted()).toEqual([0, 2]);
});

test('a deed for a cause takes the coupons that the filters show, and its sentence says how many of the cause they are', async () => {
  const all = [explainedOf(row(0), { causa: 0 }), explainedOf(row(1), { causa: 0 })];
  const { api, state } = await openQueue(
    ROWS,
    { ...answer(all), causas: [{ ...CAUSE, cupones: 2 }] },
    { 'explicaciones.exportar': ({ exportar }) => ({ exportado: exportar, filas: 1 }) },
  );
  state.filter = { tarjeta: 'VISA' };
  const [cause, ...others] = state.causes;
  expect([cause, others]).toMatchObject([
    { cupones: 1, importe: '9.00', texto: `${CAUSE.texto} En esta lista: 1.` },
    [],
  ]);
  state.decideAboutCause(cause ?? expect.unreachable());
  expect([shown(state), state.several?.cupones]).toEqual([[0], [ROWS[0]]]);
  await state.writeWorkbook('Por hacer', [], { signal, onProgress: () => undefined });
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ cuales: ['Por hacer', 'VISA', cause?.texto] });
  state.filter = { tarjeta: 'AMEX' };
  expect(state.causes).toEqual([]);
});

describe('coupons that another PC uploaded, which have no row,', () => {
  /** `days`: the days of the two sales; a day of another year is in the future. */
  async function aListOfAnother(days: readonly string[] = []) {
    const rows = [0, 1].map((n): PendingCupon => {
      const { operacion, ...one } = row(n);
      const day = days[n];
      const dias = day !== undefined && day > '2027' ? null : 9;
      const sale = { ...operacion, fila: null, importe: '1.00', ...(day === undefined ? {} : { fecha_venta: day }) };
      return { ...one, operacion: sale, dias, archivo: null, nLectura: 201 + n };
    });
    const explained = [202, 201].map((n) =>
      aExplainedCupon(n, { archivo: null, fila: null, cupon: { importe: '1.00' }, candidatos: [] }),
    );
    const opened = await openQueue(rows, answer(explained), {
      'explicaciones.exportar': ({ exportar }) => ({ exportado: exportar, filas: 1 }),
    });
    return { ...opened, rows };
  }

  test('are written as a workbook by their own number', async () => {
    const { api, state } = await aListOfAnother();
    await state.writeWorkbook('Por hacer', [], { signal, onProgress: () => undefined });
    expect(api.pedidos.at(-1)).toMatchObject(['explicaciones.exportar', { cupones: [{ n: 201 }, { n: 202 }] }]);
  });

  test('are written under the name of their period, without the days that have not come', async () => {
    const { api, state } = await aListOfAnother(['2026-10-30', '2027-10-30']);
    await state.writeWorkbook('Por hacer', [], { signal, onProgress: () => undefined });
    expect(api.pedidos.at(-1)).toMatchObject([
      'explicaciones.exportar',
      { exportar: 'sin-conciliar-mía-2026-10.xlsx' },
    ]);
  });
});

async function aQueueOf(...those: readonly (Partial<ExplainedCupon> & { readonly importe: string })[]) {
  const rows = those.map(({ importe, conciliacion = '7' }, i): PendingCupon => {
    const one = cupon(i, importe);
    return { ...one, conciliacion, nLectura: i + 40 };
  });
  const explained = those.map(({ importe: _, ...changes }, i) => explainedOf(rows[i] ?? expect.unreachable(), changes));
  const { state } = await openQueue(rows, answer(explained));
  state.ver = 'all';
  const column = state.columns.find(({ clave }) => clave === 'diferencia');
  return { state, said: () => state.rows.map((one) => column?.valor?.(one)) };
}

test('the difference of a link is said once, with the first of its coupons that are shown', async () => {
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

test('a reconciliation is called by its file and when it was sent, as on the other screens, or else by its number', async () => {
  const conciliaciones = [{ ...CONCILIACION, id: '7', carga: LISTED.carga, archivos: ['caja.xlsx'] }];
  const api = makeApi({
    'inicio.sin_conciliar': () => READ,
    'conciliaciones.conocidas': () => ({ conciliaciones, cargas: [LISTED] }),
  });
  const state = new UnreconciledState({ api, decisions: new StepsByAccount() }, 'mía', 'todas');
  await state.read(signal);
  await expect
    .poll(() => state.nameOf('7'))
    .toBe(getConciliacionName({ id: '7', archivos: ['caja.xlsx'], at: LISTED.at }));
  expect(state.nameOf('8')).toBe('Conciliación 8');
});

test('coupons that came meanwhile wait while a coupon is in the panel, and are shown at once otherwise', async () => {
  let filas = ROWS.slice(0, 2);
  const { state } = await openQueue(filas, answer([]), { 'inicio.sin_conciliar': () => ({ ...READ, filas }) });
  await state.choose(state.rows[0]);
  filas = ROWS;
  await state.lookAgain(signal);
  expect([state.document?.filas.length, state.newer?.filas.length]).toEqual([2, 3]);
  await state.showNewer(signal);
  expect([state.document?.filas.length, state.newer, state.chosen?.n]).toEqual([3, undefined, 1]);
  await state.choose(undefined);
  filas = ROWS.slice(0, 1);
  await state.lookAgain(signal);
  expect([state.document?.filas.length, state.newer]).toEqual([1, undefined]);
});

test('the panel says the row and the card, and what the digits are where the card has no name', () => {
  const card = { tarjeta_desc: 'Visa Crédito', tarjeta_nro: '7709' };
  expect(describeRowAndCard({ fila: 3, ...card })).toBe('Fila 3 · Visa Crédito ··\u{a0}7709');
  expect(describeRowAndCard({ fila: 3, tarjeta_desc: 'Visa' }, 'billetera.xlsx')).toBe('billetera.xlsx, fila 3 · Visa');
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

test('a store has the name that its operations have, whatever zeros its number begins with', async () => {
  const filas = [{ ...row(0), operacion: { ...row(0).operacion, establecimiento: '020310111' } }];
  const { api, state } = await openQueue(filas, answer([]), {
    'datos.pagina': () => ({ filas: [{ comercio: 'La Espiga Centro' }] }) as never,
  });
  const { stores } = state;
  await stores.read(['020310111', '7']);
  expect([stores.nameOf('020310111'), stores.nameOf('8')]).toEqual(['La Espiga Centro · 020310111', '8']);
  const asked = api.pedidos.flatMap(([method, input]) => (method === 'datos.pagina' ? [input] : []));
  expect(asked[0]).toMatchObject({ filtros: [{ valor: '020310111' }, { valor: '20310111' }] });
});

test('the file of a coupon has its sheet where a file has coupons in several', async () => {
  const filas = [
    { ...row(0), hoja: 'Caja 1' },
    { ...row(1), hoja: 'Caja 2' },
  ];
  const { state } = await openQueue(filas, answer([]));
  expect(filas.map((one) => state.fileOf(one))).toEqual(['caja.xlsx, hoja «Caja 1»', 'caja.xlsx, hoja «Caja 2»']);
  const { state: other } = await openQueue([{ ...row(0), hoja: 'Caja 1' }], answer([]));
  expect(other.rows.map((one) => other.fileOf(one))).toEqual(['caja.xlsx']);
});
