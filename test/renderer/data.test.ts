import { describe, expect, test } from 'vitest';
import { VISTA_FIELDS } from '#contract/data-fields.ts';
import type { DataPage, DataTotals, KeyedRow } from '#contract/data.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import { columnsOf, describeCredited, viewOf, viewsOf } from '../../src-renderer/features/data/columns.ts';
import { DataState, buildRequest, periodOf } from '../../src-renderer/features/data/data.svelte.ts';
import { parseTypedImporte } from '../../src-renderer/ui/typing.ts';
import { changeChip, makeChips, describePeriod } from '../../src-renderer/features/data/sentence.ts';
import { ShownColumns } from '../../src-renderer/ui/grid/shown-columns.svelte.ts';
import { getEmptyKind, getDaysToFetch, getStamp } from '../../src-renderer/features/data/coverage.ts';
import { DATA_SECTIONS } from '../../src-renderer/shared/route-filter.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { WorkbookTask } from '../../src-renderer/shared/task.svelte.ts';
import { COVERAGE, makeApi, failWith, memoryStorage } from './double.ts';

const rowWith = (key: string): KeyedRow => ({ clave: key, id: key });
const pageWith = (rows: readonly KeyedRow[], rest: Partial<DataPage> = {}): DataPage => ({
  filas: rows,
  cobertura: COVERAGE,
  hayMas: false,
  total: null,
  version: '1',
  ...rest,
});
const totalsWith = (total: number, sums: Record<string, string> = {}): DataTotals => ({
  vista: 'operaciones',
  total,
  retiradas: 0,
  totales: sums,
});
const startWorkbook = (api: ReturnType<typeof makeApi>) => ({
  workbook: new WorkbookTask({ api, jobs: new Jobs() }),
  followed: {
    ruta: { seccion: 'operaciones', filtro: {} },
    title: () => 'Planilla',
    pantalla: new AbortController().signal,
  } as const,
});
const painted = (): Promise<void> => Promise.resolve();
/** The state of a view of one row, unless `answers` say otherwise. */
const dataOf = (answers: Parameters<typeof makeApi>[0] = {}, paint = painted) => {
  const api = makeApi({
    'datos.pagina': () => pageWith([rowWith('1')]),
    'datos.totales': () => totalsWith(1),
    ...answers,
  });
  return { api, state: new DataState(api, paint) };
};
const PERIOD = { desde: '2026-11-01', hasta: '2026-11-21' };
const OPERACIONES = viewOf('operaciones', undefined);
const ORDER = { campo: 'fecha_venta', desc: true };
const REQUEST = buildRequest('mía', OPERACIONES, {}, PERIOD);
const MOVIMIENTOS = buildRequest('mía', viewOf('movimientos', undefined), {}, PERIOD);

describe('what is asked of the core', () => {
  test('is the period of the top bar until the address says another', () => {
    expect(periodOf(OPERACIONES, {}, PERIOD)).toEqual(PERIOD);
    expect(periodOf(OPERACIONES, { desde: '2026-10-01' }, PERIOD)).toEqual({ desde: '2026-10-01' });
    expect(periodOf(OPERACIONES, { siempre: true }, PERIOD)).toEqual({});
  });

  test('has no dates where the view has none, and whole months where the service totals months', () => {
    expect(periodOf(viewOf('comercios', undefined), {}, PERIOD)).toEqual({});
    const monthTotals = viewOf('liquidaciones', 'liquidaciones-totales');
    expect(periodOf(monthTotals, { desde: '2026-10-23', hasta: '2026-11-21' }, PERIOD).desde).toBe('2026-10-01');
  });
});

