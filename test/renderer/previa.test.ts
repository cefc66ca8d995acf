import { expect, test } from 'vitest';
import type { ExplainedCupon, PreviewDocument } from '#contract/explanations.ts';
import type { ReviewChange } from '#contract/revision.ts';
import { getPreviaColumns } from '../../src-renderer/features/previa/columns.ts';
import { PreviaState } from '../../src-renderer/features/previa/previa.svelte.ts';
import {
  actionOf,
  getCauseAction,
  describeCauses,
  describeWayOn,
  countForecast,
  useWords,
} from '../../src-renderer/features/previa/rows.ts';
import { RevisionState } from '../../src-renderer/features/review/revision.svelte.ts';
import { failWith, makeApi } from './double.ts';
import { aCause, aExplainedCupon, answer } from './explained.ts';
import { REVIEW, SUMMARY } from './review.ts';

const row = (id: number, changes: Partial<ExplainedCupon> = {}): ExplainedCupon =>
  aExplainedCupon(id, { id, n: null, conciliacion: null, seq: null, arreglo: { importe: '17580.00' }, ...changes });
const forecast = (cupones: readonly ExplainedCupon[], version: number): PreviewDocument => ({
  ...answer(cupones),
  resumen: [
    { motivo: 'FUERA_DE_COBERTURA', nombre: 'Sin bajar', cupones: 2, importe: '20.00' },
    { motivo: 'COINCIDE_SIN_CONCILIAR', nombre: 'Coincide', cupones: 5, importe: '500.00' },
    { motivo: 'IMPORTE_DISTINTO', nombre: 'Importe', cupones: 3, importe: '30.00' },
  ],
  archivos: [],
  conciliarian: { cupones: 5, importe: '500.00', yaEnviados: 0 },
  enviados: { conciliados: 0, conOtrosValores: 0, sinConciliar: 0, sinResultado: 0 },
  version,
  arreglables: { muyProbables: 1, porCausa: [] },
});

/** A review whose version grows with each change, and its forecast. */
async function enter(rows: readonly ExplainedCupon[], answers: Parameters<typeof makeApi>[0] = {}) {
  let version = 1;
  const changed = (): ReviewChange => ({
    ...{ resumen: { ...SUMMARY, version }, cambiadas: 1 },
    fila: { valores: { importe: '17580.00' } } as ReviewChange['fila'],
  });
  const change = (): ReviewChange => {
    version += 1;
    return changed();
  };
  const api = makeApi({
    'revision.ver': () => ({ ...REVIEW, resumen: changed().resumen }),
    'revision.usar': change,
    'revision.deshacer': change,
    'revision.rehacer': change,
    'revision.omitir': ({ filas }) => {
      if (typeof filas === 'object' && 'causa' in filas && filas.version !== version) failWith('REVISION_CAMBIADA');
      return { ...change(), cambiadas: rows.length };
    },
    'revision.filas': () => ({ version, total: 0, desde: 0, filas: [] }),
    'revision.corregidos': () => ({ total: 0, valores: [] }),
    'explicaciones.previa': ({ causa, desde = 0, limite = 500 }) =>
      causa === undefined
        ? forecast(rows, version)
        : { ...forecast(rows.slice(desde, desde + limite), version), total: rows.length },
    ...answers,
  });
  const review = new RevisionState({ api, session: { actual: { nombre: 'mía' } } } as never);
  const previa = new PreviaState(api, review);
  const asked = (method: string) => api.pedidos.filter(([one]) => one === method);
  await review.recover();
  await previa.enter();
  return { api, review, previa, asked };
}

test('a row that took what was reported keeps what it said, and is put back by undoing', async () => {
  const one = row(7);
  const { previa, asked } = await enter([one]);
  expect(previa.forecast?.conciliarian.cupones).toBe(5);
  await previa.use(one);
  expect(asked('revision.usar')).toEqual([
    ['revision.usar', { cuenta: 'mía', revision: 'R1', cambios: [{ fila: 7, valores: { importe: '17580.00' } }] }],
  ]);
  expect(previa.before(one)?.cupon.importe).toBe('17580.13');
  expect(previa.changed?.cupon.importe).toBe('17580.00');
  expect([previa.mendedCount, previa.canUndo]).toEqual([1, true]);
  // The next reading still has the row, although it would match now.
  await previa.look();
  await previa.source?.read(0, 100, undefined);
  expect(asked('explicaciones.previa').at(-1)?.[1]).toMatchObject({ solo: 'no_conciliarian', ids: [7] });
  await previa.putBack(one);
  expect(asked('revision.deshacer')).toHaveLength(1);
  expect([previa.mendedCount, previa.canUndo]).toEqual([0, false]);
  // Changes of the review step are undone only in that step.
  expect(await previa.undo()).toBeUndefined();
  expect(asked('revision.deshacer')).toHaveLength(1);
});