describe('the rows of a view', () => {
  test('the first page is read once, for the screen and for its grid', async () => {
    const { api, state } = dataOf();
    await state.show(REQUEST, ORDER);
    const { source } = state;
    if (source === undefined) throw new Error('no rows were asked for');
    expect((await source.read(0, 100, ORDER)).filas).toEqual([rowWith('1')]);
    expect(api.pedidos.filter(([method]) => method === 'datos.pagina')).toHaveLength(1);
    await source.read(100, 100, ORDER);
    await source.read(0, 100, { campo: 'importe', desc: true });
    expect(api.pedidos.filter(([method]) => method === 'datos.pagina').slice(1)).toEqual([
      ['datos.pagina', { ...REQUEST, desdeFila: 100, filas: 100, orden: ORDER }],
      ['datos.pagina', { ...REQUEST, desdeFila: 0, filas: 100, orden: { campo: 'importe', desc: true } }],
    ]);
  });

  test('stay until the first of the new ones are here, and an older answer never wins', async () => {
    const release: ((value: DataPage) => void)[] = [];
    const { state } = dataOf({
      'datos.pagina': () => new Promise((resolve) => release.push(resolve)),
    });
    const first = state.show({ ...REQUEST, texto: '0' }, ORDER);
    const second = state.show({ ...REQUEST, texto: '00' }, ORDER);
    release[1]?.(pageWith([rowWith('nueva')], { version: 'nueva' }));
    await second;
    const { source } = state;
    release[0]?.(pageWith([rowWith('vieja')], { version: 'vieja' }));
    await first;
    expect(state.source).toBe(source);
  });

  test('are painted before their totals are asked for, which are not once another question was asked', async () => {
    const paint: (() => void)[] = [];
    const { api, state } = dataOf({}, () => new Promise((keepGoing) => paint.push(keepGoing)));
    const sumsAsked = (): unknown[] => api.pedidos.flatMap(([method, request]) => (method === 'datos.totales' ? [request] : [])); // prettier-ignore
    const first = state.show({ ...REQUEST, texto: '0' }, ORDER);
    await expect.poll(() => paint.length).toBe(1);
    expect(state.source).toBeDefined();
    expect(sumsAsked()).toEqual([]);
    const second = state.show({ ...REQUEST, texto: '00' }, ORDER);
    await expect.poll(() => paint.length).toBe(2);
    for (const keepGoing of paint) keepGoing();
    await Promise.all([first, second]);
    expect(sumsAsked()).toEqual([{ ...REQUEST, texto: '00' }]);
  });

  test('a view that cannot be read keeps what was shown and says why', async () => {
    let present = true;
    const { state } = dataOf({
      'datos.pagina': () => (present ? pageWith([rowWith('1')]) : failWith('INTERNO')),
    });
    await state.show(REQUEST, ORDER);
    present = false;
    await state.show({ ...REQUEST, texto: 'x' }, ORDER);
    expect(state.failure?.code).toBe('INTERNO');
    expect(state.source).toBeDefined();
  });

  test('the ones that the service withdrew are counted while they are not shown', async () => {
    const { state } = dataOf({
      'datos.totales': ({ retiradas }) => (retiradas === true ? totalsWith(5) : { ...totalsWith(3), retiradas: 2 }),
    });
    await state.show(REQUEST, ORDER);
    expect([state.total, state.withdrawn]).toEqual([3, 2]);
    await state.show({ ...REQUEST, retiradas: true }, ORDER);
    expect([state.total, state.withdrawn]).toEqual([5, 0]);
  });

  test('days that were never read add up to nothing, not to zero, like a list that is not contracted', async () => {
    const zeros = { importe_neto: '0.00', creditos: '0.00', debitos: '0.00' };
    const sumsWhereRead = async (readAt: string | null, isContracted = true) => {
      const { state } = dataOf({
        'datos.pagina': () =>
          pageWith([], { cobertura: { ...COVERAGE, sincronizado: readAt, contratado: isContracted } }),
        'datos.totales': () => totalsWith(0, zeros),
      });
      await state.show(MOVIMIENTOS, { campo: 'fecha', desc: true });
      return state.sums;
    };
    expect(await sumsWhereRead(null)).toEqual({});
    expect(await sumsWhereRead('2026-11-21 10:32:00', false)).toEqual({});
    expect(await sumsWhereRead('2026-11-21 10:32:00')).toEqual(zeros);
  });

  test('an export is exactly what is filtered, in its order and with its columns', async () => {
    const { api, state } = dataOf({
      'datos.exportar': ({ salida }) => ({ vista: 'operaciones', archivo: salida, filas: 1, cobertura: COVERAGE }),
    });
    const request = buildRequest('mía', OPERACIONES, { filtros: [{ campo: 'tarjeta', valor: 'Visa' }] }, PERIOD);
    await state.show(request, ORDER);
    const order = { campo: 'importe', desc: true };
    const { workbook, followed } = startWorkbook(api);
    const write = state.toWriter('csv', { orden: order, columnas: ['importe'], nombre: 'operaciones' });
    if (write !== undefined) await workbook.write(followed, write);
    expect(api.pedidos.at(-1)).toEqual([
      'datos.exportar',
      { ...request, orden: order, columnas: ['importe'], idioma: 'es-AR', salida: 'operaciones.csv' },
    ]);
    expect(workbook.isBusy).toBe(false);
  });

  test('an export that failed is repeated with what it was asked with, after other rows were shown', async () => {
    let isFull = true;
    const { api, state } = dataOf({
      'datos.exportar': ({ salida }) =>
        isFull ? failWith('DISCO_LLENO') : { vista: 'operaciones', archivo: salida, filas: 1, cobertura: COVERAGE },
    });
    const { workbook, followed } = startWorkbook(api);
    await state.show(REQUEST, ORDER);
    const write = state.toWriter('csv', { orden: ORDER, columnas: ['importe'], nombre: 'operaciones' });
    if (write !== undefined) await workbook.write(followed, write);
    const asked = api.pedidos.at(-1);
    await state.show({ ...REQUEST, texto: 'x' }, ORDER);
    expect([workbook.failure?.code, state.failure]).toEqual(['DISCO_LLENO', undefined]);
    isFull = false;
    await workbook.retry();
    expect(api.pedidos.at(-1)).toEqual(asked);
    expect(workbook.failure).toBeUndefined();
  });
});

describe('the empty states', () => {
  const never: CoverageDocument = { ...COVERAGE, estado: 'nunca', sincronizado: null, desde: null, hasta: null };
  test('never fetched, refused, not contracted, none and none with these filters are five', () => {
    const filter = { filtros: [{ campo: 'tarjeta', valor: 'Visa' }] };
    expect(getEmptyKind(never, filter)).toBe('nunca');
    expect(getEmptyKind({ ...never, contratado: false }, {})).toBe('no-contratado');
    const failure = { clase: 'no_existe', respuesta: 404, cuando: '2026-10-15 10:00:00' } as const;
    expect(getEmptyKind({ ...never, falla: failure }, {})).toBe('rechazado');
    expect(getEmptyKind({ ...COVERAGE, falla: failure }, {})).toBe('nada');
    expect(getEmptyKind(COVERAGE, {})).toBe('nada');
    expect(getEmptyKind(COVERAGE, filter)).toBe('sin-filtro');
    expect(getEmptyKind({ ...COVERAGE, estado: 'parcial' }, {})).toBe('parcial');
  });

  test('the button of an empty screen brings its period, up to today', () => {
    const today = '2026-11-21';
    const january = { desde: '2024-01-01', hasta: '2024-01-31' };
    expect(getDaysToFetch(january, { hoy: today, hayDatos: true })).toEqual(january);
    expect(getDaysToFetch(january, { hoy: today, hayDatos: false })).toEqual(january);
    expect(getDaysToFetch({ desde: '2026-11-01', hasta: '2026-12-31' }, { hoy: today, hayDatos: true })).toEqual({
      desde: '2026-11-01',
      hasta: today,
    });
  });

  test('the first time it brings the last 90 days, as long as the period is one of them', () => {
    const november = { desde: '2026-11-01', hasta: '2026-11-21' };
    expect(getDaysToFetch(november, { hoy: '2026-11-21', hayDatos: false })).toEqual({});
    expect(getDaysToFetch({}, { hoy: '2026-11-21', hayDatos: true })).toEqual({});
  });

  test('credited without a bank to look at is never "no"', () => {
    expect(describeCredited(null).word).toBe('Sin datos');
    expect(describeCredited(false).word).toBe('Pendiente');
  });

  test('is complete up to the day before its reading; of later days there is what is known so far', () => {
    expect(getStamp({ ...COVERAGE, hasta: '2026-11-20' }).word).toBe('Cobertura completa');
    expect(getStamp({ ...COVERAGE, hasta: '2026-11-21' }).word).toBe('Último día leído antes de terminar');
    const later = { ...COVERAGE, desde: '2026-11-22', hasta: '2027-11-21' };
    expect(getStamp(later).word).toBe('Lo que se sabe hasta ahora');
  });
});