test('a key right after an undo is about the row as it was before it was mended', async () => {
  const one = row(7);
  const { arreglo: _, ...again } = one; // read again while it is fixed, the row would match and has no proposal
  const { previa, asked } = await enter([one]);
  await previa.use(one);
  const undone = previa.undo();
  const now = await previa.afterUndo(again);
  expect([now.arreglo, previa.before(now)]).toEqual([one.arreglo, undefined]);
  expect([previa.changed?.arreglo, previa.changed?.cupon]).toEqual([one.arreglo, one.cupon]);
  await previa.use(now);
  await undone;
  expect([asked('revision.usar').length, previa.mendedCount]).toEqual([2, 1]);
  // Undoing twice takes back one step each time.
  await previa.use(row(8));
  await Promise.all([previa.undo(), previa.undo()]);
  expect([asked('revision.deshacer').length, previa.mendedCount]).toEqual([3, 0]);
});

test('what was undone is done again, row by row and in bulk, until something else is changed', async () => {
  const one = row(7);
  const { review, previa, asked } = await enter([one]);
  await previa.use(one);
  await previa.useAll(0);
  await previa.undo();
  await previa.putBack(one);
  expect([previa.mendedCount, previa.canUndo]).toEqual([0, false]);
  await previa.redo();
  expect([previa.mendedCount, previa.before(one)?.cupon.importe]).toEqual([1, '17580.13']);
  expect(previa.changed?.cupon.importe).toBe('17580.00');
  await Promise.all([previa.redo(), previa.redo()]);
  expect(asked('revision.rehacer')).toHaveLength(2);
  // Each redone change can be undone again.
  await previa.undo();
  await previa.undo();
  expect([asked('revision.deshacer').length, previa.mendedCount, previa.canUndo]).toEqual([4, 0, false]);
  await previa.leaveOut(one);
  await previa.redo();
  await previa.undo();
  await review.leaveOut([1], true);
  await previa.enter();
  await previa.redo();
  expect(asked('revision.rehacer')).toHaveLength(2);
});

test('a row that was mended before another is put back by its own values', async () => {
  const [first, second] = [row(7), row(8)];
  const { previa, asked } = await enter([first, second]);
  await previa.use(first);
  await previa.use(second);
  await previa.putBack({ ...first, cupon: { ...first.cupon, importe: '17580.00' } });
  expect(asked('revision.deshacer')).toHaveLength(0);
  expect(asked('revision.usar').at(-1)?.[1]).toMatchObject({
    cambios: [{ fila: 7, valores: { importe: '17580.13' } }],
  });
  expect(previa.mendedCount).toBe(1);
});

test('mending all the very likely rows leaves out those that the core sets apart, and says how many', async () => {
  const far = row(2, { aparte: true });
  const { previa, asked } = await enter([row(1), far]);
  const { rows, leftOut } = await previa.listToUse(undefined, 500);
  expect([rows.map(({ id }) => id), leftOut]).toEqual([[1], 1]);
  // The file's values of the rows are read too: an earlier correction may have changed them.
  expect(asked('revision.corregidos').map(([, request]) => request)).toMatchObject([{ filas: [1] }]);
});

test('as many rows as the person asks for are listed before they are mended', async () => {
  const rows = Array.from({ length: 1200 }, (_, i) => row(i + 1));
  const { previa } = await enter(rows);
  const listed = await previa.listToUse(0, 1000);
  expect([listed.rows.length, listed.rows.at(-1)?.id]).toEqual([1000, 1000]);
  expect((await previa.listToUse(0, 5000)).rows).toHaveLength(1200);
});