describe('the sentence of the filters', () => {
  test('joins the values of a field, and says what is not plain', () => {
    const filters = [
      { campo: 'tarjeta', valor: 'Visa Crédito' },
      { campo: 'tarjeta', valor: 'Mastercard' },
      { campo: 'comercio', valor: 'La Espiga Centro' },
      { campo: 'lote', valor: '' },
      { campo: 'importe', op: 'mayor', valor: '1000.00' },
    ] as const;
    const sentence = makeChips('operaciones', { filtros: filters }).map(
      ({ connector, texto }) => `${connector} ${texto}`,
    );
    expect(sentence).toEqual([
      'con Visa Crédito o Mastercard',
      'en La Espiga Centro',
      'y Lote (sin dato)',
      'y Importe mayor que $ 1.000,00',
    ]);
    // A value such as «Sí» needs its field.
    const [chip] = makeChips('movimientos', { filtros: [{ campo: 'conciliado', valor: 'true' }] });
    expect(chip?.texto).toBe('Conciliado Sí');
  });

  test('a chip that changes stays in its place', () => {
    const [a, b] = [
      { campo: 'tarjeta', valor: 'a' },
      { campo: 'lote', valor: 'b' },
    ];
    expect(changeChip({ filtros: [a, b] }, [a], [{ campo: 'tarjeta', valor: 'c' }]).filtros).toEqual([
      { campo: 'tarjeta', valor: 'c' },
      b,
    ]);
    expect(changeChip({ filtros: [a] }, [a], [])).toEqual({});
  });

  test('the period is said with what it has', () => {
    expect(describePeriod(PERIOD)).toBe('01/11/2026 al 21/11/2026');
    expect(describePeriod({ hasta: '2026-11-21' })).toBe('hasta el 21/11/2026');
    expect(describePeriod({})).toBe('en cualquier fecha');
  });

  test.each([
    ['12.450,5', '12450.50'],
    ['$ 12.450', '12450.00'],
    ['-3,07', '-3.07'],
    ['12450.00', '12450.00'],
    ['1.2', '1.20'],
    ['12.450.00', undefined],
    ['mil', undefined],
  ])('an amount typed as %s is %s', (written, reading) => {
    expect(parseTypedImporte(written)).toBe(reading);
  });
});

describe('the columns', () => {
  test('every view shows fields that it has, each once', () => {
    for (const section of DATA_SECTIONS) {
      for (const description of viewsOf(section)) {
        const present = VISTA_FIELDS[description.vista].map(({ nombre }) => nombre);
        expect(present).toEqual(expect.arrayContaining([...description.screen.columns, ...description.screen.filters]));
        expect(description.screen.columns).toEqual(expect.arrayContaining([...description.screen.secondary]));
        const keys = columnsOf(description).map(({ clave }) => clave);
        expect(keys.slice(0, description.screen.columns.length)).toEqual(description.screen.columns);
        expect(new Set(keys).size).toBe(keys.length);
      }
    }
  });

  test('are remembered, and what was not written by us is not believed', () => {
    const storage = memoryStorage();
    new ShownColumns(storage, 'operaciones').save([{ clave: 'lote', ancho: 80, oculta: true }]);
    expect(new ShownColumns(storage, 'operaciones').chosen).toEqual([{ clave: 'lote', ancho: 80, oculta: true }]);
    for (const foreign of ['{', '[{"clave":1}]', '{"clave":"x"}', '[{"clave":"x","asked":"si"}]']) {
      storage.setItem('conciliador.columnas.operaciones', foreign);
      expect(new ShownColumns(storage, 'operaciones').chosen).toEqual([]);
    }
  });
});