test('a row that was sent before says what became of it, and asks for nothing unless it is sent again', async () => {
  const sent = row(1, { enviadoAntes: 'sin_conciliar', motivo: 'SIN_OPERACION', nombre: 'Sin operación' });
  const { api, review, asked } = await enter([sent]);
  const choice: { shown: 'mandar' | undefined } = { shown: undefined };
  const previa = new PreviaState(api, review, () => ({ areAllSent: choice.shown === undefined, ...choice }));
  await previa.enter();
  await previa.source?.read(0, 100, undefined);
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ solo: 'enviadas' });
  const textsOf = () =>
    columnsOf({ nameOf: ({ nombre }) => nombre, areSettled: previa.areAllSent })
      .filter(({ clave }) => clave === 'por_que' || clave === 'arreglo')
      .map(({ valor }) => valor?.(sent));
  expect(textsOf()).toEqual(['No concilió, ya enviada', 'no se manda otra vez']);
  expect(actionOf(sent, false, previa.areAllSent)).toBeUndefined();
  choice.shown = 'mandar';
  expect(previa.isOld).toBe(true);
  await previa.enter();
  expect(asked('explicaciones.previa').at(-1)?.[1]).toMatchObject({ reenviar: true });
  expect(textsOf()[0]).toBe('Sin operación');
  expect(actionOf(sent, false, previa.areAllSent)).toBe('usar');
});

test('mending all of a cause leaves the rows that the person unticked', async () => {
  const { previa, asked } = await enter([row(1), row(2)]);
  await previa.useAll(0, [2]);
  expect(previa.changedCount).toBe(1);
  await previa.undo();
  expect(previa.changedCount).toBe(0);
  await previa.redo();
  expect(previa.changedCount).toBe(1);
  expect(asked('revision.usar').map(([, request]) => request)).toMatchObject([{ version: 1, causa: 0, salvo: [2] }]);
});

test('the rows are looked at again only when they changed', async () => {
  const { review, previa, asked } = await enter([row(7)]);
  const before = asked('explicaciones.previa').length;
  await previa.enter();
  expect(asked('explicaciones.previa')).toHaveLength(before);
  await review.undo();
  await previa.enter();
  expect(asked('explicaciones.previa').length).toBeGreaterThan(before);
});

const MANY = Array.from({ length: 2300 }, (_, index) => row(index + 1));

test('all the rows of a cause are left out as it was shown, and put back by one undoing', async () => {
  const { previa, asked } = await enter(MANY);
  expect((await previa.leaveOutAll(0))?.cambiadas).toBe(2300);
  expect(asked('revision.omitir')[0]?.[1]).toMatchObject({ filas: { causa: 0, version: 1, reenviar: false } });
  expect(previa.canUndo).toBe(true);
  await previa.undo();
  expect(asked('revision.deshacer')).toHaveLength(1);
  expect(previa.canUndo).toBe(false);
});

test('no row is left out when the rows changed since the cause was shown', async () => {
  const { review, previa } = await enter([row(7)]);
  await review.undo();
  expect(await previa.leaveOutAll(0)).toBeUndefined();
  expect(review.failure?.code).toBe('REVISION_CAMBIADA');
  // The causes were read again, so a second try leaves the rows out.
  expect((await previa.leaveOutAll(0))?.cambiadas).toBe(1);
  expect(review.failure).toBeUndefined();
});

test('rows of which nobody can tell are no rows that would not match', () => {
  const { no, nobodyKnows, all } = countForecast(forecast([], 1));
  expect([no.cupones, nobodyKnows.cupones, all]).toEqual([3, 2, 10]);
});

test('the way on says that nothing was mended only where nothing was', async () => {
  const { previa } = await enter([row(7)]);
  const said = (): string => describeWayOn(countForecast(forecast([], 1)).no.cupones, previa.canUndo);
  expect(said()).toBe('Seguir sin corregir');
  await previa.useAll(0);
  expect(said()).toBe('Seguir al envío');
  expect(describeWayOn(undefined, false)).toBe('Seguir sin mirar');
});

test('how many rows have a cause is not said again where all of them have one', () => {
  const [causes, no] = [[{ ...aCause('1'), lugar: 0 }], { cupones: 12, importe: '0' }];
  expect(describeCauses({ causes, inCauses: 12, no })).toBe('por una sola causa');
  expect(describeCauses({ causes: [...causes, ...causes], inCauses: 12, no })).toBe('por 2 causas');
  expect(describeCauses({ causes, inCauses: 12, no: { ...no, cupones: 46 } })).toBe('(12 por una sola causa)');
});

test('what was done in one review is not said of another', async () => {
  const { review } = await enter([]);
  review.said = 'Se omitieron 12 filas.';
  review.put(REVIEW, 'mía');
  expect(review.said).toBe('Se omitieron 12 filas.');
  review.put({ ...REVIEW, revision: 'other' }, 'mía');
  expect(review.said).toBe('');
});

test('each row has the one thing that can be done with it', () => {
  expect(actionOf(row(1), true)).toBe('deshacer');
  expect(actionOf(row(1), false)).toBe('usar');
  const { arreglo: _, ...plain } = row(1);
  expect(actionOf({ ...plain, motivo: 'COMERCIO_AJENO' }, false)).toBe('omitir');
  expect(actionOf({ ...plain, motivo: 'SIN_OPERACION' }, false)).toBeUndefined();
  expect(useWords({ importe: '17580.00' })).toMatch(/^Usar \$.17\.580,00$/);
  expect(useWords({ importe: '1.00', lote: '7' })).toBe('Usar 2 datos');
});

test('a cause of rows of another shop leaves them out, and one of amounts mends them', () => {
  expect(getCauseAction(aCause('1'), 0)).toEqual({ does: 'omitir', label: 'Omitir las 11' });
  expect(getCauseAction({ ...aCause('1'), codigo: 'IMPORTES_POR_100' }, 9)?.label).toBe(
    'Corregir el importe de 9 de las 11',
  );
  expect(getCauseAction({ ...aCause('1'), codigo: 'LOTE_SIN_OPERACIONES' }, 0)).toBeUndefined();
});

const columnsOf = (
  changes: Partial<Parameters<typeof getPreviaColumns>[0]> = {},
): ReturnType<typeof getPreviaColumns> =>
  getPreviaColumns({
    archivos: ['centro.csv', 'norte.csv'],
    knownBy: 'comprobante',
    hoy: '2026-11-24',
    nameOf: () => '',
    before: () => undefined,
    onAct: () => undefined,
    areSettled: false,
    ...changes,
  });

test('why a row would not match, and how sure that is, is said however narrow the window', () => {
  const always = columnsOf().filter(({ secondary = 0 }) => secondary === 0);
  expect(always.map(({ title }) => title)).toEqual(expect.arrayContaining(['Motivo', 'Certeza', 'Arreglo']));
});

test('rows of several files say which one, however narrow the window', () => {
  const fileColumn = (archivos: readonly string[], sheetsOf?: string) =>
    columnsOf({ archivos, sheetsOf }).find(({ clave }) => clave === 'archivo');
  expect(fileColumn(['caja.csv'])).toBeUndefined();
  expect(fileColumn(['centro.csv', 'norte.csv'])?.title).toBe('Archivo');
  expect(fileColumn(['centro.csv', 'norte.csv'])?.secondary ?? 0).toBe(0);
  const sheet = fileColumn(['caja.xlsx'], 'caja.xlsx');
  expect(sheet?.title).toBe('Hoja');
  expect(sheet?.valor?.({ archivo: 'caja.xlsx · Turno tarde' } as ExplainedCupon)).toBe('Turno tarde');
});

test('a sale of a wallet is known by its reference, beside sales of cards too', async () => {
  const wallet = row(1, { cupon: { importe: '10.00', wallet_referencia: '60000000001' }, arreglo: {} });
  const card = row(2, { cupon: { importe: '10.00', comprobante: '42', wallet_referencia: '60000000002' } });
  const shownOf = async (...campos: typeof SUMMARY.campos) => {
    const { previa } = await enter([], {
      'revision.ver': () => ({ ...REVIEW, resumen: { ...SUMMARY, version: 1, campos } }),
    });
    return columnsOf({ knownBy: previa.knownBy })
      .slice(4, -4)
      .map(({ title, valor }) => [title, valor?.(wallet), valor?.(card)]);
  };
  const both = ['Comprobante', '60000000001', '42'];
  expect(await shownOf('comprobante', 'tarjeta_nro', 'wallet_referencia')).toContainEqual(both);
  expect((await shownOf('wallet_referencia')).map(([title]) => title)).toEqual(['Referencia de billetera', 'Importe']);
});

test('a reported value is copied without the name of a field that has a column', () => {
  const informed = columnsOf().find(({ clave }) => clave === 'informo');
  const values = { comprobante: '00166837', lote: '741' };
  expect(informed?.valor?.(row(1, { arreglo: values }))).toBe('00166837, Lote 741');
});
